import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { FOLDED, UNFOLDED } from '#web/drafts/bar-layout.ts';
import type { SaveState } from '#web/drafts/save-state.ts';
import { SaveStatus } from '#web/drafts/save-status.tsx';
import type { EditorAction } from '#web/drafts/use-editor.ts';
import { useFolding } from '#web/drafts/use-folding.ts';
import { PatientLine } from '#web/patients/patient-line.tsx';
import { Button } from '#web/ui/button.tsx';

/** Keeps a focused field clear of the bar. On a telephone the bar folds for a field, but not for a button. */
export const BELOW_BAR_CLASS = 'max-sm:[&_button]:scroll-mt-40';

interface Props {
  patient: Patient;
  bookingNote?: string | undefined;
  state: SaveState<unknown>;
  /** The action that the person started. */
  pendingAction: EditorAction | undefined;
  /** The form is incomplete. */
  disabled?: boolean;
  finalizeLabel: string;
  onSave: () => void;
  /** Undefined while the document cannot be finalised. */
  onFinalize: (() => void) | undefined;
}

/**
 * The patient, the save status and the actions, always in sight. A busy button is not disabled, so that it keeps the
 * focus.
 */
export function SaveBar(props: Props) {
  const { patient, bookingNote, state, pendingAction, disabled = false, finalizeLabel, onSave, onFinalize } = props;
  const { bar, isFolded, height } = useFolding();
  const look = { disabled, 'aria-disabled': pendingAction !== undefined };
  const name = nameWithSocial(patient);
  const layout = isFolded ? FOLDED : UNFOLDED;
  const edge = patient.allergies || patient.alertas ? 'border-l-4 border-l-red' : '';
  return (
    <div
      ref={bar}
      style={{ minHeight: height }}
      className={`save-bar @container sticky top-16 z-20 -mx-4 mb-4 sm:-mx-2 sm:mb-6 ${layout.place}`}
    >
      <div className={`grid border-line bg-surface shadow-lift ${layout.bar} ${edge}`}>
        <p title={name} className={`min-w-0 font-bold ${layout.name}`}>
          {name}
        </p>
        {!isFolded && <PatientLine patient={patient} bookingNote={bookingNote} className={UNFOLDED.line} />}
        <div className={layout.status}>
          <SaveStatus state={state} />
        </div>
        <div className={`flex gap-2 sm:gap-3 ${layout.actions}`}>
          <Button
            {...look}
            look={onFinalize ? 'secondary' : 'primary'}
            // The field keeps the focus. Otherwise the bar would unfold, and the button move away under the finger.
            onMouseDown={(event) => isFolded && event.preventDefault()}
            onClick={onSave}
            className="max-sm:flex-1 max-sm:px-2"
          >
            {pendingAction === 'saving' ? 'Guardando...' : 'Guardar'}
          </Button>
          {onFinalize && !isFolded && (
            <Button {...look} onClick={onFinalize} className="max-sm:flex-2 max-sm:px-2">
              {pendingAction === 'finalizing' ? 'Finalizando...' : finalizeLabel}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
