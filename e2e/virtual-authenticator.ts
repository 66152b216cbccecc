import type { CDPSession, Page } from '@playwright/test';

interface VirtualAuthenticator {
  /** How many passkeys it keeps. */
  count: () => Promise<number>;
  /** Whether its user is recognised, as by a fingerprint. */
  recognises: (isRecognised: boolean) => Promise<void>;
}

/** The page runs on a device with a fingerprint reader, whose user answers every prompt at once. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    recognises: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
