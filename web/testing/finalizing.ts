import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export const finalizingQuestion = () => screen.findByRole('alertdialog', { name: /^¿Finalizar / });

/** Answers the question that comes before a document is finalised. */
export async function answerFinalizing(user: UserEvent, answer: 'Finalizar' | 'Seguir editando'): Promise<void> {
  await user.click(within(await finalizingQuestion()).getByRole('button', { name: answer }));
}
