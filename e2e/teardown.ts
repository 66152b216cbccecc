import { rmSync } from 'node:fs';

/** Playwright stops the server only after this has run: the folder goes last, when PostgreSQL has left it. */
export default function removeDataAtTheEnd(): void {
  process.once('exit', () => rmSync(process.env.E2E_DATA_DIR ?? '', { recursive: true, force: true }));
}
