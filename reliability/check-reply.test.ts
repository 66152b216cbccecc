import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints';
import { ERRORS } from '#contract/errors';
import { turnOnNotices } from '#contract/notices';
import { endpointOf, replyProblem } from './check-reply.ts';
import { generateInput } from './generate.ts';
import { createRandom } from './random.ts';

const requestOf = (method: string, path: string) => ({ method, path, headers: {}, body: undefined });
const answerOf = (status: number, body: unknown, type = 'application/json; charset=utf-8') => ({
  status,
  type,
  body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
});
const HEALTH = requestOf('GET', '/api/health');
const { message } = ERRORS.NOT_FOUND;
const NOT_FOUND = { error: message, message, code: 'NOT_FOUND' };

test('valid input is found for every endpoint, except for a browser to which the server would send requests', () => {
  const known = { mark: '', secrets: {}, idsOf: () => [] };
  const random = createRandom(1);
  expect(ENDPOINTS.filter((endpoint) => generateInput(endpoint, known, random) === undefined)).toEqual([turnOnNotices]);
});

test('the endpoint of a request is the one that the server binds', () => {
  expect(endpointOf('GET', '/api/patients/can-create')?.path).toBe('/api/patients/can-create');
  expect(endpointOf('GET', '/api/patients/x?a=b')?.path).toBe('/api/patients/{id}');
  expect(endpointOf('PATCH', '/api/patients/x')).toBeUndefined();
});

describe('an answer', () => {
  test.each([
    ['of the schema', answerOf(200, { status: 'ok' }), undefined],
    ['of another schema', answerOf(200, { status: 'up' }), /not in its schema/],
    ['with another status of success', answerOf(201, { status: 'ok' }), /201 instead of 200/],
    ['that is an error', answerOf(404, NOT_FOUND), undefined],
    ['that is an error with a stack', answerOf(404, { ...NOT_FOUND, stack: 'at x' }), /not in its schema/],
    ['that is an error of another status', answerOf(500, NOT_FOUND), /NOT_FOUND with the status 500/],
    ['that is an error in HTML', answerOf(404, undefined, 'text/html'), /of type text\/html/],
  ])('%s is checked', (_, answer, problem) => {
    if (problem) expect(replyProblem(HEALTH, answer)).toMatch(problem);
    else expect(replyProblem(HEALTH, answer)).toBeUndefined();
  });

  test('of a page that does not exist is HTML, and that of an endpoint is not', () => {
    const page = answerOf(404, undefined, 'text/html; charset=utf-8');
    expect(replyProblem(requestOf('GET', '/calendario/x'), page)).toBeUndefined();
    expect(replyProblem(requestOf('GET', '/calendario/x.ics'), page)).toMatch(/of type text\/html/);
    expect(replyProblem(requestOf('GET', '/api/calendario/x'), page)).toMatch(/of type text\/html/);
  });

  test('that is a file which somebody uploaded has one of its types', () => {
    const request = requestOf('GET', '/api/attachments/x');
    expect(replyProblem(request, answerOf(200, 'bytes', 'image/png'))).toBeUndefined();
    expect(replyProblem(request, answerOf(200, 'bytes', 'text/html'))).toMatch(/of type text\/html/);
  });
});
