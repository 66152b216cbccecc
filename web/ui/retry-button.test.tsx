import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '#contract/auth';
import { listClinicalNotes } from '#contract/clinical-notes';
import { getPatient, listPatients } from '#contract/patients';
import { clinicalServer, PROFILE } from '#web/testing/clinical-server.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

// A failed query is repeated once before the page shows the failure.
const TWICE = 2;

test.each<[string, string, (server: MockServer) => void, { level: number; name: string | RegExp }]>([
  [
    'the title of the page',
    '/dashboard/pacientes',
    (server) => server.respond(listPatients, 500, {}, TWICE),
    { level: 1, name: 'Pacientes' },
  ],
  [
    'the title that arrives with the data',
    PROFILE,
    (server) => server.respond(getPatient, 500, {}, TWICE),
    { level: 1, name: 'Rosa Díaz' },
  ],
  [
    'the title of the card',
    PROFILE,
    (server) => server.respond(listClinicalNotes, 500, {}, TWICE),
    { level: 2, name: 'Historial Clínico' },
  ],
  [
    'the title of the home page',
    '/dashboard',
    (server) => server.disconnect(me, TWICE),
    { level: 1, name: /Ana Pérez Soto/ },
  ],
])('after a retry the focus goes to %s', async (_, path, fail, heading) => {
  const server = clinicalServer();
  fail(server);
  const { user } = await openApp(path, server);
  await user.click(await screen.findByRole('button', { name: 'Volver a intentar' }));
  await waitFor(() => expect(screen.getByRole('heading', heading)).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Volver a intentar' })).not.toBeInTheDocument();
});
