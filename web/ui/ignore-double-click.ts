import type { MouseEvent } from 'react';

/**
 * Ignores the second click of a double click. The button may not be busy yet when it arrives, or another button may
 * have appeared in its place.
 */
export const ignoreDoubleClick =
  (press: () => void) =>
  ({ detail: clicks }: MouseEvent): void => {
    if (clicks <= 1) press();
  };
