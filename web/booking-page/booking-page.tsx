import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { BookingPage as PageData } from '#contract/booking';
import { BookingContent } from '#web/booking-page/booking-content.tsx';
import { getPage } from '#web/booking-page/booking-requests.ts';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/**
 * The page where patients book, for the development server. The product answers `BookingContent` as plain HTML with the
 * data of the professional, and its script alone.
 */
export function BookingPage() {
  const { slug = '' } = useParams();
  const [page, setPage] = useState<PageData | null>();
  useEffect(() => {
    getPage(slug).then(setPage, () => setPage(null));
  }, [slug]);
  useEffect(() => {
    if (import.meta.env.DEV && page)
      void import('#web/booking-page/start-booking.ts').then(({ startBooking }) => startBooking());
  }, [page]);

  if (page === null) {
    return (
      <UnavailablePage title="Página no encontrada" text="La página que buscas no existe o cambió." actions={null} />
    );
  }
  return page && <BookingContent slug={slug} page={page} url={`${location.origin}/reservar/${slug}`} />;
}
