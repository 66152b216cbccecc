import { useQuery } from '@tanstack/react-query';
import { rightsCount } from '#web/rights-requests/rights-requests.queries.ts';
import { MenuCount } from '#web/ui/menu-count.tsx';

/** How many requests wait for an answer, beside their entry in the menu. */
export const RightsCount = () => <MenuCount total={useQuery(rightsCount()).data?.total} text="por responder" />;
