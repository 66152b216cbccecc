import { useHydrated } from '#web/ui/use-hydrated.ts';

/** A passkey belongs to a domain, and an IP address is none. */
export const isNumericHost = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Browsers hide `PublicKeyCredential` from a page without HTTPS. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !isNumericHost(location.hostname);

/** The prerendered login shows the button, because most browsers support passkeys. */
export const useSupportsPasskeys = (): boolean => !useHydrated() || supportsPasskeys();
