// Reading problem documents (RFC 9457) in tests.
import type { FaultCode, ProblemCode } from '@decorest/core';
import type { Answer } from './http-client.js';

export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: FaultCode;
  readonly detail: string;
}

interface Problem {
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly Fault[];
}

/** Fails unless the answer is this problem, whole and well-formed; answers its faults. */
export function expectProblem(answer: Answer, status: number, code: ProblemCode): readonly Fault[] {
  expect({ status: answer.status, body: answer.json }).toMatchObject({ status, body: { status, code } });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toEqual(
    expect.objectContaining({
      type: expect.stringMatching(/^\S+$/) as unknown,
      title: expect.stringMatching(/./) as unknown,
      detail: expect.stringMatching(/./) as unknown,
      instance: expect.stringMatching(/^\//) as unknown,
      request_id: answer.headers['x-request-id'],
    }),
  );
  return (answer.json as Problem).errors ?? [];
}

/** Where the faults are: names of parameters and pointers into the body, sorted. */
export function places(faults: readonly Fault[]): string[] {
  return faults.map((fault) => fault.parameter ?? fault.pointer ?? '').sort();
}
