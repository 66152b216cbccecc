/** The password, or where that is not enough, a code of the second factor. */
export type ProofKind = 'password' | 'code';

/** Asks the user to prove who they are. False when they do not. */
type Ask = (kind: ProofKind) => Promise<boolean>;

let ask: Ask | undefined;

/** Requests that need a proof at the same time ask once. */
let asked: Promise<boolean> | undefined;

export function requestProof(kind: ProofKind): Promise<boolean> {
  asked ??= (ask?.(kind) ?? Promise.resolve(false)).finally(() => {
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
