import { NOT_LOADED } from '#web/ui/on-demand.tsx';

/** Loaded when a passkey is made or used, because most visits need none. */
export const loadWebauthn = () =>
  import('#web/passkeys/webauthn.ts').catch(() => {
    throw new Error(NOT_LOADED);
  });
