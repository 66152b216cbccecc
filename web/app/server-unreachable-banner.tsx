import { CloudOff } from 'lucide-react';
import { useServerUnreachable } from '#web/platform/server-connection.ts';

/**
 * At the bottom, where it hides no button of the page, and at the top while a dialog is open, whose buttons are at the
 * bottom. The style sheet gives the page room for it. Clicks pass through. aria-live: an open dialog hides everything
 * else from screen readers, except live regions.
 */
export function ServerUnreachableBanner() {
  const isUnreachable = useServerUnreachable();
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 [body:has([role=dialog])_&]:top-0 [body:has([role=dialog])_&]:bottom-auto"
    >
      {isUnreachable && (
        <p className="server-unreachable flex min-h-8 items-center justify-center gap-2 border-orange border-y bg-orange-tint px-4 py-1 font-semibold text-orange text-sm">
          <CloudOff size={18} aria-hidden="true" className="shrink-0" />
          Sin conexión con el servidor, reintentando
        </p>
      )}
    </div>
  );
}
