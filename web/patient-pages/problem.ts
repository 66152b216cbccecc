import { part, setText } from '#web/patient-pages/parts.ts';

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
