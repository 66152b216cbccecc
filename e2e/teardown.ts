import { rm } from 'node:fs/promises';

/** Playwright stops the server before this runs. */
export default async function removeData(): Promise<void> {
  await rm(process.env.E2E_DATA_DIR ?? '', { recursive: true, force: true });
}
