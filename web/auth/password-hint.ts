import { useEffect, useState } from 'react';
import { fold } from '#contract/fold';
import { compactRut } from '#contract/rut';

/** What an attacker may know of the person who chooses a password. */
export interface Person {
  name?: string | undefined;
  email?: string | undefined;
  rut?: string | undefined;
}

/** Shorter parts of a name are found in many words by chance: 'Ana' is in 'manzana'. */
const MIN_PART_LENGTH = 4;
const MIN_RUT_LENGTH = 6;

const HINTS = {
  common: 'Es una de las contraseñas más comunes, de las primeras que se prueban. Te conviene elegir otra.',
  email: 'Contiene tu correo, que otras personas conocen. Te conviene elegir otra.',
  name: 'Contiene tu nombre, que otras personas conocen. Te conviene elegir otra.',
  rut: 'Contiene tu RUT, que otras personas pueden averiguar. Te conviene elegir otra.',
} as const;

/** Why a password is easy to guess; undefined when no reason is known. It is advice: the form accepts the password. */
export function passwordHint(password: string, person: Person, common: ReadonlySet<string>): string | undefined {
  if (common.has(password.toLowerCase())) return HINTS.common;
  const folded = fold(password);
  const containsAny = (parts: readonly string[]) =>
    parts.some((part) => part.length >= MIN_PART_LENGTH && folded.includes(part));
  const [mailbox = ''] = fold(person.email ?? '').split('@');
  if (containsAny([mailbox])) return HINTS.email;
  if (containsAny(fold(person.name ?? '').split(/[^\p{L}]+/u))) return HINTS.name;
  const rut = compactRut(person.rut ?? '').slice(0, -1);
  if (rut.length >= MIN_RUT_LENGTH && compactRut(password).includes(rut)) return HINTS.rut;
  return undefined;
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Without the list, as after a failed download, the other reasons are still known. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('./common-passwords.txt?raw').then(({ default: text }) => new Set(text.trimEnd().split('\n')));
  return loading.catch(() => {
    loading = undefined;
    return NONE;
  });
}

const NONE: ReadonlySet<string> = new Set();

/** The hint about what is typed. The list of common passwords is downloaded when the typing begins. */
export function usePasswordHint(password: string, person: Person): string | undefined {
  const [common, setCommon] = useState(NONE);
  const isTyping = password !== '';
  useEffect(() => {
    let isShown = true;
    if (isTyping) void loadCommonPasswords().then((list) => isShown && setCommon(list));
    return () => {
      isShown = false;
    };
  }, [isTyping]);
  return isTyping ? passwordHint(password, person, common) : undefined;
}
