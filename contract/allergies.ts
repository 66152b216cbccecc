import { DRUG_BRANDS } from './drug-brands.ts';
import { DRUG_GROUPS, type DrugGroup } from './drug-groups.ts';
import { fold } from './fold.ts';

/** A word of the recorded allergies that may concern a medicine. */
export interface AllergyMatch {
  /** As it is written in the record. */
  word: string;
  /** The group of the medicine. Undefined when the record has the name of the medicine itself. */
  group: string | undefined;
}

interface Prescribed {
  medicamento: string;
  dci?: string | undefined;
}

/**
 * A word by its sound, so that usual misspellings and variants are equal: 'penisilina', 'Penicilinas' and 'penicilin' are
 * one word, and so are 'ketorolaco' and 'ketorolac'.
 */
function soundOf(word: string): string {
  const folded = fold(word);
  // An abbreviation, as 'AAS', has no other spelling.
  if (folded.length <= 3) return folded;
  return folded
    .replaceAll('ph', 'f')
    .replaceAll('h', '')
    .replaceAll(/z|c(?=[eiy])/g, 's')
    .replaceAll(/qu|k/g, 'c')
    .replaceAll('v', 'b')
    .replaceAll('y', 'i')
    .replaceAll(/(.)\1+/gu, '$1')
    .replace(/(?<=...)s$/, '')
    .replace(/(?<=...)[aeo]$/, '');
}

/** Words of a prescription, or of a record, that name no substance. */
const GENERIC = new Set(
  `alergia alergias alergico alergica alergicos reaccion medicamento medicamentos medicamentosa medicamentosas farmaco
   farmacos antibiotico antibioticos vacuna niega refiere presenta conocida conocidas registra ninguna ninguno
   para como cada desde hasta entre sobre segun donde ante tras pero solo dias horas noche manana veces semanas meses
   comprimido comprimidos capsula capsulas tableta tabletas gragea grageas jarabe gotas crema unguento pomada locion gel
   champu spray aerosol inhalador polvo sobre sobres solucion suspension ampolla ampollas inyectable frasco colirio ovulo
   ovulos supositorio supositorios parche parches liberacion prolongada recubierto recubiertos dispersable masticable
   efervescente sublingual oral topico topica nasal oftalmico oftalmica otico vaginal rectal infantil adulto pediatrico
   forte retard plus duo compuesto acido sodico sodica sodio potasico potasica potasio calcico clorhidrato hidrocloruro
   cloruro sulfato fosfato maleato besilato mesilato tartrato succinato citrato acetato dipropionato valerato trometamina
   monohidrato trihidrato magnesico base agua aceite`
    .split(/\s+/)
    .map(soundOf),
);
const MIN_LETTERS = 4;

interface Word {
  text: string;
  sound: string;
}

/** 'A.A.S.' */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])\.?/gu;

const wordsOf = (text: string): Word[] =>
  (
    text
      .normalize('NFC')
      .replaceAll(INITIALS, (initials) => initials.replaceAll('.', ''))
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).map((one) => ({ text: one, sound: soundOf(one) }));

interface SoundingGroup {
  group: DrugGroup;
  names: string[][];
  members: string[];
}

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** The brands that contain one of the substances. */
const brandsOf = (members: readonly string[]): string[] =>
  Object.keys(DRUG_BRANDS).filter((brand) => listed(DRUG_BRANDS[brand] ?? '').some((one) => members.includes(one)));

/** A name of several words is found as these words in a row. */
const GROUPS: readonly SoundingGroup[] = DRUG_GROUPS.map((group) => ({
  group,
  names: listed(group.names).map((name) => wordsOf(name).map(({ sound }) => sound)),
  members: [...listed(group.members), ...brandsOf(listed(group.members))].map(soundOf),
}));

/** Substances of no group whose names differ from a member's in one letter. */
const LOOK_ALIKES = ['clonidina'];
/** None of them is a misspelling of another. */
const SUBSTANCES = new Set([...GROUPS.flatMap(({ members }) => members), ...LOOK_ALIKES.map(soundOf)]);

