import type { ReactNode } from 'react';
import type { SaveState } from '#web/drafts/save-state.ts';
import { SaveStatus } from '#web/drafts/save-status.tsx';
import type { EditorAction } from '#web/drafts/use-editor.ts';
import { Button } from '#web/ui/button.tsx';

interface Props {
  state: SaveState<unknown>;
  /** The action that the person started. */
  pendingAction: EditorAction | undefined;
  /** The form is incomplete. */
  disabled?: boolean;
  finalizeLabel: string;
  onSave: () => void;
  /** Undefined while the document cannot be finalised. */
  onFinalize: (() => void) | undefined;
  /** Stays in sight with the bar. */
  children?: ReactNode;
}

/** Save status and actions, always visible. A busy button is not disabled, so that it keeps the focus. */
export function SaveBar(props: Props) {
  const { state, pendingAction, disabled = false, finalizeLabel, onSave, onFinalize, children } = props;
  const look = { disabled, 'aria-disabled': pendingAction !== undefined };
  return (
    <div className="sticky top-16 z-20 -mx-4 mb-4 bg-paper px-4 py-2 short:py-1 sm:-mx-2 sm:mb-6 sm:px-2">
      {children}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 shadow-lift short:py-1">
        <SaveStatus state={state} />
        <div className="flex gap-2 max-sm:w-full sm:ml-auto sm:gap-3">
          <Button
            {...look}
            look={onFinalize ? 'secondary' : 'primary'}
            onClick={onSave}
            className="max-sm:flex-1 max-sm:px-2"
          >
            {pendingAction === 'saving' ? 'Guardando...' : 'Guardar'}
          </Button>
          {onFinalize && (
            <Button {...look} onClick={onFinalize} className="max-sm:flex-2 max-sm:px-2">
              {pendingAction === 'finalizing' ? 'Finalizando...' : finalizeLabel}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
