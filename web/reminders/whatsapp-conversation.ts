import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { openTab } from '#web/platform/new-tab.ts';

interface Message {
  /** The address that opens the conversation with the text written. */
  url?: string | undefined;
}

interface Request {
  id: string;
  /** The tab for the conversation. Null when the browser refused to open it. */
  tab: Window | null;
}

interface Options {
  /** Has the server write the message, which it then lists as sent. */
  write: (id: string) => Promise<Message>;
  reload: (cache: QueryClient) => void;
}

interface WhatsappConversation {
  /** Call it in the handler of a click or a key: a browser opens a tab only then. */
  open: (id: string, onReady?: () => void) => void;
  /** The id whose message is being written. */
  openingId: string | undefined;
}

/** Opens the conversation of a message in WhatsApp in a new tab. */
export function useWhatsappConversation({ write, reload }: Options): WhatsappConversation {
  const cache = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Request) => write(id),
    meta: {
      done: (_, request) =>
        (request as Request).tab ? undefined : 'El mensaje está listo. El navegador bloqueó la ventana de WhatsApp.',
      doneAction: ({ url }: Message) =>
        url ? { label: 'Abrir WhatsApp', onPress: () => void window.open(url, '_blank', 'noopener') } : undefined,
      failed: 'No se pudo preparar el mensaje',
    },
    onSuccess: ({ url }, { tab }) => {
      if (url) tab?.location.replace(url);
      else tab?.close();
    },
    onError: (_error, { tab }) => tab?.close(),
    onSettled: () => reload(cache),
  });
  return {
    open: (id, onReady) => mutate({ id, tab: openTab() }, { onSuccess: () => onReady?.() }),
    openingId: isPending ? variables.id : undefined,
  };
}
