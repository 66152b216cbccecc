import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '#web/ui/media-query.ts';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

const TELEPHONE = '(width < 40rem), (height < 30rem)';
const FIELDS = `#${CONTENT_ID} :is(textarea, select, input:not([type=checkbox], [type=file]))`;

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.matches(FIELDS);

interface Folding {
  bar: RefObject<HTMLDivElement | null>;
  isFolded: boolean;
  /** The height that the bar had. The page keeps it, so that the field does not move away under the finger. */
  height: number | undefined;
}

/** On a telephone, a bar at the top folds while a field has the focus: the keyboard takes half of the screen. */
export function useFolding(): Folding {
  const bar = useRef<HTMLDivElement>(null);
  const isTelephone = useMediaQuery(TELEPHONE);
  const [height, setHeight] = useState<number>();
  // The focus is no state of React.
  useEffect(() => {
    const follow = (focused: EventTarget | null) =>
      setHeight((kept) => (isField(focused) ? (kept ?? bar.current?.getBoundingClientRect().height) : undefined));
    const onFocusIn = ({ target }: FocusEvent) => follow(target);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => follow(relatedTarget);
    follow(document.activeElement);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, []);
  const isFolded = isTelephone && height !== undefined;
  return { bar, isFolded, height: isFolded ? height : undefined };
}
