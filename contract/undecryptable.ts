import { z } from 'zod';

/** In place of each text that the server could not decrypt. */
export const UNDECRYPTABLE_TEXT = 'No se pudo descifrar';

/** Present when a text of the record could not be decrypted. It is kept as it is: no change of it is accepted. */
export const undecryptable = z.literal(true).optional();
