const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;

/** The pause after that many failed attempts in a row. */
export const delayAfter = (failures: number): number => Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);

/**
 * Runs attempts to connect. After a failed one, further attempts are refused at once with its error until a pause is
 * over, and then one attempt at a time is made. A database that does not answer would otherwise let every request wait.
 */
export function createBackOff(now = () => performance.now()) {
  let failures = 0;
  let retryAt = 0;
  let isRetrying = false;
  let lastError: unknown;

  return async <T>(connect: () => Promise<T>): Promise<T> => {
    const failuresBefore = failures;
    const isRetry = failuresBefore > 0;
    if (isRetry && (isRetrying || now() < retryAt)) throw lastError;
    if (isRetry) isRetrying = true;
    try {
      const connection = await connect();
      failures = 0;
      return connection;
    } catch (error) {
      // Attempts that began together fail together and count as one.
      if (failures === failuresBefore) {
        failures += 1;
        retryAt = now() + delayAfter(failures);
        lastError = error;
      }
      throw error;
    } finally {
      if (isRetry) isRetrying = false;
    }
  };
}
