import { type Endpoint, limitsByDevice } from '#contract/endpoint';
import type { Deps } from '#server/deps';
import { tokenHash } from '#server/platform/crypto/tokens';
import { applyAddressLimits, applyDeviceLimits, applyEmailLimits } from '#server/platform/rate-limit';
import { recordingLockouts } from './failed-login.service.ts';
import { isKnownDevice, isKnownToChallenge, isKnownToPasskey } from './known-devices.store.ts';

/** What the bodies of logins and of the answer to a challenge name, and the e-mail address of other calls. */
interface LoginBody {
  email?: string;
  challenge?: string;
  /** The answer of a passkey. */
  response?: { id: string };
  deviceToken?: string | undefined;
}

type LimitDeps = Parameters<typeof recordingLockouts>[0];

/**
 * Counts calls without a session. One that comes from a device on which somebody has logged in to the account is counted
 * by that device alone: attackers of the same network, or with the same e-mail address, do not lock it out.
 */
export function createLoginLimits(deps: LimitDeps) {
  const recordingLockout = recordingLockouts(deps);
  const byAddress = (endpoint: Endpoint, address: string) =>
    // Without the account: the address has used up its tries, whosever e-mail comes next.
    recordingLockout(
      { endpoint, address, email: undefined },
      applyAddressLimits(deps.identity, { endpoint, address }, deps.now()),
    );

  return {
    /** Before the body is read, unless the body may name a known device. */
    limitByAddress: async (endpoint: Endpoint, address: string): Promise<void> => {
      if (!limitsByDevice(endpoint)) await byAddress(endpoint, address);
    },
    limitByBody: async (endpoint: Endpoint, address: string, body: LoginBody): Promise<void> => {
      const { email, deviceToken: device } = body;
      const attempt = { endpoint, address, email };
      if (limitsByDevice(endpoint)) {
        if (device !== undefined && (await isKnown(deps, body))) {
          return recordingLockout(attempt, applyDeviceLimits(deps.identity, { endpoint, email, device }, deps.now()));
        }
        await byAddress(endpoint, address);
      }
      if (email !== undefined)
        await recordingLockout(attempt, applyEmailLimits(deps.identity, { endpoint, address, email }, deps.now()));
    },
  };
}

async function isKnown({ identity }: Pick<Deps, 'identity'>, { email, challenge, response, deviceToken }: LoginBody) {
  if (deviceToken === undefined) return false;
  const hash = tokenHash(deviceToken);
  if (email !== undefined) return isKnownDevice(identity, hash, email);
  if (response !== undefined) return isKnownToPasskey(identity, hash, Buffer.from(response.id, 'base64url'));
  return challenge !== undefined && isKnownToChallenge(identity, hash, tokenHash(challenge));
}
