/** The names of the two hashes of a document. Pages, paper and exports use the same ones. */
export const CONTENT_HASH_NAME = 'Huella del contenido (SHA-256)';
export const FILE_HASH_NAME = 'Huella del archivo (SHA-256)';
