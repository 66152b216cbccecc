import { type Cie10Counts, canonicalCie10 } from '#contract/cie10';
import { fold } from '#contract/fold';
import { requiredLine } from '#contract/text';

/** The origin of a description, in ascending precedence. A higher source is never replaced by a lower one. */
const SOURCES = ['base', 'curated', 'official'] as const;
export type Source = (typeof SOURCES)[number];

export interface CatalogueCode {
  code: string;
  description: string;
  source: Source;
}

/** A line of a list, unparsed. */
export interface Row {
  code: string;
  description: string;
}

export interface ImportPlan {
  /** The codes to write. */
  codes: CatalogueCode[];
  /**
   * `skipped` counts lines without effect: a description that is present already or comes from a higher source, a
   * repeated code, a line that is not a code (a chapter, a group). `errors` counts malformed codes.
   */
  counts: Omit<Cie10Counts, 'total'>;
}

/** Code and description together must fit into a diagnosis. */
const Description = requiredLine('missing', 480).transform((text) => text.replaceAll(/\s+/g, ' '));

/** Compares a list with the catalogue. */
export function planImport(present: CatalogueCode[], rows: Row[], source: Source): ImportPlan {
  const catalogue = new Map(present.map((one) => [one.code, one]));
  const seen = new Set<string>();
  const codes: CatalogueCode[] = [];
  const counts = { added: 0, updated: 0, skipped: 0, errors: 0 };

  for (const row of rows) {
    const code = canonicalCie10(row.code);
    const description = Description.safeParse(row.description).data;
    if (!code || !description) {
      counts[code || beginsLikeCode(row.code) ? 'errors' : 'skipped']++;
      continue;
    }
    const old = catalogue.get(code);
    if (seen.has(code) || (old && SOURCES.indexOf(old.source) > SOURCES.indexOf(source))) {
      counts.skipped++;
      continue;
    }
    seen.add(code);
    const text = spell(description, old?.description);
    counts[!old ? 'added' : old.description === text ? 'skipped' : 'updated']++;
    if (old?.description !== text || old.source !== source) codes.push({ code, description: text, source });
  }
  return { codes, counts };
}

/** 'E1l.0' is a malformed code. 'A00-B99' is a group, 'M8000/3' a tumour morphology, 'XIV' a chapter. */
const beginsLikeCode = (text: string) => /^\s*[a-z]\d[^-–/]*$/i.test(text);

/** Roman numerals and acronyms keep their capitals. */
const CAPITALS = /\b(?:[ivx]{2,}|vih|sida|sars|covid|adn)\b/g;

/** A text in capitals carries no spelling. If the catalogue has the same words, their spelling is kept. */
function spell(text: string, present: string | undefined): string {
  if (text !== text.toUpperCase()) return text;
  if (present !== undefined && fold(present) === fold(text)) return present;
  const lower = text.toLowerCase().replaceAll(CAPITALS, (word) => word.toUpperCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
