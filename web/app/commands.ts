/** What a shortcut or an entry of the search does: it opens a dialog, or goes to an address. */
export type Command = { open: 'search' | 'shortcuts' } | { go: string };
