import { renderToString } from 'react-dom/server';
import type { BookingPage } from '#contract/booking';
import { BookingContent } from '#web/booking-page/booking-content.tsx';
import { BookingHead } from '#web/booking-page/booking-head.tsx';
import { type Rendered, splitHead } from '#web/split-head.ts';

/** The page of one professional. The build makes a module of it, which the server loads. */
export const renderBookingPage = (page: BookingPage, { slug, url }: { slug: string; url: string }): Rendered =>
  splitHead(
    renderToString(
      <>
        <BookingHead page={page} url={url} />
        <BookingContent slug={slug} page={page} url={url} />
      </>,
    ),
  );
