import type { Assistant } from '#contract/assistants';
import { EntryList } from '#web/access-log/entry-list.tsx';
import { ACTS_NOT_LOADED, useAssistantActs } from '#web/assistants/assistants.queries.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What an assistant did for the professional, from the access log. */
export const ActsDialog = ({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) => (
  <Dialog title={`Qué hizo ${assistant.name}`} description="Lo más reciente primero" wide onClose={onClose}>
    <Acts id={assistant._id} />
  </Dialog>
);

function Acts({ id }: { id: string }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAssistantActs(id);
  if (!data) {
    if (isError) return <InlineFailure text={ACTS_NOT_LOADED} onRetry={() => void refetch()} />;
    return <Skeleton className="h-24 w-full" />;
  }
  const entries = data.pages.flat();
  if (entries.length === 0) return <p className="text-muted">Aún no ha hecho nada en tu agenda.</p>;
  return (
    <>
      <EntryList label="Lo que hizo" entries={entries} showsPatients />
      {hasNextPage && <EarlierButton isLoading={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
    </>
  );
}
