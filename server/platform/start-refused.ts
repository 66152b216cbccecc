/** A problem that the operator can solve. `main.ts` prints its message as one line, without a stack trace. */
export function startRefused(reason: string): Error {
  const error = new Error(reason);
  error.name = 'StartRefused';
  return error;
}

export const isStartRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StartRefused';

/** The text an operator sees when a start or command fails. An error of the system, such as a full disk, is one line. */
export function describeFailure(error: unknown): string {
  if (isStartRefused(error)) return error.message;
  const { syscall, message, stack } = error as NodeJS.ErrnoException;
  return syscall === undefined ? String(stack) : message;
}
