// The command: loads an application, and prints the indexes that its database does not have.
import type { Api, IndexAdvice } from '@decorest/core';
import { adviceUsage, readAdviceCommand, type AdviceCommand } from './advice-command-line.js';
import { loadApi } from './app-module.js';
import { reportFailure, reportSuccess, type CommandResult } from './command-result.js';
import { Failure, describeError } from './failure.js';

/** Runs the command. Never throws. */
export async function printAdvice(args: readonly string[]): Promise<CommandResult> {
  try {
    const command = readAdviceCommand(args);
    if (command === 'help') return reportSuccess(adviceUsage);
    return renderAdvice(await requestAdvice(command), command);
  } catch (error) {
    return reportFailure(describeError(error));
  }
}

async function requestAdvice(command: AdviceCommand): Promise<readonly IndexAdvice[]> {
  const api = await loadApi(command);
  if (!canAdvise(api))
    throw new Failure(
      `${command.module}: its version of @decorest/core has no advise(): update the package.`,
    );
  try {
    return await api.advise();
  } catch (error) {
    throw new Failure(`${command.module}: the indexes cannot be read: ${describeError(error)}`);
  }
}

/** The application may use another copy of core. */
function canAdvise(api: object): api is Pick<Api, 'advise'> {
  return 'advise' in api && typeof api.advise === 'function';
}

function renderAdvice(advice: readonly IndexAdvice[], { check }: AdviceCommand): CommandResult {
  const missing = advice.filter(({ ddl }) => ddl !== null);
  const output = [...missing, ...advice.filter(({ ddl }) => ddl === null)].map(renderEntry).join('\n');
  const sum = missing.length === 1 ? '1 index is missing.' : `${missing.length} indexes are missing.`;
  return { exitCode: check && missing.length > 0 ? 1 : 0, output, errors: `${sum}\n` };
}

/** As SQL: everything but the statement is a comment. */
function renderEntry({ entity, for: requests, columns, ddl, reason }: IndexAdvice): string {
  const lines = [
    `${entity} (${columns.join(', ')}): ${reason}`,
    ...requests.map((request) => `  ${request}`),
  ];
  const comments = lines.map((line) => `-- ${line.replaceAll(/[\r\n]+/g, ' ')}\n`).join('');
  return ddl === null ? comments : `${comments}${ddl}\n`;
}
