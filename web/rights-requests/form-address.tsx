import { useQuery } from '@tanstack/react-query';
import { getBookingSettings } from '#contract/booking-settings';
import { getRightsRecipient } from '#contract/rights-requests';
import { queryFor } from '#web/platform/api.ts';
import { BOOKING_SETTINGS_ADDRESS, PATHS } from '#web/platform/paths.ts';
import { AddressActions } from '#web/ui/address-actions.tsx';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Where people send their requests. The address works when the professional has saved one, also without bookings. */
export function FormAddress() {
  const { data: settings } = useQuery(queryFor(getBookingSettings, {}));
  const slug = settings?.slug ?? '';
  const { data, isError } = useQuery({
    ...queryFor(getRightsRecipient, { params: { slug } }),
    enabled: slug !== '',
    retry: false,
  });
  if (!data && !isError) return null;
  const address = location.origin + PATHS.rightsForm.replace(':slug', slug);
  return (
    <div className="mt-6">
      <Card title="Tu formulario para pacientes">
        <p className="mb-4 max-w-prose text-muted text-sm">
          Tus pacientes llegan a él desde el pie de las páginas que abren con tus enlaces. También puedes enviarles su
          dirección.
        </p>
        {data ? (
          <>
            <p className="wrap-anywhere font-semibold">{address}</p>
            <AddressActions address={address} openLabel="Ver el formulario" />
          </>
        ) : (
          <p>
            Para que tenga una dirección propia,{' '}
            <Link to={BOOKING_SETTINGS_ADDRESS} className={TEXT_LINK_CLASS}>
              guarda la dirección de tu página
            </Link>
            . No hace falta activar la reserva en línea.
          </p>
        )}
      </Card>
    </div>
  );
}
