import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createPrinter } from '#server/pdf/printer';
import { loadSigningIdentity } from '#server/pdf/signing/identity';
import { browserOptions } from '../tools/browser.ts';
import { sampleFooter, sampleHtml, samplePrintable, worstPrintables } from './documents-sample.ts';
import { atLeast, atMost, type Figure } from './measure.ts';

const DOCUMENTS = 60;
const BROWSER_DOCUMENTS = 20;
const WARM_UP = 10;
const WORST_ROUNDS = 3;
const TICK_MS = 10;

/** Measures memory and CPU time of a signed document, compared with a browser that prints the same content unsigned. */
export async function benchDocuments(): Promise<Figure[]> {
  const ours = await printOurs();
  const theirs = await printTheirs();
  return [
    atMost('CPU of a signed document', ours.cpuMs, 45, 'ms'),
    atLeast('CPU of a browser printing it, in ours', theirs / ours.cpuMs, 3.5, 'times'),
    atMost('size of the signed document', ours.kilobytes, 75, 'kB'),
    atMost('memory that the workers took', ours.memoryMb, 300, 'MB'),
    atMost('memory after the longest notes there can be', ours.worstMemoryMb, 900, 'MB'),
  ];
}

async function printOurs() {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-bench-'));
  const identity = await loadSigningIdentity(undefined, folder, new Date());
  const memory = () => process.memoryUsage.rss() / 1e6;
  const before = memory();
  const printer = createPrinter({ signer: identity, timestampUrl: undefined });
  try {
    for (let count = 0; count < WARM_UP; count++) await printer.print(samplePrintable());
    const start = process.cpuUsage();
    let bytes = 0;
    for (let count = 0; count < DOCUMENTS; count++) bytes = (await printer.print(samplePrintable())).pdf.length;
    const { user, system } = process.cpuUsage(start);
    const memoryMb = memory() - before;
    for (let round = 0; round < WORST_ROUNDS; round++)
      await Promise.all(worstPrintables().map((printable) => printer.print(printable)));
    return {
      cpuMs: (user + system) / 1000 / DOCUMENTS,
      kilobytes: bytes / 1000,
      memoryMb,
      worstMemoryMb: memory() - before,
    };
  } finally {
    await printer.close();
    await rm(folder, { recursive: true });
  }
}

/** The browser in its fastest setup: one page stays open and fonts are local. Only browser processes are counted. */
async function printTheirs(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-bench-'));
  const file = join(folder, 'sample.html');
  await writeFile(file, sampleHtml());
  const server = await chromium.launchServer({ ...browserOptions(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    const print = async () => {
      await page.goto(`file://${file}`);
      await page.pdf({
        format: 'A4',
        printBackground: true,
        tagged: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: sampleFooter(),
        margin: { top: '1.5cm', bottom: '4.5cm', left: '1.9cm', right: '1.9cm' },
      });
    };
    for (let count = 0; count < WARM_UP; count++) await print();
    const root = server.process().pid ?? 0;
    const start = await cpuOfTree(root);
    for (let count = 0; count < BROWSER_DOCUMENTS; count++) await print();
    return ((await cpuOfTree(root)) - start) / BROWSER_DOCUMENTS;
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** CPU milliseconds of a process and its descendants. */
async function cpuOfTree(root: number): Promise<number> {
  const processes = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf));
  const known = new Set([root]);
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const one of processes) if (one && known.has(one.parent)) known.add(one.id);
  }
  return processes.reduce((sum, one) => sum + (one && known.has(one.id) ? one.cpuMs : 0), 0);
}

async function statOf(id: string) {
  try {
    const text = await readFile(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]);
    return { id: Number(id), parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}
