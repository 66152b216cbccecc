import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InstallCard } from '#web/account/install-card.tsx';

const button = () => screen.queryByRole('button', { name: 'Instalar aplicación' });

/** What `main.tsx` does with the offer of the browser. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: vi.fn(async () => undefined) });
  window.installPrompt = event;
  onTestFinished(() => {
    window.installPrompt = undefined;
  });
  return event;
}

test('a browser that cannot install the application shows nothing', () => {
  const { container } = render(<InstallCard />);
  expect(container).toBeEmptyDOMElement();
});

test('an offer from before the page, or during it, is used once', async () => {
  const first = offer();
  render(<InstallCard />);
  await userEvent.click(screen.getByRole('button', { name: 'Instalar aplicación' }));
  expect(first.prompt).toHaveBeenCalledOnce();
  expect(button()).not.toBeInTheDocument();
  const second = offer();
  act(() => void dispatchEvent(second));
  expect(button()).toBeVisible();
});

test('an application that was installed from the menu of the browser is not offered again', () => {
  offer();
  render(<InstallCard />);
  act(() => void dispatchEvent(new Event('appinstalled')));
  expect(button()).not.toBeInTheDocument();
});
