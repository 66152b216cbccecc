import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The packages that a program loads, as the loader of Node resolves them. */
async function packagesLoadedBy(script: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import(${JSON.stringify(script)});
    process.stdout.write(JSON.stringify(urls), () => process.exit());`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  return (JSON.parse(stdout) as string[]).flatMap((url) => PACKAGE.exec(url)?.[1] ?? []);
}

test('the module that serves loads no library that only some requests or installations need', async () => {
  const loaded = new Set(await packagesLoadedBy(join(import.meta.dirname, 'serve.ts')));
  expect(loaded).toContain('fastify');
  const onDemand = [
    '@simplewebauthn/server',
    'age-encryption',
    'ical.js',
    'nodemailer',
    'pdfjs-dist',
    'pdfkit',
    'pkijs',
    'prom-client',
    'saxes',
    'sharp',
    'web-push',
    'yauzl',
  ];
  expect(onDemand.filter((name) => loaded.has(name))).toEqual([]);
});
