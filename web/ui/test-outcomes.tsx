import type { TestOutcome } from '#contract/test-checkout';
import { BusyButton } from '#web/ui/busy-button.tsx';

const OUTCOMES: readonly { outcome: TestOutcome; label: string; look: 'primary' | 'secondary' }[] = [
  { outcome: 'approved', label: 'Aprobar pago', look: 'primary' },
  { outcome: 'rejected', label: 'Rechazar pago', look: 'secondary' },
  { outcome: 'pending', label: 'Dejar pendiente', look: 'secondary' },
];

interface Props {
  /** The outcome that was chosen, while the page leads back. */
  decided: TestOutcome | undefined;
  decide: (outcome: TestOutcome) => void;
}

/** The buttons of a test checkout, which decide how the payment ends. */
export const TestOutcomes = ({ decided, decide }: Props) => (
  <div className={TEST_OUTCOMES_CLASS}>
    {OUTCOMES.map(({ outcome, label, look }) => (
      <BusyButton
        key={outcome}
        look={look}
        label={label}
        busyLabel={decided === outcome ? 'Procesando...' : label}
        busy={decided !== undefined}
        onPress={() => decide(outcome)}
      />
    ))}
  </div>
);

export const TEST_OUTCOMES_CLASS = 'mt-6 flex flex-wrap gap-3 border-line border-t pt-6 max-sm:flex-col';
