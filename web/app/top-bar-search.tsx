import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { Command } from '#web/app/commands.ts';
import { KeyNames } from '#web/app/key-names.tsx';
import {
  ariaKeys,
  isForWriting,
  isKeyboardTaken,
  isTyping,
  SHORTCUTS,
  shortcutFor,
  shortcutsOf,
} from '#web/app/shortcuts.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { allowsSingleKeys } from '#web/platform/device-choices.ts';
import { useCanEditPatients } from '#web/platform/professional.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { useScreenLocked } from '#web/platform/screen-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';
import { isAwaitingPart, onDemand } from '#web/ui/on-demand.tsx';

const SearchDialog = onDemand(async () => (await import('#web/app/search-dialog.tsx')).SearchDialog);
const ShortcutsDialog = onDemand(async () => (await import('#web/app/shortcuts-dialog.tsx')).ShortcutsDialog);

const SEARCH_KEYS = SHORTCUTS.filter(({ command }) => 'open' in command && command.open === 'search').map(ariaKeys);

/** What is typed in the search, and whether Enter follows it. */
interface Typed {
  text: string;
  isEntered: boolean;
}

const NOTHING_TYPED: Typed = { text: '', isEntered: false };

/** The search of the top bar, and the shortcuts of all pages behind the login. */
export function TopBarSearch() {
  const { _id, role } = useCurrentUser();
  const isAdmin = role === 'admin';
  const canEditPatients = useCanEditPatients();
  const label = isAdmin ? 'Buscar una página' : 'Buscar paciente o RUT';
  const [shown, setShown] = useState<'search' | 'shortcuts'>();
  const [{ text, isEntered }, setTyped] = useState(NOTHING_TYPED);
  const { go, isGoing } = useGo();
  const show = (dialog: typeof shown) => {
    setShown(dialog);
    setTyped(NOTHING_TYPED);
  };
  const close = () => show(undefined);
  const run = (command: Command) => {
    if ('open' in command) return show(command.open);
    close();
    go(command.go);
  };
  useKeys((event) => {
    // The search box does not have the focus yet.
    if (shown === 'search' && !isTyping(event)) return typeAhead(event, setTyped, close);
    if (isKeyboardTaken(event)) return;
    // What is typed for a page or a dialog that is on its way is no shortcut. A dialog may wait for a reply.
    const isAwaiting = isGoing || isAwaitingPart() || queryClient.isMutating() > 0;
    const allowsSingle = allowsSingleKeys(_id) && !isAwaiting && !isForWriting();
    const shortcut = shortcutFor(event, shortcutsOf(isAdmin, canEditPatients), allowsSingle);
    if (!shortcut) return;
    // The browser has shortcuts of its own, and the key would be typed into the search box.
    event.preventDefault();
    run(shortcut.command);
  });
  return (
    <>
      <Button
        look="secondary"
        onClick={() => setShown('search')}
        aria-keyshortcuts={SEARCH_KEYS.join(' ')}
        aria-haspopup="dialog"
        className="shrink-0 max-md:w-11 max-md:border-transparent max-md:bg-transparent max-md:px-0 md:w-56 md:justify-start lg:w-72"
      >
        <Search size={20} aria-hidden="true" className="shrink-0" />
        <span className="flex-1 truncate text-left font-normal text-muted max-md:sr-only">{label}</span>
        <span aria-hidden="true" className="max-lg:hidden pointer-coarse:hidden">
          <KeyNames names={['/']} />
        </span>
      </Button>
      {shown === 'search' && (
        <SearchDialog
          text={text}
          onType={(next) => setTyped({ text: next, isEntered: false })}
          isEntered={isEntered}
          onEntered={(next) => setTyped({ text, isEntered: next })}
          onCommand={run}
          onClose={close}
        />
      )}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  );
}

/** Keeps the search of a page that is open already: a new appointment is made on the day that is shown. */
function useGo(): { go: (address: string) => void; isGoing: boolean } {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // Lasts until the next page is shown.
  const [isGoing, startGoing] = useTransition();
  const isFollowingLink = useNavigation().state !== 'idle';
  const go = (address: string) => {
    const next = new URL(address, location.origin);
    if (next.pathname === pathname && next.search !== '') {
      const merged = new URLSearchParams(search);
      for (const [name, value] of next.searchParams) merged.set(name, value);
      next.search = String(merged);
    }
    startGoing(async () => {
      await navigate(next.pathname + next.search);
    });
  };
  return { go, isGoing: isGoing || isFollowingLink };
}

/** The keys are those of the whole page, whatever has the focus. */
function useKeys(onPress: (event: KeyboardEvent) => void): void {
  const isLocked = useScreenLocked();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isLocked || event.defaultPrevented || event.isComposing || event.repeat) return;
    onPress(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/**
 * For keys that are pressed before the box they are meant for has the focus. They are not left to the browser: Enter and
 * the space bar would press the button that has it.
 */
function typeAhead(
  press: KeyboardEvent,
  onType: (change: (typed: Typed) => Typed) => void,
  onCancel: () => void,
): void {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Escape') onCancel();
  else if (key === 'Backspace') onType(({ text }) => ({ text: text.slice(0, -1), isEntered: false }));
  else if (key.length === 1) onType(({ text }) => ({ text: text + key, isEntered: false }));
  else if (key === 'Enter') onType(({ text }) => ({ text, isEntered: text !== '' }));
  else return;
  press.preventDefault();
}
