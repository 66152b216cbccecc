/** Gives false when the page has nothing to lose: then nobody was asked. */
type Guard = (go: () => void) => boolean;

let guard: Guard | undefined;

/**
 * For ways out that are no change of address, as logging out: a page that has something to lose asks before `go`. Where
 * nobody is asked, `unasked`.
 */
export function requestLeave(go: () => void, unasked: () => void): void {
  if (!guard?.(go)) unasked();
}

export function onLeaveRequest(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
