/** How it stands with what is written. */
export type SaveState<Document> =
  | { status: 'pristine' }
  | { status: 'unsaved' }
  | { status: 'saving' }
  | { status: 'saved'; at: number }
  /** It may pass, and is tried again by itself. */
  | { status: 'failed'; error: Error }
  /** It cannot be sent as it stands. */
  | { status: 'invalid' }
  /** Another window was quicker, with something else. */
  | { status: 'conflict'; theirs: Document }
  /** Deleted meanwhile, or its patient. */
  | { status: 'deleted' }
  | { status: 'refused'; error: Error };
