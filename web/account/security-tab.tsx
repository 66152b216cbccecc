import { AccessLogCard } from '#web/access-log/access-log-card.tsx';
import { SecurityCards } from '#web/account/security-cards.tsx';
import { ACCESS_LOG_ID } from '#web/platform/paths.ts';
import { LinkedPart } from '#web/ui/linked-part.tsx';

export const SecurityTab = () => (
  <SecurityCards>
    <LinkedPart id={ACCESS_LOG_ID}>
      <AccessLogCard />
    </LinkedPart>
  </SecurityCards>
);
