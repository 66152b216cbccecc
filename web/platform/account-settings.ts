import { getAccount } from '#contract/account';
import { queryFor } from '#web/platform/api.ts';

export const ACCOUNT_UNREADABLE = 'No se pudo cargar la configuración de la cuenta';

/** Shown by the account and by its subscription, which do not know each other. */
export const accountSettings = queryFor(getAccount, {}, { failed: ACCOUNT_UNREADABLE });
