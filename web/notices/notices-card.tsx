import { useRef } from 'react';
import {
  NOTICES_NOT_LOADED,
  useDeviceNotices,
  useSendTestNotice,
  useTurnOffNotices,
  useTurnOnNotices,
} from '#web/notices/notices.queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useFocusHeadingAfter } from '#web/ui/focus-heading.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The notices of this browser, which each device turns on for itself. */
export function NoticesCard() {
  const { data, isError, refetch } = useDeviceNotices();
  const isOn = data?.state === 'on';
  return (
    <Card title="Avisos en este dispositivo" action={isOn && <Badge tone="green">Activados</Badge>}>
      <p className="max-w-prose text-muted text-sm">
        Entérate cuando un paciente cancele o cambie su hora desde su enlace, o pida una hora en línea, aunque Ficha
        Austral no esté abierta. El aviso no muestra nombres, horas ni nada de la ficha, y deja de llegar cuando cierras
        sesión.
      </p>
      <div className="mt-4">
        {data?.state === 'unsupported' && <UnsupportedText />}
        {data?.state === 'denied' && <DeniedText />}
        {(data?.state === 'off' || isOn) && <NoticeButtons isOn={isOn} publicKey={data.publicKey} />}
        {!data && isError && <InlineFailure text={NOTICES_NOT_LOADED} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton className="h-11" />}
      </div>
    </Card>
  );
}

const UnsupportedText = () => (
  <p className="max-w-prose">
    Este navegador no puede mostrar avisos. En un iPhone o iPad funcionan si agregas Ficha Austral a la pantalla de
    inicio y la abres desde ahí.
  </p>
);

function DeniedText() {
  // The window of the installed application shows no address.
  const isInstalled = useMediaQuery('(display-mode: standalone)');
  return (
    <p className="max-w-prose">
      Este navegador tiene bloqueados los avisos de Ficha Austral. Para permitirlos,{' '}
      {isInstalled
        ? 'activa las notificaciones en los ajustes de la aplicación o del navegador, y vuelve a abrir Ficha Austral.'
        : 'presiona el ícono que está junto a la dirección de la página, permite las notificaciones y vuelve a cargar la página.'}
    </p>
  );
}

/** One button turns notices on and off, so that it keeps the focus. */
function NoticeButtons({ isOn, publicKey }: { isOn: boolean; publicKey: string }) {
  const turnOn = useTurnOnNotices();
  const turnOff = useTurnOffNotices();
  const button = useRef<HTMLButtonElement>(null);
  // A text takes its place when the user denies the permission.
  useFocusHeadingAfter(button);
  return (
    <div className="flex flex-wrap gap-3">
      <BusyButton
        ref={button}
        look="secondary"
        className="max-sm:w-full"
        label={isOn ? 'Desactivar' : 'Activar avisos'}
        busy={turnOn.isPending || turnOff.isPending}
        busyLabel={isOn ? 'Desactivando...' : 'Activando...'}
        onPress={() => (isOn ? turnOff.mutate() : turnOn.mutate(publicKey))}
      />
      {isOn && <TestButton />}
    </div>
  );
}

function TestButton() {
  const test = useSendTestNotice();
  const button = useRef<HTMLButtonElement>(null);
  // The button goes when the test shows that the notices are off.
  useFocusHeadingAfter(button);
  return (
    <BusyButton
      ref={button}
      look="secondary"
      className="max-sm:w-full"
      label="Enviar un aviso de prueba"
      busy={test.isPending}
      busyLabel="Enviando..."
      onPress={() => test.mutate()}
    />
  );
}
