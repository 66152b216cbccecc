import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppUpdates } from '#web/app/app-updates.tsx';
import { onLeaveRequest } from '#web/platform/leave-request.ts';

/** The application in a browser whose worker can say which version it has. */
function openWithWorker(page?: ReactNode) {
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => undefined,
    ready: Promise.resolve({ active: undefined }),
  });
  vi.stubEnv('DEV', false);
  onTestFinished(() => void vi.unstubAllEnvs());
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  render(
    <>
      {page}
      <AppUpdates />
    </>,
  );
  const say = (entry: string) =>
    act(async () => void serviceWorker.dispatchEvent(new MessageEvent('message', { data: { entry } })));
  return { reload, say };
}

const offer = () => screen.queryByText('Hay una versión nueva de Ficha Austral');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a new version is announced, and loaded by its button alone', async () => {
  const { say, reload } = openWithWorker();
  expect(offer()).not.toBeInTheDocument();
  await say('/assets/app-next.js');
  expect(screen.getByRole('status')).toHaveTextContent('Hay una versión nueva de Ficha Austral');
  expect(reload).not.toHaveBeenCalled();
  await press('Actualizar');
  expect(reload).toHaveBeenCalledOnce();
});

test('a version that is put off is not offered again, a later one is', async () => {
  const { say, reload } = openWithWorker();
  await say('/assets/app-next.js');
  await press('Después');
  expect(offer()).not.toBeInTheDocument();
  await say('/assets/app-next.js');
  expect(offer()).not.toBeInTheDocument();
  await say('/assets/app-third.js');
  expect(offer()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('a page with unsaved changes asks before it loads the new version', async () => {
  const { say, reload } = openWithWorker();
  let leave: (() => void) | undefined;
  onTestFinished(
    onLeaveRequest((go) => {
      leave = go;
      return true;
    }),
  );
  await say('/assets/app-next.js');
  await press('Actualizar');
  expect(reload).not.toHaveBeenCalled();
  leave?.();
  expect(reload).toHaveBeenCalledOnce();
});

/** A form that, as most, does not ask before its page is left. Its button removes it. */
function Hours() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <form>
      <label>
        Desde <input />
      </label>
      <button type="button">Agregar tramo</button>
      <button type="button" onClick={() => setOpen(false)}>
        Cancelar
      </button>
    </form>
  );
}

test.each([
  ['typed text', () => userEvent.type(screen.getByLabelText('Desde'), '09:00')],
  ['a press', () => press('Agregar tramo')],
])('a form that does not guard itself is not lost: after %s the new version asks first', async (_, change) => {
  const { say, reload } = openWithWorker(<Hours />);
  await say('/assets/app-next.js');
  await change();
  await press('Actualizar');
  const question = within(screen.getByRole('alertdialog', { name: '¿Actualizar ahora?' }));
  await userEvent.click(question.getByRole('button', { name: 'Seguir aquí' }));
  expect(reload).not.toHaveBeenCalled();
  expect(offer()).toBeVisible();

  await press('Actualizar');
  const again = within(screen.getByRole('alertdialog', { name: '¿Actualizar ahora?' }));
  await userEvent.click(again.getByRole('button', { name: 'Actualizar' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a form that was closed does not ask', async () => {
  const { say, reload } = openWithWorker(<Hours />);
  await say('/assets/app-next.js');
  await userEvent.type(screen.getByLabelText('Desde'), '09:00');
  await press('Cancelar');
  await press('Actualizar');
  expect(reload).toHaveBeenCalledOnce();
});

test('beside a form that guards itself, the other one is asked about first', async () => {
  const { say, reload } = openWithWorker(<Hours />);
  const guard = vi.fn(() => true);
  onTestFinished(onLeaveRequest(guard));
  await say('/assets/app-next.js');
  await press('Agregar tramo');
  await press('Actualizar');
  const question = within(screen.getByRole('alertdialog', { name: '¿Actualizar ahora?' }));
  expect(guard).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: 'Actualizar' }));
  expect(guard).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});
