import type { Command } from '#web/app/commands.ts';
import { NEW_APPOINTMENT_ADDRESS, NEW_PATIENT_ADDRESS, PATHS } from '#web/platform/paths.ts';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

interface Keys {
  key: string;
  /** Together with Ctrl, or with ⌘ on a Mac. */
  withControl?: true;
}

export interface Shortcut {
  /** Each of them does the same. */
  keys: readonly Keys[];
  text: string;
  command: Command;
  /** An administrator has no patients. */
  needsPatients?: true;
  /** Not every assistant may create patients. */
  editsPatients?: true;
}

/** All shortcuts. The list that the user sees is made from this table. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: [{ key: '/' }, { key: 'k', withControl: true }], text: 'Buscar', command: { open: 'search' } },
  { keys: [{ key: 'c' }], text: 'Nueva cita', command: { go: NEW_APPOINTMENT_ADDRESS }, needsPatients: true },
  {
    keys: [{ key: 'n' }],
    text: 'Nuevo paciente',
    command: { go: NEW_PATIENT_ADDRESS },
    needsPatients: true,
    editsPatients: true,
  },
  { keys: [{ key: 'i' }], text: 'Ir al inicio', command: { go: PATHS.home } },
  { keys: [{ key: 'a' }], text: 'Ir a la agenda', command: { go: PATHS.agenda } },
  { keys: [{ key: 'p' }], text: 'Ir a los pacientes', command: { go: PATHS.patients } },
  { keys: [{ key: '?' }], text: 'Ver los atajos de teclado', command: { open: 'shortcuts' } },
];

export const shortcutsOf = (isAdmin: boolean, canEditPatients = true): readonly Shortcut[] =>
  SHORTCUTS.filter(
    ({ needsPatients, editsPatients }) => !(isAdmin && needsPatients) && (canEditPatients || !editsPatients),
  );

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Shift is part of how a keyboard writes '/' or '?', so it counts for letters alone. */
function isPressed({ key, withControl }: Keys, press: Press): boolean {
  const hasControl = press.ctrlKey || press.metaKey;
  const isShifted = press.shiftKey && /^[a-z]$/i.test(key);
  return press.key.toLowerCase() === key && hasControl === (withControl === true) && !press.altKey && !isShifted;
}

/** The shortcut of that press. Keys without Ctrl can be switched off. */
export function shortcutFor(press: Press, among: readonly Shortcut[], allowsSingleKeys: boolean): Shortcut | undefined {
  return among.find(({ keys }) => keys.some((one) => (allowsSingleKeys || one.withControl) && isPressed(one, press)));
}

const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const DIALOGS = 'dialog[open], :is([role="dialog"], [role="alertdialog"]):not([data-state="closed"])';

/** The focus is in a field or in a dialog. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(`${FIELDS}, ${DIALOGS}`) !== null;

/** The user types in a field, or a dialog has the keyboard. */
export const isKeyboardTaken = (event: Event): boolean => isTyping(event) || document.querySelector(DIALOGS) !== null;

const FORMS = 'form, textarea:not([disabled], [readonly])';
const LOADING_EDITOR = '[role="status"][aria-busy="true"]';

/** The page has a form or will have one: letters that are typed without a focus are meant for a field. */
export const isForWriting = (): boolean =>
  document.querySelector(`#${CONTENT_ID} :is(${FORMS}, ${LOADING_EDITOR})`) !== null;

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The names of the keys, as they are written on the keyboard. */
export const namesOf = ({ key, withControl }: Keys): readonly string[] => {
  const name = key.toUpperCase();
  if (!withControl) return [name];
  return [isMac() ? '⌘' : 'Ctrl', name];
};

/** For `aria-keyshortcuts`. */
export const ariaKeys = ({ keys }: Shortcut): string =>
  keys.map(({ key, withControl }) => (withControl ? `Control+${key} Meta+${key}` : key)).join(' ');
