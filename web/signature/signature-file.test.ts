import { expect, test } from 'vitest';
import { MAX_SIGNATURE_BYTES } from '#contract/signature';
import { fileProblem, inKilobytes } from '#web/signature/signature-file.ts';

test.each(['image/png', 'image/jpeg', 'image/jpg', 'image/gif'])('%s of 2 MB is accepted', (type) => {
  expect(fileProblem({ type, size: MAX_SIGNATURE_BYTES })).toBeUndefined();
});

test.each(['application/pdf', 'image/webp', 'image/svg+xml', ''])(
  '%j is not an accepted type, whatever its size',
  (type) => {
    expect(fileProblem({ type, size: 10 * MAX_SIGNATURE_BYTES })).toEqual({
      title: 'Tipo de archivo no válido',
      description: 'Solo se permiten imágenes PNG, JPG, JPEG o GIF',
    });
  },
);

test.each([
  [MAX_SIGNATURE_BYTES + 1, '2,01 MB'],
  [3_500_000, '3,34 MB'],
  [12 * 1024 * 1024, '12 MB'],
])('an image of %i bytes is too large, and the message has its size', (size, said) => {
  expect(fileProblem({ type: 'image/png', size })).toEqual({
    title: 'Archivo demasiado grande',
    description: `El archivo pesa ${said}. El tamaño máximo permitido es de 2 MB.`,
  });
});

test('an empty file is not accepted', () => {
  expect(fileProblem({ type: 'image/png', size: 0 })?.title).toBe('El archivo está vacío');
  expect(fileProblem({ type: 'image/png', size: 1 })).toBeUndefined();
});

test('sizes are in KB, and only an empty file has 0 KB', () => {
  expect([0, 1, 1024, 35_000, 2_000_000].map(inKilobytes)).toEqual(['0 KB', '1 KB', '1 KB', '34 KB', '1.953 KB']);
});
