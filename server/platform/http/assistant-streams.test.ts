import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint';
import { isServingAssistant } from '../database/request-role.ts';
import { binder } from './bind.ts';
import { answerErrors } from './errors.ts';

const numbers = endpoint({
  method: 'GET',
  path: '/api/numbers',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Números',
  reply: z.array(z.number()),
});

const nothing = async () => undefined;

/** The reply to a caller of that role. */
async function replyTo(role: string, handle: () => Promise<number[] | AsyncGenerator<number[]>>) {
  const app = fastify();
  answerErrors(app);
  const { bind } = binder(app, {
    now: () => new Date(),
    authenticate: async () => ({ actorId: 'marta', role }),
    requireMetricsToken: () => undefined,
    requireSpace: () => undefined,
    recordRead: () => undefined,
    rateLimitByAddress: nothing,
    rateLimitByCaller: nothing,
  });
  bind(numbers, handle);
  const { statusCode, body } = await app.inject('/api/numbers');
  await app.close();
  return { status: statusCode, body };
}

async function* inParts() {
  yield [1, 2];
  yield [3];
}

test('a handler knows that it serves an assistant, also after it has waited', async () => {
  const handle = async () => {
    const before = isServingAssistant();
    await new Promise((resolve) => setImmediate(resolve));
    return [Number(before), Number(isServingAssistant())];
  };
  expect(await replyTo('assistant', handle)).toEqual({ status: 200, body: '[1,1]' });
  expect(await replyTo('professional', handle)).toEqual({ status: 200, body: '[0,0]' });
});

test('an answer in parts, which are read after the handler, is not sent to an assistant', async () => {
  expect(await replyTo('professional', async () => inParts())).toEqual({ status: 200, body: '[1,2,3]' });
  expect((await replyTo('assistant', async () => inParts())).status).toBe(500);
});
