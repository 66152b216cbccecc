/**
 * The way to the signature that a reader takes: from the end of the file to its table, its catalogue, its form, the signature.
 * A text that looks like a signature elsewhere is never on that way.
 */
export function findSignature(pdf: Buffer): { start: number; end: number; range: string } {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64));
  const tableAt = Number(take(/startxref\n(\d+)\n%%EOF\n$/, tail));
  const table = pdf.toString('latin1', tableAt);
  if (!table.startsWith('xref\n0 ')) throw new Error('no table');
  const entries = table.indexOf('\n', 'xref\n'.length) + 1;
  const object = (id: string) => {
    const entry = entries + Number(id) * 20;
    const at = Number(take(/^(\d{10}) 00000 n \n/, table.slice(entry, entry + 20)));
    const end = pdf.indexOf('\nendobj\n', at);
    const text = pdf.toString('latin1', at, end);
    if (!text.startsWith(`${id} 0 obj\n<<\n`)) throw new Error('no object');
    return { at, text };
  };
  const catalog = object(take(/\/Root (\d+) 0 R/, table.slice(table.indexOf('trailer'))));
  const form = object(take(/\n\/AcroForm (\d+) 0 R\n/, catalog.text));
  const field = object(take(/\n\/Fields \[(\d+) 0 R\]\n/, form.text));
  const signature = object(take(/\n\/V (\d+) 0 R\n/, field.text));
  const range = take(/\n\/ByteRange \[(\d+ \d+ \d+ \d+) *\]\n/, signature.text);
  const hex = /\n\/Contents (<[0-9a-f]*>)\n/.exec(signature.text);
  if (!hex?.[1]) throw new Error('no signature');
  const start = signature.at + hex.index + '\n/Contents '.length;
  return { start, end: start + hex[1].length, range };
}

function take(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error('not as we write it');
  return found;
}
