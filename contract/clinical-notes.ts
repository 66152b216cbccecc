import { Permission } from './billing.ts';
import { endpoint } from './endpoint.ts';

export const canWriteClinically = endpoint({
  method: 'GET',
  path: '/api/clinical-notes/can-create',
  access: 'professional',
  summary: 'Si el plan permite escribir notas clínicas y certificados',
  reply: Permission,
});
