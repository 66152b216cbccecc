type Guard = (go: () => void) => void;

let guard: Guard | undefined;

/**
 * For ways out that are no change of address, as logging out: a page that has something to lose asks before `go`. Where
 * no page stands guard, `unguarded`.
 */
export function leave(go: () => void, unguarded: () => void): void {
  if (guard) guard(go);
  else unguarded();
}

export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
