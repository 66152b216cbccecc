import { focusPart } from '#web/patient-pages/parts.ts';
import { hideProblem } from '#web/patient-pages/problem.ts';

export type Panel = 'actions' | 'cancel' | 'hours' | 'chosen' | 'refund' | 'unsubscribe';

/** How many times Back leads from a panel to the visit. */
const DEPTHS: Record<Panel, number> = { actions: 0, cancel: 1, hours: 1, refund: 1, unsubscribe: 1, chosen: 2 };

/** What Back shows and focuses. */
const BACK: Record<Exclude<Panel, 'actions'>, [Panel, string]> = {
  cancel: ['actions', 'cancel'],
  hours: ['actions', 'move'],
  refund: ['actions', 'refund'],
  unsubscribe: ['actions', 'unsubscribe'],
  chosen: ['hours', 'hours-heading'],
};

/** The panels of the visit, of which one is shown. Each has an entry in the history, so that Back closes it. */
export function createPanels() {
  let shown: Panel = 'actions';

  function show(panel: Panel, focused?: string): void {
    shown = panel;
    hideProblem();
    for (const one of document.querySelectorAll<HTMLElement>('[data-panel]')) one.hidden = one.dataset.panel !== panel;
    if (focused) focusPart(focused);
  }

  function open(panel: Panel, focused?: string): void {
    const steps = DEPTHS[panel] - DEPTHS[shown];
    show(panel, focused);
    if (steps > 0) history.pushState({ ...history.state, depth: DEPTHS[panel] }, '');
    if (steps < 0) history.go(steps);
  }

  // After a reload the entry may be one of a panel.
  history.replaceState({ ...history.state, depth: 0 }, '');
  window.onpopstate = () => {
    const depth: number = history.state?.depth ?? 0;
    while (shown !== 'actions' && depth < DEPTHS[shown]) show(...BACK[shown]);
  };
  return { open, isClosed: () => shown === 'actions' };
}
