import { AppError } from '#server/platform/app-error';

/** When the professional's storage is full, a patient reads that booking is closed. */
export function refuseAsClosed(error: unknown): never {
  if (error instanceof AppError && error.code === 'QUOTA_REACHED') throw new AppError('BOOKING_CLOSED');
  throw error;
}
