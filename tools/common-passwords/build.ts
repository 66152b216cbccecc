import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from '#contract/auth';

const COUNT = 10_000;
const TARGET = join(import.meta.dirname, '../../web/auth/common-passwords.txt');

/**
 * Writes the list that the hint under a new password uses: of the most common passwords those that are long enough to be
 * accepted, sorted, because that compresses best. The argument is a JSON array, the most common first.
 */
const [source = ''] = process.argv.slice(2);
const ranked = z.array(z.string()).parse(JSON.parse(await readFile(source, 'utf8')));
const accepted = ranked.slice(0, COUNT).filter((password) => password.length >= MIN_PASSWORD_LENGTH);
await writeFile(TARGET, `${accepted.sort().join('\n')}\n`);
