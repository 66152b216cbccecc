import { endpoint, FileBytes } from './endpoint.ts';
import { Id } from './wire.ts';

export const printReceipt = endpoint({
  method: 'GET',
  path: '/api/charges/{id}/receipt',
  access: 'professional',
  assistants: 'canCharge',
  summary:
    'El comprobante de lo pagado, en PDF firmado y verificable; con el diagnóstico que el profesional agregó, que no se muestra a la secretaría; sin pagos responde 409',
  params: Id,
  reply: FileBytes,
  file: { type: 'application/pdf', name: 'comprobante-{id}.pdf' },
  writes: true,
  allowsLowStorage: true,
  isSlow: true,
});
