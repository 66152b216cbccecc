import type { Sender } from '#server/platform/http/bind';

/** Where a login comes from. */
export interface Device {
  address: string;
  userAgent: string | undefined;
  /** The token that the browser received at an earlier login, to any account. */
  token: string | undefined;
}

export const toDevice = (
  { deviceToken }: { deviceToken?: string | undefined },
  { address, headers }: Sender,
): Device => ({ address, userAgent: headers['user-agent']?.toString(), token: deviceToken });
