import { announce, focusPart, onPress, part, setText, showViews, whileBusy } from '#web/patient-pages/parts.ts';

/** Shows what went wrong in the `ProblemBox`. */
export function showProblem(message: string, canRepeat: boolean): void {
  part('again').hidden = !canRepeat;
  part('problem').hidden = false;
  // In this order: a screen reader announces what changes in the page, and not what was hidden.
  setText('problem-text', message);
  part('problem').scrollIntoView({ block: 'nearest' });
}

export function hideProblem(): void {
  part('problem').hidden = true;
  setText('problem-text', '');
}

/** Shows in the `FailedView` why the page could not be loaded. */
export function showFailure(message: string): void {
  showViews('failed');
  setText('failure', message);
  announce(message);
}

/** Loads the page again from the `FailedView`. `load` returns the heading of what it shows, or undefined when it failed. */
export const onRetry = (load: () => Promise<string | undefined>): void =>
  onPress(
    'retry',
    (button) =>
      void whileBusy(button, async () => {
        const heading = await load();
        if (heading) focusPart(heading);
      }),
  );
