import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { onLeaveRequest } from '#web/platform/leave-request.ts';
import { isSignedIn } from '#web/platform/session.ts';
import { LeaveDialog } from '#web/ui/leave-dialog.tsx';

interface Props {
  /** The address that the first save gives to the page: moving there is not leaving. */
  ownAddress?: string;
  isUnsaved: () => boolean;
  onDiscard: () => void;
  /** Resolves to false when the save failed; then the page is not left. */
  onSave: () => Promise<boolean>;
}

/** The forms of the page, with their last props. */
let forms: readonly RefObject<Props>[] = [];
const listeners = new Set<() => void>();

function setForms(next: readonly RefObject<Props>[]): void {
  forms = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const unsavedForms = (): Props[] => forms.map(({ current }) => current).filter(({ isUnsaved }) => isUnsaved());

const hasUnsaved = (): boolean => unsavedForms().length > 0;

/**
 * Asks before a page with unsaved changes is left by a link, by the browser or by logging out. The router allows one
 * blocker, so the first of several forms asks for all of them.
 */
export function LeaveGuard(props: Props) {
  const form = useRef(props);
  useLayoutEffect(() => {
    form.current = props;
  });
  useEffect(() => {
    setForms([...forms, form]);
    return () => setForms(forms.filter((one) => one !== form));
  }, []);
  const first = useSyncExternalStore(subscribe, () => forms[0]);
  return first === form && <Guard />;
}

function Guard() {
  // An ended session leads to the login without asking: the unsaved changes are restored afterwards.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isSignedIn() &&
      currentLocation.pathname !== nextLocation.pathname &&
      forms.every(({ current }) => current.ownAddress !== nextLocation.pathname) &&
      hasUnsaved(),
  );
  const [exit, setExit] = useState<() => void>();
  const [saving, setSaving] = useState(false);

  useEffect(
    () =>
      onLeaveRequest((go) => {
        const asks = hasUnsaved();
        if (asks) setExit(() => go);
        return asks;
      }),
    [],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);

  const stay = () => {
    setExit(undefined);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const go = blocker.state === 'blocked' ? blocker.proceed : exit;
  if (!go) return null;
  const save = async () => {
    setSaving(true);
    const saved = await Promise.all(unsavedForms().map(({ onSave }) => onSave()));
    setSaving(false);
    if (saved.every(Boolean)) go();
    else stay();
  };
  return (
    <LeaveDialog
      busy={saving}
      onStay={stay}
      onLeave={() => {
        for (const { onDiscard } of unsavedForms()) onDiscard();
        go();
      }}
      onSave={() => void save()}
    />
  );
}