/** A long word with one letter missing, added or wrong is the same word. */
const MISSPELT_LETTERS = 7;

function isSame(sound: string, other: string): boolean {
  if (sound === other) return true;
  if (Math.min(sound.length, other.length) < MISSPELT_LETTERS || Math.abs(sound.length - other.length) > 1)
    return false;
  if (SUBSTANCES.has(sound) && SUBSTANCES.has(other)) return false;
  const [short, long] = sound.length <= other.length ? [sound, other] : [other, sound];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/** The words that name the group, joined where a name has several. */
function namesIn({ names }: SoundingGroup, words: readonly Word[]): Word[] {
  return words.flatMap((_, at) => {
    const name = names.find((sounds) => sounds.every((one, offset) => isSame(words[at + offset]?.sound ?? '', one)));
    return name ? [joined(words.slice(at, at + name.length))] : [];
  });
}

const joined = (words: readonly Word[]): Word => ({
  text: words.map(({ text }) => text).join(' '),
  sound: words.map(({ sound }) => sound).join(' '),
});

/** The words that name a drug of the group. */
const drugsIn = ({ group, members }: SoundingGroup, words: readonly Word[]): Word[] =>
  words.filter(({ sound }) => group.stem?.test(sound) || members.some((member) => isSame(sound, member)));

/** Each word once, so that long texts cost little. */
const distinct = (words: readonly Word[]): Word[] => [...new Map(words.map((word) => [word.sound, word])).values()];

/** More than any medicine has. */
const MAX_PRESCRIBED_WORDS = 40;
/** More than the name of any substance. */
const MAX_WORD_LENGTH = 60;

/**
 * The words of the recorded allergies that may concern a medicine: its name, a drug of its group, the name of the group,
 * or a group that may cross-react. A denial is not understood: 'niega alergia a penicilina' asks too, 'niega alergias' does
 * not, because it names no drug. The record is read once for all medicines of a note.
 */
export function allergyMatcher(allergies: string | null | undefined): (prescribed: Prescribed) => AllergyMatch[] {
  const recorded = wordsOf(allergies ?? '');
  const names = distinct(recorded).filter(({ text, sound }) => !GENERIC.has(sound) && !/^\d/.test(text));
  const wordsOfGroup = new Map<string, Word[]>();
  for (const one of GROUPS) {
    const drugs = one.group.isByNameOnly ? [] : drugsIn(one, distinct(recorded));
    wordsOfGroup.set(one.group.name, distinct([...drugs, ...namesIn(one, recorded)]));
  }
  return ({ medicamento, dci }) => {
    if (recorded.length === 0) return [];
    const prescribed = wordsOf(`${medicamento} ${dci ?? ''}`).slice(0, MAX_PRESCRIBED_WORDS);
    const found = new Map<string, AllergyMatch>();
    const add = ({ text, sound }: Word, group: string | undefined) => {
      if (!found.has(sound)) found.set(sound, { word: text.slice(0, MAX_WORD_LENGTH), group });
    };
    const words = distinct(prescribed);
    const own = words.filter(({ text, sound }) => text.length >= MIN_LETTERS && !GENERIC.has(sound));
    for (const word of names) if (own.some((one) => isSame(one.sound, word.sound))) add(word, undefined);
    for (const one of GROUPS) {
      const { name, related = [] } = one.group;
      const concerned = [name, ...related].flatMap((group) => wordsOfGroup.get(group) ?? []);
      if (concerned.length === 0) continue;
      if (drugsIn(one, words).length === 0 && namesIn(one, prescribed).length === 0) continue;
      for (const word of concerned) add(word, name);
    }
    return [...found.values()];
  };
}

export const allergyMatches = (allergies: string | null | undefined, prescribed: Prescribed): AllergyMatch[] =>
  allergyMatcher(allergies)(prescribed);

/** '«penicilina» (cefalosporinas), «losartán»' */
export const matchesText = (matches: readonly AllergyMatch[]): string =>
  matches.map(({ word, group }) => (group ? `«${word}» (${group})` : `«${word}»`)).join(', ');
