import { AppError } from '#server/platform/app-error';

/** The professional's storage is full. The text about it is not for patients. */
export function closedWhenFull(error: unknown): never {
  if (error instanceof AppError && error.code === 'QUOTA_REACHED') throw new AppError('BOOKING_CLOSED');
  throw error;
}
