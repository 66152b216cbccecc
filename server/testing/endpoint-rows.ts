import type { Endpoint } from '#contract/endpoint';
import type { EndpointCall } from './endpoint-call.ts';
import type { endpointCalls } from './endpoint-calls.ts';
import type { Person } from './endpoint-resources.ts';

export const endpointName = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;

/** For `test.each`: the first column is the name of the endpoint. */
export const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const);

/** The calls with the records of one owner. */
export function endpointRows(calls: () => ReturnType<typeof endpointCalls>, owner: () => Person) {
  const rows = new Map<Endpoint, Promise<EndpointCall>>();
  const newRow = async (endpoint: Endpoint): Promise<EndpointCall> =>
    (await calls()[endpointName(endpoint)]?.(owner())) ?? {};
  return {
    newRow,
    /** A refusal changes nothing, so one row serves all refusals of an endpoint. */
    refusedRow: (endpoint: Endpoint): Promise<EndpointCall> => {
      const row = rows.get(endpoint) ?? newRow(endpoint);
      rows.set(endpoint, row);
      return row;
    },
  };
}
