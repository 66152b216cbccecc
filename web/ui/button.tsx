import type { ComponentProps } from 'react';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control font-semibold text-center transition-colors duration-150 disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55';

const LOOKS = {
  primary: 'bg-austral-600 text-on-austral hover:bg-austral-700',
  secondary: 'border border-line bg-surface text-austral-700 hover:bg-austral-50',
  danger: 'bg-red text-surface hover:opacity-90',
  ghost: 'text-austral-700 hover:bg-austral-50',
} as const;

const SIZES = {
  md: 'min-h-11 px-4 text-sm',
  lg: 'min-h-12 px-6 text-base',
  icon: 'size-11',
} as const;

export interface ButtonLook {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

/** The classes alone, for links that look like buttons. */
export const buttonClass = ({ look = 'primary', size = 'md' }: ButtonLook = {}): string =>
  `${BASE} ${LOOKS[look]} ${SIZES[size]}`;

export function Button({
  look = 'primary',
  size = 'md',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={`${buttonClass({ look, size })} ${className}`} {...rest} />;
}
