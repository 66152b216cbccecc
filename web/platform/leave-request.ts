/** Returns false when the page has no unsaved changes and does not ask. */
type Guard = (go: () => void) => boolean;

let guard: Guard | undefined;

/** For leaving without a change of address, such as logging out. `go` runs when the guard allows it, or `unguarded`. */
export function requestLeave(go: () => void, unguarded: () => void): void {
  if (!guard?.(go)) unguarded();
}

export function onLeaveRequest(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
