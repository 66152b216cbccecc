import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';

const showItself = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' });

/** Text that could not be saved. It stays until the user dismisses it. */
export function UnsavedText({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <section
      ref={showItself}
      className={`${CARD_CLASS} mb-4 scroll-mt-48 border-orange/40 p-4 text-left sm:mb-6 sm:p-6`}
    >
      <CopyText label="Lo que habías escrito y no se guardó" text={text} copyLabel="Copiar lo mío" />
      <Button look="ghost" onClick={onDismiss} className="mt-2 -ml-4">
        Ya no lo necesito
      </Button>
    </section>
  );
}
