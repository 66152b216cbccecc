import { expect, test } from 'vitest';
import { MAX_SIGNATURE_BYTES } from '#contract/signature';
import { fileProblem, inKilobytes } from '#web/signature/signature-file.ts';

test.each(['image/png', 'image/jpeg', 'image/jpg', 'image/gif'])('%s of 2 MB is taken', (type) => {
  expect(fileProblem({ type, size: MAX_SIGNATURE_BYTES })).toBeUndefined();
});

test.each(['application/pdf', 'image/webp', 'image/svg+xml', ''])('%j is no such picture, however large', (type) => {
  expect(fileProblem({ type, size: 10 * MAX_SIGNATURE_BYTES })).toEqual({
    title: 'Tipo de archivo no válido',
    description: 'Solo se permiten imágenes PNG, JPG, JPEG o GIF',
  });
});

test.each([
  [MAX_SIGNATURE_BYTES + 1, '2,01 MB'],
  [3_500_000, '3,34 MB'],
  [12 * 1024 * 1024, '12 MB'],
])('a picture of %i bytes is too large, and its size is said', (size, said) => {
  expect(fileProblem({ type: 'image/png', size })).toEqual({
    title: 'Archivo demasiado grande',
    description: `El archivo pesa ${said}. El tamaño máximo permitido es de 2 MB.`,
  });
});

test('an empty file is not sent', () => {
  expect(fileProblem({ type: 'image/png', size: 0 })?.title).toBe('El archivo está vacío');
  expect(fileProblem({ type: 'image/png', size: 1 })).toBeUndefined();
});

test('sizes are told in KB, and only what is empty has none', () => {
  expect([0, 1, 1024, 35_000, 2_000_000].map(inKilobytes)).toEqual(['0 KB', '1 KB', '1 KB', '34 KB', '1.953 KB']);
});
