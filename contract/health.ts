import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'Responde cuando la base de datos responde',
  reply: z.object({ status: z.literal('ok') }),
});
