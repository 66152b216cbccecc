/** Words within a name that begin with a small letter: 'María de la Luz', 'Juan y Medio'. */
const PARTICLES = [
  'de',
  'del',
  'la',
  'las',
  'lo',
  'los',
  'y',
  'e',
  'i',
  'da',
  'do',
  'dos',
  'di',
  'van',
  'von',
  'der',
  'den',
];

/** 'rosa díaz de la fuente' → 'Rosa Díaz de la Fuente'. A word that has a capital stays as it is. */
export function capitalizeName(name: string): string {
  let isFirst = true;
  return name.replaceAll(/\S+/gu, (word) => {
    const stays = /\p{Lu}/u.test(word) || (!isFirst && PARTICLES.includes(word));
    isFirst = false;
    return stays
      ? word
      : word.replaceAll(/(^|[-'’])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
  });
}
