import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';

/** Replaces the texts of the fields with these labels at once, as pasting over them does. */
export function fillFields(texts: Record<string, string>): void {
  for (const [label, text] of Object.entries(texts)) {
    const field = screen.getByLabelText(label);
    field.focus();
    fireEvent.change(field, { target: { value: text } });
  }
}

/** Waits for the field with that label and replaces its text. */
export async function fill(label: string, text: string): Promise<void> {
  await screen.findByLabelText(label);
  fillFields({ [label]: text });
}

/** The error is shown in red after the field, and is part of the field's accessible description. */
export function expectFieldError(field: HTMLElement, text: string): void {
  expect(field).toHaveAttribute('aria-invalid', 'true');
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = document.getElementById(notes.at(-1) ?? '');
  expect(error?.textContent).toBe(text);
  expect(error).toHaveClass('text-red');
  expect(error && field.compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
}

export function expectNoFieldError(field: HTMLElement): void {
  expect(field).not.toHaveAttribute('aria-invalid');
}
