import sharp from 'sharp';

/** A PDF of one page. `filling` are bytes of a stream that no page shows. */
export function pdfFile(text = 'Hemograma', filling: Uint8Array = new Uint8Array()): Buffer {
  const page = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const stream = (content: Uint8Array | string) =>
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} >>\nstream\n`),
      Buffer.from(content as Uint8Array),
      Buffer.from('\nendstream'),
    ]);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(page),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(filling),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const positions = objects.map((object, index) => {
    const position = length();
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object as Uint8Array), Buffer.from('\nendobj\n'));
    return position;
  });
  const table = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = length();
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`));
  return Buffer.concat(parts);
}

/** A PDF of exactly so many bytes. */
export function pdfOfSize(bytes: number): Buffer {
  let filling = bytes - pdfFile().length;
  // The numbers in the file have more digits when it is larger.
  for (;;) {
    const file = pdfFile('Hemograma', Buffer.alloc(filling, 7));
    if (file.length === bytes) return file;
    filling -= file.length - bytes;
  }
}

/** A picture that tells where it was taken and is stored on its side, as a telephone does. */
export const photo = (width = 40, height = 20, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a05030' } })
    .withExif({
      IFD0: { Artist: 'Rosa', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '39/1 48/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
