/** 'María José Núñez de la Fuente' → 'M. J. N. d. l. F.' */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s-]+/)
    .flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
    .map((letter) => `${letter}.`)
    .join(' ');
