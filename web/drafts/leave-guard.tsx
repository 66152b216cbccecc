import { useEffect, useState } from 'react';
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

/** Asks before a page with unsaved changes is left by a link, by the browser or by logging out. */
export function LeaveGuard({ ownAddress, isUnsaved, onDiscard, onSave }: Props) {
  // An ended session leads to the login without asking: the unsaved changes are restored afterwards.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isSignedIn() &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== ownAddress &&
      isUnsaved(),
  );
  const [exit, setExit] = useState<() => void>();
  const [saving, setSaving] = useState(false);

  useEffect(
    () =>
      onLeaveRequest((go) => {
        const asks = isUnsaved();
        if (asks) setExit(() => go);
        return asks;
      }),
    [isUnsaved],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  const stay = () => {
    setExit(undefined);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const go = blocker.state === 'blocked' ? blocker.proceed : exit;
  if (!go) return null;
  const save = async () => {
    setSaving(true);
    const isSaved = await onSave();
    setSaving(false);
    if (isSaved) go();
    else stay();
  };
  return (
    <LeaveDialog
      busy={saving}
      onStay={stay}
      onLeave={() => {
        onDiscard();
        go();
      }}
      onSave={() => void save()}
    />
  );
}
