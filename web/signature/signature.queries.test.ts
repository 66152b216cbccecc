import { expect, test } from 'vitest';
import { ApiError } from '#web/platform/api-error.ts';
import { uploadFailure } from '#web/signature/signature.queries.ts';

const OTHERWISE = 'Error al subir la firma. Verifica tu conexión e intenta nuevamente.';

test.each([
  [
    new ApiError(413, { error: 'El contenido enviado es demasiado grande' }, 'x'),
    /^El archivo es demasiado grande\. El tamaño máximo permitido es de 2MB/,
  ],
  [new ApiError(413, {}, 'x'), /^El archivo es demasiado grande\. El tamaño máximo permitido es de 2MB/],
  [new ApiError(400, { error: 'Tipo de archivo no válido' }, 'x'), /^Tipo de archivo no válido$/],
  [new ApiError(500, {}, 'El servidor respondió con un error (500).'), OTHERWISE],
  [new ApiError(0, {}, 'No se pudo conectar con el servidor.'), OTHERWISE],
  [new Error('cualquier cosa'), OTHERWISE],
])('the message of %s', (error, message) => {
  expect(uploadFailure(error)).toMatch(message);
});
