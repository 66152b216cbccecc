import { rmSync } from 'node:fs';

/** Playwright stops the server after this has run, so the data folder is removed when the process exits. */
export default function removeDataAtExit(): void {
  process.once('exit', () => rmSync(process.env.E2E_DATA_DIR ?? '', { recursive: true, force: true }));
}
