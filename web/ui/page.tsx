import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  subtitle?: string;
  /** Beside the title. */
  badge?: ReactNode;
  /** The way back, in front of the title. */
  back?: ReactNode;
  actions?: ReactNode;
  /** For reading and writing: no line too long for the eye. */
  narrow?: boolean;
  children?: ReactNode;
}

/** The content of a page inside the layout: its one heading, its actions, the rest below. */
export function Page({ title, subtitle, badge, back, actions, narrow = false, children }: Props) {
  return (
    <div className={`mx-auto w-full ${narrow ? 'max-w-4xl' : 'max-w-page'}`}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8">
        <div className="flex min-w-0 items-start gap-3">
          {back}
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-heading sm:text-title">{title}</h1>
              {badge}
            </div>
            {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
