import { ClosingCall } from './closing-call.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { LegalNotice } from './legal-notice.tsx';
import { Pricing } from './pricing.tsx';
import { PublicFrame } from './public-frame.tsx';

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
