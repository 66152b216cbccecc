/** The part of `ERRORS` about charges, their payments and deposits. */
export const CHARGE_ERRORS = {
  CHARGE_CHANGED: {
    status: 409,
    message: 'Este cobro cambió mientras tanto. Revisa lo que está pendiente antes de registrar el pago.',
  },
  CHARGE_VOID: { status: 409, message: 'Este cobro está anulado' },
  CHARGE_HAS_PAYMENTS: { status: 409, message: 'Este cobro tiene pagos. Anula primero los pagos.' },
  CHARGE_REPEATED: {
    status: 409,
    message: 'Este paciente ya tiene un cobro igual de ese día. Revisa que no sea el mismo.',
  },
  APPOINTMENT_CHARGED: { status: 409, message: 'Esta cita ya tiene un cobro' },
  PAYMENT_VOID: { status: 409, message: 'Este pago ya está anulado' },
  PAYMENT_ONLINE: { status: 409, message: 'Este pago llegó por Mercado Pago. Devuélvelo en vez de anularlo.' },
  PAYMENT_NOT_ONLINE: { status: 409, message: 'Solo se devuelve por aquí un pago que llegó por Mercado Pago' },
  RECEIPT_VOID: { status: 409, message: 'Se anuló un pago de este comprobante. Imprímelo de nuevo.' },
  NOTHING_PAID: { status: 409, message: 'Este cobro aún no tiene pagos' },
  NOTHING_PENDING: { status: 409, message: 'El paciente no tiene nada pendiente' },
  TOO_MANY_CHARGE_MAILS: {
    status: 429,
    message: 'Ya se enviaron a este paciente, o a su correo, demasiados avisos de pago en las últimas 24 horas',
  },
  PAYMENT_ACCOUNT_IN_USE: {
    status: 409,
    message:
      'Hay abonos de pacientes por pagar o por devolver con esta cuenta. Rechaza las reservas por pagar, o espera a que terminen.',
  },
  DEPOSIT_ENDED: { status: 409, message: 'Este abono ya no se puede devolver' },
} as const;
