import type { Endpoint } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';

/** Every listed endpoint is bound, and no other. */
export function requireAllBound(bound: ReadonlySet<Endpoint>): void {
  const difference = new Set(ENDPOINTS).symmetricDifference(bound);
  if (difference.size === 0) return;
  throw new Error(
    `endpoints that are listed and not bound, or bound and not listed: ${[...difference].map(({ method, path }) => `${method} ${path}`)}`,
  );
}
