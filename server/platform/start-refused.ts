/** A problem that the operator can solve. `main.ts` prints its message as one line, without a stack trace. */
export function startRefused(reason: string): Error {
  const error = new Error(reason);
  error.name = 'StartRefused';
  return error;
}

export const isStartRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StartRefused';
