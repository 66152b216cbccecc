/** Choices of an account that stay in this browser, which several people may use. None of them tells of a patient. */
type Choice = 'firstSteps' | 'passkeyOffer' | 'singleKeyShortcuts' | `note-${NotePart}`;

/** The parts of the note editor that can be folded. */
export type NotePart = 'summary' | 'measurements' | 'prescriptions';

const keyOf = (choice: Choice, userId: string) => `${choice}:${userId}`;

const read = (choice: Choice, userId: string) => localStorage.getItem(keyOf(choice, userId));

const write = (choice: Choice, userId: string, value: string) => localStorage.setItem(keyOf(choice, userId), value);

/** The first steps were shown in this browser, or are shown no more. Undefined before the first visit. */
export function firstStepsState(userId: string): 'shown' | 'closed' | undefined {
  const stored = read('firstSteps', userId);
  return stored === 'shown' || stored === 'closed' ? stored : undefined;
}

export const setFirstStepsState = (userId: string, state: 'shown' | 'closed'): void =>
  write('firstSteps', userId, state);

/** A passkey was offered to the account in this browser, or one was used. */
export const wasPasskeyOffered = (userId: string): boolean => read('passkeyOffer', userId) !== null;

export const setPasskeyOffered = (userId: string): void => write('passkeyOffer', userId, 'shown');

/** Speech input may type a letter by accident, so the shortcuts of a single key can be switched off. */
export const allowsSingleKeys = (userId: string): boolean => read('singleKeyShortcuts', userId) !== 'off';

export const setSingleKeys = (userId: string, isOn: boolean): void =>
  write('singleKeyShortcuts', userId, isOn ? 'on' : 'off');

/** Undefined before the first choice. */
export function isNotePartOpen(userId: string, part: NotePart): boolean | undefined {
  const stored = read(`note-${part}`, userId);
  return stored === null ? undefined : stored === 'open';
}

export const setNotePartOpen = (userId: string, part: NotePart, isOpen: boolean): void =>
  write(`note-${part}`, userId, isOpen ? 'open' : 'folded');
