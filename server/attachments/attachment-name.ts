import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/attachments';
import { cleanLine } from '#contract/text';

/** In UTF-8, with the ending: the limit of the usual file systems. */
const MAX_NAME_BYTES = 255;
const FORBIDDEN_IN_NAMES = /[<>:"|?*]/g;
/** Names of devices, which Windows does not open as files. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that every system can store, and that ends as the type of the content says: a name may contain folders, and
 * characters that reverse or hide its end.
 */
export function attachmentName(sent: string, type: AttachmentType): string {
  const [ending, ...others] = ATTACHMENT_TYPES[type];
  const name = cleanLine(sent.toWellFormed()).split(/[/\\]/).at(-1) ?? '';
  const readable = name.replaceAll(FORBIDDEN_IN_NAMES, '_').replaceAll(/^[.\s]+|[.\s]+$/g, '');
  const [, stem = readable, known] =
    new RegExp(`^(.*)\\.(${[ending, ...others].join('|')})$`, 'i').exec(readable) ?? [];
  const safe = stem.normalize().replace(DEVICE, '_$1');
  const end = `.${(known ?? ending).toLowerCase()}`;
  return `${cutBytes(safe, MAX_NAME_BYTES - end.length).replaceAll(/[.\s]+$/g, '') || 'archivo'}${end}`;
}

/** The start of a text that takes at most so many bytes in UTF-8. No character is cut in two. */
const cutBytes = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
