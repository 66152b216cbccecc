import { useSyncExternalStore } from 'react';

/** A passkey belongs to a domain, and an IP address is none. */
export const isNumericHost = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Browsers hide `PublicKeyCredential` from a page without HTTPS. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !isNumericHost(location.hostname);

const neverChanges = () => () => {};

/** The prerendered login shows the button, because most browsers support passkeys. */
export const useSupportsPasskeys = (): boolean => useSyncExternalStore(neverChanges, supportsPasskeys, () => true);
