import { createService } from '#contract/services';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person } from './endpoint-resources.ts';
import { newService } from './services.ts';

const serviceOf = async (owner: Person) => ({
  id: (await owner.send(createService, { body: newService() })).body._id,
});

/** The calls of services, by the method and path of their endpoint. */
export const serviceCalls: Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> = {
  'GET /api/services': () => ({}),
  'POST /api/services': () => ({ body: newService() }),
  'PUT /api/services/{id}': async (owner) => ({ params: await serviceOf(owner), body: newService() }),
  'DELETE /api/services/{id}': async (owner) => ({ params: await serviceOf(owner) }),
};
