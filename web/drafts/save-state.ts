/** How it stands with what is written. */
export type SaveState<Document> =
  | { is: 'untouched' }
  | { is: 'unsaved' }
  | { is: 'saving' }
  | { is: 'saved'; at: number }
  /** It may pass, and is tried again by itself. */
  | { is: 'failed'; error: Error }
  /** It cannot be sent as it stands. */
  | { is: 'invalid' }
  /** Another window was quicker, with something else. */
  | { is: 'overtaken'; theirs: Document }
  /** Deleted meanwhile, or its patient. */
  | { is: 'gone' }
  | { is: 'refused'; error: Error };
