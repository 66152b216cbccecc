type Guard = (go: () => void) => void;

let guard: Guard | undefined;

/** Whoever has something to lose is asked before `go`: for ways out that are no change of address, as logging out. */
export function leave(go: () => void): void {
  if (guard) guard(go);
  else go();
}

export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
