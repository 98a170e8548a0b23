// How long the stages of one request took, as the header Server-Timing (W3C Server Timing, section 3).
import type { ApiResponse } from './api-response.js';
import type { RequestStages } from './request-stages.js';

/** The stages of one request under a stopwatch. */
export interface TimedStages {
  readonly stages: RequestStages;
  /** The answer with the header; without it, when no stage was run. A stage that failed is in it too. */
  timed(response: ApiResponse): ApiResponse;
}

/** Puts a stopwatch on the stages, for one request. */
export function timedStages({
  match,
  admit,
  reach,
  parse,
  toClass,
  plan,
  execute,
  render,
}: RequestStages): TimedStages {
  const metrics: string[] = [];
  const clocked =
    <Given extends unknown[], Got>(name: string, stage: (...given: Given) => Got | Promise<Got>) =>
    async (...given: Given): Promise<Got> => {
      const begun = performance.now();
      try {
        return await stage(...given);
      } finally {
        metrics.push(`${name};dur=${(performance.now() - begun).toFixed(3)}`);
      }
    };
  return {
    stages: {
      match,
      admit,
      reach,
      parse: clocked('parse', parse),
      toClass,
      plan: clocked('plan', plan),
      execute: clocked('execute', execute),
      render: clocked('render', render),
    },
    timed: (response) => (metrics.length === 0 ? response : withHeader(response, metrics.join(', '))),
  };
}

function withHeader(response: ApiResponse, value: string): ApiResponse {
  return { ...response, headers: { ...response.headers, 'server-timing': value } };
}
