import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/attachments';
import { cleanLine } from '#contract/text';

const MAX_NAME_LENGTH = 120;
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
  const safe = stem.replaceAll(/[.\s]+$/g, '').replace(DEVICE, '_$1') || 'archivo';
  const room = MAX_NAME_LENGTH - 5;
  return `${[...safe.normalize()].slice(0, room).join('')}.${(known ?? ending).toLowerCase()}`;
}
