import { SaxesParser } from 'saxes';
import { fileRefused, refusalOf } from './table.ts';

/** Names are without the prefix of their namespace. */
interface Handlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads a part while it is inflated. It never has a document type, which could define entities. */
export async function readXml(stream: AsyncIterable<Uint8Array>, { open, text, close }: Handlers): Promise<void> {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', () => {
    throw fileRefused('IMPORT_UNREADABLE');
  });
  parser.on('doctype', () => {
    throw fileRefused('IMPORT_UNREADABLE');
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(local(name), attributes));
  if (text) parser.on('text', text);
  if (text) parser.on('cdata', text);
  if (close) parser.on('closetag', ({ name }) => close(local(name)));

  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of stream) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    // Otherwise the data is damaged: not inflatable, or not UTF-8.
    throw refusalOf(error) ? error : fileRefused('IMPORT_UNREADABLE');
  }
}

/** Limits what is inflated in all, whatever the archive says of its sizes. */
export function createByteBudget(maxBytes: number) {
  let inflated = 0;
  return async function* (stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      inflated += chunk.length;
      if (inflated > maxBytes) throw fileRefused('IMPORT_TOO_LARGE');
      yield chunk;
    }
  };
}
