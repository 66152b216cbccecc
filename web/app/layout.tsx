import { Menu } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { CONTENT_CLASS, SIDE_CLASS, TOP_BAR_CLASS } from '#web/app/layout-skeleton.tsx';
import { type MenuEntry, SECTIONS } from '#web/app/sections.ts';
import { SideMenu } from '#web/app/side-menu.tsx';
import { TopBarSearch } from '#web/app/top-bar-search.tsx';
import { LogoutButton } from '#web/auth/logout-button.tsx';
import { PasswordResetNotice } from '#web/auth/password-reset-notice.tsx';
import { useRequestCount } from '#web/booking/booking-requests.queries.ts';
import { useNewRequests } from '#web/booking/use-new-requests.ts';
import { isPasskeyOfferDue } from '#web/passkeys/due-passkey-offer.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CONTENT_ID, SkipLink } from '#web/ui/skip-link.tsx';

const Drawer = onDemand(async () => (await import('#web/ui/drawer.tsx')).Drawer);

const UnconfirmedEmailNotice = onDemand(
  async () => (await import('#web/auth/unconfirmed-email-notice.tsx')).UnconfirmedEmailNotice,
  () => <Skeleton className="mb-4 h-16 sm:mb-6" />,
);
const PasskeyOffer = onDemand(async () => (await import('#web/passkeys/passkey-offer.tsx')).PasskeyOffer);

interface Props {
  /** The menu of an assistant. Left out, the account has the menu of its role. */
  sections?: readonly MenuEntry[];
  /** The professional for whom an assistant works. */
  professionalSwitch?: ReactNode;
  children: ReactNode;
}

const menuFor = (isAdmin: boolean): readonly MenuEntry[] =>
  SECTIONS.filter(({ icon, adminOnly }) => icon && (isAdmin || !adminOnly));

/** The layout of every page behind the login. */
export function Layout({ sections, professionalSwitch, children }: Props) {
  const { _id, name, role, emailUnconfirmed } = useCurrentUser();
  const menu = sections ?? menuFor(role === 'admin');
  useNewRequests();
  return (
    <>
      <SkipLink />
      <header className={TOP_BAR_CLASS}>
        <div className="flex min-w-0 items-center gap-1">
          <MenuDrawer menu={menu} />
          <Link
            to={PATHS.home}
            aria-label="Ficha Austral, ir al inicio"
            // On a telephone the name of the professional takes its place.
            className={`inline-flex min-h-11 items-center rounded-control ${professionalSwitch ? 'max-md:hidden' : ''}`}
          >
            <Logo />
          </Link>
          {professionalSwitch}
        </div>
        <div className="flex min-w-0 items-center sm:gap-3">
          <TopBarSearch />
          <span
            className={`hidden min-w-0 truncate text-muted ${professionalSwitch ? 'xl:inline' : 'md:inline'}`}
            title={name}
          >
            {name || 'Usuario'}
          </span>
          <ThemeSwitch />
          <LogoutButton />
        </div>
      </header>
      <aside className={SIDE_CLASS}>
        <SideMenu sections={menu} />
      </aside>
      <main id={CONTENT_ID} tabIndex={-1} className={CONTENT_CLASS}>
        <PasswordResetNotice />
        {emailUnconfirmed && <UnconfirmedEmailNotice />}
        {isPasskeyOfferDue(_id) && <PasskeyOffer />}
        {children}
      </main>
    </>
  );
}

function MenuDrawer({ menu }: { menu: readonly MenuEntry[] }) {
  const { name } = useCurrentUser();
  const { key } = useLocation();
  const requests = useRequestCount();
  // Tied to the location: every navigation closes the menu.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key;
  const [isLoaded, setLoaded] = useState(false);
  if (isOpen && !isLoaded) setLoaded(true);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setOpenAt(undefined);
  /** After a navigation the focus goes to the new page, otherwise back to the button. */
  const moveFocus = () => {
    const next = openAt === undefined ? opener.current : document.getElementById(CONTENT_ID);
    next?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={
          requests ? `Abrir menú, ${formatCount(requests, 'solicitud', 'solicitudes')} por responder` : 'Abrir menú'
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(key)}
        className={`${buttonClass({ look: 'ghost', size: 'icon' })} relative -ml-2 lg:hidden`}
      >
        <Menu size={22} aria-hidden="true" />
        {Boolean(requests) && (
          <span
            aria-hidden="true"
            className="absolute top-2 right-2 size-3.5 rounded-full border-2 border-surface bg-copper"
          />
        )}
      </button>
      {/* It stays in the page once it is loaded, for the animation with which it closes. */}
      {isLoaded && (
        <Drawer
          title="Menú"
          open={isOpen}
          onCloseAutoFocus={moveFocus}
          onOpenChange={(open) => !open && close()}
          onClose={() => {
            close();
            setLoaded(false);
          }}
        >
          <p className="mb-4 border-line border-b px-3 pb-4 text-muted md:hidden">{name || 'Usuario'}</p>
          <SideMenu sections={menu} />
        </Drawer>
      )}
    </>
  );
}
