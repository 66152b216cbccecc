/** A reason not to start that the operator can act on: main prints it as one line, without a stack. */
export function startRefused(reason: string): Error {
  const error = new Error(reason);
  error.name = 'StartRefused';
  return error;
}

export const isStartRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StartRefused';
