import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { notifyNotLoaded } from '#web/ui/on-demand.tsx';

/**
 * Validates a form with rules that are loaded on demand, for a form that a screen shows at once: it can be filled in before
 * zod has arrived. A form that cannot be validated is not sent.
 */
export function resolverOf<Values extends FieldValues, Output>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  return async (...form) => {
    const validate = await load().catch(() => undefined);
    if (validate) return validate(...form);
    notifyNotLoaded();
    return { values: {}, errors: { root: { type: 'not-loaded' } } as FieldErrors<Values> };
  };
}
