import { ClosingCall } from '#web/site/closing-call.tsx';
import { Features } from '#web/site/features.tsx';
import { Hero } from '#web/site/hero.tsx';
import { LegalNotice } from '#web/site/legal-notice.tsx';
import { Pricing } from '#web/site/pricing.tsx';
import { PublicFrame } from '#web/site/public-frame.tsx';

export function LandingPage() {
  return (
    <PublicFrame>
      <Hero />
      <Features />
      <LegalNotice />
      <Pricing />
      <ClosingCall />
    </PublicFrame>
  );
}
