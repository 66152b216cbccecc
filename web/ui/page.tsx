import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  subtitle?: ReactNode;
  badge?: ReactNode;
  /** A link to the page above, before the title. */
  back?: ReactNode;
  actions?: ReactNode;
  /** Shorter lines, for pages with long texts. */
  narrow?: boolean;
  /** As wide as the window, for pages with many columns. */
  wide?: boolean;
  children?: ReactNode;
}

/** The content of a page inside the layout, with its heading and actions. */
export function Page({ title, subtitle, badge, back, actions, narrow = false, wide = false, children }: Props) {
  return (
    <div className={`mx-auto w-full ${widthClass(narrow, wide)}`}>
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

function widthClass(narrow: boolean, wide: boolean): string {
  if (wide) return '';
  return narrow ? 'max-w-4xl' : 'max-w-page';
}
