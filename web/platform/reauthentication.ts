/** Asks the user to prove who they are. False when they do not. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Requests that need a proof at the same time ask once. */
let asked: Promise<boolean> | undefined;

export function requestProof(): Promise<boolean> {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined;
  });
  return asked;
}

export function onProofRequest(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}
