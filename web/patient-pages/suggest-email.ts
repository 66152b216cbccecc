/** Where people in Chile have their mail. A domain of this list is never questioned. */
const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'hotmail.cl',
  'hotmail.es',
  'outlook.com',
  'outlook.cl',
  'outlook.es',
  'live.com',
  'live.cl',
  'yahoo.com',
  'yahoo.es',
  'yahoo.cl',
  'icloud.com',
  'msn.com',
  'protonmail.com',
  'proton.me',
  'vtr.net',
  'uc.cl',
  'uchile.cl',
  'usach.cl',
  'uach.cl',
  'unach.cl',
  'udec.cl',
  'ymail.com',
  'mail.com',
  'email.com',
  'gmx.com',
  'me.com',
  'mac.com',
];
/** These providers have one ending. */
const SOLE_ENDINGS = ['gmail', 'icloud'];
/** Shorter names are near to many others. */
const SHORTEST_NAME = 5;
const SHORTEST_DOMAIN = 8;

/** 'rosa@gmal.com' → 'rosa@gmail.com'. Undefined for an address without an obvious mistake. */
export function suggestedEmail(typed: string): string | undefined {
  const [, person, written = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!person || DOMAINS.includes(written)) return undefined;
  const domain = DOMAINS.find((known) => isMistyped(written, known));
  return domain && `${person}@${domain}`;
}

function isMistyped(written: string, known: string): boolean {
  if (known.length >= SHORTEST_DOMAIN && isNear(written, known)) return true;
  const [name, ending] = splitDomain(known);
  const [writtenName, writtenEnding] = splitDomain(written);
  const isName = writtenName === name || (name.length >= SHORTEST_NAME && isNear(writtenName, name));
  if (!isName) return false;
  return writtenEnding === '' || SOLE_ENDINGS.includes(name) || isNear(writtenEnding, ending);
}

function splitDomain(domain: string): [name: string, ending: string] {
  const [name = '', ...ending] = domain.split('.');
  return [name, ending.join('.')];
}

/** Whether two texts differ by one letter: missing, added, another one, or exchanged with the next. */
function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  if (long.length === short.length + 1) return rest(long, 1) === rest(short, 0);
  if (long.length !== short.length) return false;
  if (rest(one, 1) === rest(other, 1)) return true;
  return one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2);
}
