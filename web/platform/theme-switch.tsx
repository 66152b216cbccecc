import { Monitor, Moon, Sun } from 'lucide-react';
import { nextTheme } from '#web/platform/theme.ts';
import { buttonClass } from '#web/ui/button.tsx';

/**
 * Cycles through system, light and dark. The markup has all three states and the style sheet shows the one of
 * <html data-theme>, so that a prerendered page is right before its script runs.
 */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      data-theme-switch
      onClick={nextTheme}
      className={`${buttonClass({ look: 'ghost', size: 'icon' })} ${className}`}
    >
      <span data-when-theme="system">
        <Monitor size={20} aria-hidden="true" />
        <span className="sr-only">Tema: según el sistema. Cambiar a claro</span>
      </span>
      <span data-when-theme="light">
        <Sun size={20} aria-hidden="true" />
        <span className="sr-only">Tema: claro. Cambiar a oscuro</span>
      </span>
      <span data-when-theme="dark">
        <Moon size={20} aria-hidden="true" />
        <span className="sr-only">Tema: oscuro. Cambiar a según el sistema</span>
      </span>
    </button>
  );
}
