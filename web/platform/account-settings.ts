import { getAccount } from '#contract/account';
import { queryFor } from '#web/platform/api.ts';

export const ACCOUNT_NOT_LOADED = 'No se pudo cargar la configuración de la cuenta';

/** In the platform because billing needs it too, and must not import the account. */
export const accountSettings = queryFor(getAccount, {}, { failed: ACCOUNT_NOT_LOADED });
