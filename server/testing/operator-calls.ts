import { createIncident } from '#contract/incidents';
import { PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person, TestApp } from './test-app.ts';

export const INCIDENT = {
  title: 'Acceso no autorizado a un respaldo',
  detectedAt: '2026-07-01T10:30',
  allAccounts: true,
  dataKinds: ['identification', 'health'] as ('identification' | 'health')[],
  status: 'open' as const,
};

export const newIncident = async (admin: Person) => (await admin.send(createIncident, { body: INCIDENT })).body;

const ofIncident = async (testApp: TestApp): Promise<EndpointCall & { params: { id: string } }> => {
  const { _id: id } = await newIncident(await testApp.newAdmin());
  return { params: { id } };
};

/** The calls of those who run the service, and of the contract with them. */
export const operatorCalls = (testApp: TestApp): Record<string, () => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/account/processing-agreement': () => ({}),
  'POST /api/account/processing-agreement': () => ({ body: { version: PROCESSING_AGREEMENT.version } }),
  'GET /api/admin/processing-agreements': () => ({}),
  'GET /api/admin/processing-agreements/count': () => ({}),
  'GET /api/admin/incidents': () => ({}),
  'POST /api/admin/incidents': () => ({ body: INCIDENT }),
  'PUT /api/admin/incidents/{id}': async () => ({
    ...(await ofIncident(testApp)),
    body: { ...INCIDENT, status: 'closed', measures: 'Se cambió la clave' },
  }),
  'GET /api/admin/incidents/{id}/professionals': () => ofIncident(testApp),
  'GET /api/admin/incidents/{id}/professionals/csv': () => ofIncident(testApp),
});
