/** The part of `ERRORS` about online booking. */
export const BOOKING_ERRORS = {
  SLUG_TAKEN: { status: 409, message: 'Esa dirección ya está ocupada. Elige otra.' },
  TOO_MANY_SLUGS: { status: 409, message: 'Ya usaste veinte direcciones. Vuelve a una de ellas.' },
  BOOKING_NEEDS_HOURS: {
    status: 409,
    message: 'Indica primero tu horario de atención: las horas se ofrecen dentro de él',
  },
  BOOKING_NEEDS_SERVICE: { status: 409, message: 'Crea primero un servicio que los pacientes puedan reservar' },
  TOO_MANY_BOOKINGS: {
    status: 409,
    message: 'Ya tienes dos reservas con este profesional. Cancela una para reservar otra.',
  },
  TOO_MANY_UNPAID: {
    status: 409,
    message: 'Ya hay varias horas por pagar desde tu conexión. Paga una, o intenta de nuevo en una hora.',
  },
  BOOKING_RESENT_TOO_OFTEN: {
    status: 429,
    message: 'Ya volvimos a enviar el correo tres veces. Revisa también la carpeta de correo no deseado.',
  },
  MAIL_LIMIT_REACHED: {
    status: 429,
    message: 'Por hoy ya no podemos enviar más correos. Revisa los que te enviamos, o intenta mañana.',
  },
  BOOKING_ACCEPTED: { status: 409, message: 'Esta reserva ya es una cita de tu agenda' },
  BOOKING_REJECTED: { status: 409, message: 'Esta reserva ya fue rechazada y su hora quedó libre' },
  BOOKING_WITHDRAWN: { status: 409, message: 'La persona canceló esta reserva y su hora quedó libre' },
  BOOKING_ENDED: { status: 409, message: 'Esta reserva venció y su hora quedó libre' },
  BOOKING_CLOSED: { status: 409, message: 'Por ahora no es posible reservar en línea con este profesional. Llámalo.' },
  TOO_MANY_WAITING: { status: 409, message: 'Ya estás en la lista de espera de este profesional' },
  WAITING_LIST_FULL: { status: 409, message: 'La lista de espera está completa. Intenta otro día.' },
} as const;
