import type { RightsKind } from '#contract/rights-kinds';
import { NewRightsRequest } from '#contract/rights-requests';
import { createRightsRequest } from '#server/rights-requests/rights-requests.service';
import type { Professional } from './accounts.ts';
import { type DemoStep, later } from './demo-step.ts';
import { PATIENT_ADDRESS } from './reminders.ts';
import { solvedChallenge } from './solved-challenge.ts';
import type { History, Person } from './visits.ts';

const HOUR_MINUTES = 60;

interface Asked {
  kind: RightsKind;
  text: string;
  hoursAgo: number;
}

/** The second has two business days, so it is about to run out. */
const ASKED: readonly Asked[] = [
  {
    kind: 'rectification',
    text: 'Mi segundo apellido está mal escrito en la ficha, y cambié de dirección en marzo.',
    hoursAgo: 11 * 24,
  },
  { kind: 'blocking', text: 'Mientras se corrigen mis datos, no quiero que me envíen nada.', hoursAgo: 30 },
];

interface Practice {
  professional: Professional;
  history: History;
  now: Date;
}

/** Two patients of a professional with a page exercise a right. */
export function rightsSteps({ professional: { booking }, history, now }: Practice): DemoStep[] {
  if (!booking) return [];
  const people = history.people.filter(({ input }) => input.email && !input.documentType);
  return ASKED.flatMap((asked, index) => {
    const person = people[index];
    return person ? [requestStep(booking.slug, person, asked, now)] : [];
  });
}

const requestStep = (slug: string, { input }: Person, { kind, text, hoursAgo }: Asked, now: Date): DemoStep => ({
  at: later(now, -hoursAgo * HOUR_MINUTES),
  isOnItsOwn: true,
  run: async (deps) => {
    const { name, rut, email } = input;
    const sent = { slug, kind, name, rut, email: email ?? '', text, altcha: await solvedChallenge(deps) };
    const unlimited = { ...deps, limitByRecipient: async () => undefined };
    const request = { address: PATIENT_ADDRESS, countRequest: async () => undefined };
    return createRightsRequest(unlimited, NewRightsRequest.parse(sent), request);
  },
});
