import { useAccount } from '#web/account/account.queries.ts';
import { PersonalInfoCard, PersonalInfoSkeleton } from '#web/account/personal-info-card.tsx';
import { ACCOUNT_UNREADABLE } from '#web/platform/account-settings.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';

export function AccountTab() {
  const { data: account, isError, refetch } = useAccount();
  if (account) return <PersonalInfoCard account={account} />;
  return isError ? <LoadFailure title={ACCOUNT_UNREADABLE} onRetry={() => void refetch()} /> : <PersonalInfoSkeleton />;
}
