import type { LinkedAppointment } from '#contract/appointment-links';

const SOON_MS = 5000;
const LATER_MS = 30_000;
/** Whoever returns from the payment sees its result within this many short waits, two minutes. */
const SHORT_WAITS = 24;

interface Options {
  load: () => Promise<LinkedAppointment>;
  /** Whether the page may change now: nobody is in the middle of an act. */
  isIdle: () => boolean;
  show: (visit: LinkedAppointment) => void;
}

/**
 * Asks again and again what became of an unpaid deposit. The page to which the payment leads back decides nothing: the
 * notification of the provider arrives at the server, before or after the person.
 */
export function createPaymentWatch({ load, isIdle, show }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = 0;
  let shown: LinkedAppointment['status'] | undefined;

  async function ask(): Promise<void> {
    if (document.hidden || !isIdle()) return wait();
    // Without an answer the next one tells.
    const next = await load().catch(() => undefined);
    // An hour that is held no longer can be paid only too late.
    const hasChanged = next?.deposit && (next.deposit.status !== 'open' || next.status !== shown);
    if (hasChanged && isIdle()) show(next);
    else wait();
  }

  function wait(): void {
    clearTimeout(timer);
    waits += 1;
    timer = setTimeout(() => void ask(), waits > SHORT_WAITS ? LATER_MS : SOON_MS);
  }

  // Whoever paid in another tab returns to this one.
  document.addEventListener('visibilitychange', () => {
    if (timer === undefined || document.hidden) return;
    clearTimeout(timer);
    void ask();
  });

  return {
    /** Watches the deposit of this visit while it is open. */
    follow({ deposit, status }: LinkedAppointment): void {
      clearTimeout(timer);
      timer = undefined;
      shown = status;
      if (deposit?.status === 'open') wait();
    },
  };
}
