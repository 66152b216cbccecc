import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/attachments';
import { cleanLine } from '#contract/clean-text';

/** In UTF-8, with the ending: the limit of the usual file systems. */
const MAX_NAME_BYTES = 255;
/**
 * Characters that hide the end of a name, or make two names look the same. The joiners that emoji need are among them.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/**
 * Four marks on a letter are enough for every language in daily use. Hundreds would cover the lines above and below.
 */
const SURPLUS_MARKS = /(?<=\p{M}{4})\p{M}+/gu;
const FORBIDDEN_IN_NAMES = /[<>:"|?*]/g;
/** The pattern is tried only at the start of a run: at each of its characters it would take quadratic time. */
const TRAILING = /(?<![.\s])[.\s]+$/;
/** Names of devices, which Windows does not open as files. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that every system can store, and that ends as the type of the content says: a name may contain folders, and
 * characters that reverse or hide its end.
 */
export function attachmentName(sent: string, type: AttachmentType): string {
  const [ending, ...others] = ATTACHMENT_TYPES[type];
  const visible = cleanLine(sent.toWellFormed()).replaceAll(INVISIBLE, '').normalize().replaceAll(SURPLUS_MARKS, '');
  const name = visible.split(/[/\\]/).at(-1) ?? '';
  // A mark needs a letter before it.
  const readable = name
    .replaceAll(FORBIDDEN_IN_NAMES, '_')
    .replace(/^[.\s\p{M}]+/u, '')
    .replace(TRAILING, '');
  const [, stem = readable, known] =
    new RegExp(`^(.*)\\.(${[ending, ...others].join('|')})$`, 'i').exec(readable) ?? [];
  const safe = stem.replace(DEVICE, '_$1');
  const end = `.${(known ?? ending).toLowerCase()}`;
  return `${cutBytes(safe, MAX_NAME_BYTES - end.length).replace(TRAILING, '') || 'archivo'}${end}`;
}

/** The start of a text that takes at most so many bytes in UTF-8. No character is cut in two. */
const cutBytes = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
