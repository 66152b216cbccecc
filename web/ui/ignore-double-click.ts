import type { MouseEvent } from 'react';

/**
 * A double click is one press. Its second half counts neither for the button that took the first, which may not know
 * yet that it is busy, nor for one that has just come to stand in its place.
 */
export const ignoreDoubleClick =
  (press: () => void) =>
  ({ detail: clicks }: MouseEvent): void => {
    if (clicks <= 1) press();
  };
