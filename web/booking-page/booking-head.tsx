import type { BookingPage } from '#contract/booking';
import { singularProfession } from '#contract/professions';
import { pageTitle } from '#web/booking-page/page-title.ts';

interface Props {
  page: BookingPage;
  url: string;
}

/** What search engines and messengers show of the page. */
export function BookingHead({ page: { professional }, url }: Props) {
  const { name, profession, specialty, city } = professional;
  const title = pageTitle(professional);
  const who = [name, singularProfession(profession), specialty].filter(Boolean).join(', ');
  const where = city && ` en ${city}`;
  const description = `${who}${where}. Elige el servicio, el día y la hora, y reserva en línea.`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Ficha Austral" />
      <meta property="og:locale" content="es_CL" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <link rel="canonical" href={url} />
    </>
  );
}
