import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getReceptionDay } from '#contract/assistants';
import { createCharge } from '#contract/charges';
import { PATHS } from '#web/platform/paths.ts';
import { dialog } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_ANA, PROFESSIONAL_LUIS } from '#web/testing/assistant-server.ts';
import { ATTENDED, chargeWith, paymentWith, withCharges } from '#web/testing/charges-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const PAID = { ...ATTENDED, _id: '0197a000-0000-7000-8000-0000000000f2', time: '11:00' } as const;
const TO_COME = {
  ...ATTENDED,
  _id: '0197a000-0000-7000-8000-0000000000f3',
  time: '12:00',
  status: 'confirmed',
} as const;

/** Luis lets the assistant charge, or not. Ana, whom the page names at first, does not. */
async function openReception(canCharge: boolean) {
  const professionals = [PROFESSIONAL_ANA, { ...PROFESSIONAL_LUIS, canCharge }];
  const charges = [chargeWith({ appointmentId: PAID._id, payments: [paymentWith()] })];
  const server = withCharges(assistantServer({ professionals }), charges);
  server.reply(getReceptionDay, [
    { professional: PROFESSIONAL_ANA, appointments: [ATTENDED], freeTimes: [] },
    {
      professional: PROFESSIONAL_LUIS,
      appointments: [{ ...ATTENDED, _id: TO_COME._id.replace('f3', 'f1') }, PAID, TO_COME],
      freeTimes: [],
    },
  ]);
  const { user } = await openApp(`${PATHS.home}?profesional=${PROFESSIONAL_ANA._id}`, server);
  await screen.findAllByRole('article', { name: /Rosa Díaz/ });
  return { server, user };
}

test('an attended appointment of whoever allows it is charged in the reception, and then says what became of it', async () => {
  const { server, user } = await openReception(true);
  expect(await screen.findByRole('link', { name: /^Pagado: Rosa Díaz, 11:00/ })).toBeVisible();
  await user.click(screen.getByRole('link', { name: `Cobrar: Rosa Díaz, ${ATTENDED.time}` }));
  const form = await dialog('Cobrar');
  await form.findByLabelText('Concepto');
  fillFields({ 'Monto en pesos': '12.000' });
  await user.click(form.getByRole('radio', { name: 'Queda pendiente' }));
  await user.click(form.getByRole('button', { name: 'Registrar cobro' }));
  await expectToast('Cobro registrado correctamente');
  expect(server.requests(createCharge).map(({ body }) => body)).toMatchObject([{ amount: 12_000 }]);
  expect(await screen.findByRole('link', { name: /^Pendiente \$12\.000: Rosa Díaz/ })).toBeVisible();
  expect(server.refused).toEqual([]);
});

test('without the right nothing of money is shown or loaded', async () => {
  const { server } = await openReception(false);
  await waitFor(() => expect(screen.getAllByRole('article', { name: /Rosa Díaz/ })).toHaveLength(4));
  expect(screen.queryByRole('link', { name: /Cobrar|Pagado|Pendiente/ })).not.toBeInTheDocument();
  expect(server.sent().filter((path) => path.includes('charges'))).toEqual([]);
});
