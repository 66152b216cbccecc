import { openShare } from '#server/shares/open-share.service';
import { createShare } from '#server/shares/shares.service';
import { type DemoStep, idOf, later } from './demo-step.ts';
import { PATIENT_ADDRESS } from './reminders.ts';
import type { Visit } from './visits.ts';
import { whenPrinterIsFree } from './when-printer-is-free.ts';

/** The patient gets the plan and the prescriptions of a visit by a link, and opens it in the evening. */
export function shareSteps({ person, startsAt, isSent }: Visit, noteId: () => string): DemoStep[] {
  if (!isSent) return [];
  let token = '';
  const sending: DemoStep = {
    at: later(startsAt, 40),
    isOnItsOwn: true,
    run: async (deps, owner) => {
      const documents = (['plans', 'prescriptions'] as const).map((kind) => ({ kind, id: noteId() }));
      const { url } = await whenPrinterIsFree(() =>
        createShare(deps, owner, idOf(person), { documents, days: 90, sendEmail: false }),
      );
      token = url.split('/').at(-1) ?? '';
    },
  };
  const opening: DemoStep = {
    at: later(startsAt, 7 * 60),
    isOnItsOwn: true,
    run: (deps) => openShare(deps, { token, address: PATIENT_ADDRESS }, person.input.birthDate),
  };
  return [sending, opening];
}
