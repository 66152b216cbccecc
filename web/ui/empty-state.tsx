import type { ReactNode } from 'react';

interface Props {
  picture: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Under the action. */
  more?: ReactNode;
}

export function EmptyState({ picture, title, text, action, more }: Props) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center sm:py-16">
      {picture}
      <p className="mt-6 font-bold text-lg">{title}</p>
      {text && <p className="mt-1 max-w-md text-muted text-balance">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
      {more && <div className="mt-2">{more}</div>}
    </div>
  );
}
