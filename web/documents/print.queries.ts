import { useMutation } from '@tanstack/react-query';
import { type FileEndpoint, fillPath } from '#contract/endpoint';
import { download } from '#web/platform/api.ts';
import { saveFile } from '#web/platform/save-file.ts';

interface Words {
  done: string;
  failed: string;
}

/** Prints one of the documents of a thing: fetches its signed PDF and hands it to the browser under its name. */
export const usePrint = (endpoint: FileEndpoint, id: string, { done, failed }: Words) =>
  useMutation({
    mutationFn: async () => {
      const request = { params: { id } };
      const file = await download(endpoint, request);
      if (file.type !== endpoint.file?.type) throw new Error('Invalid PDF response format');
      saveFile(file, fillPath(endpoint.file.name, request.params));
    },
    meta: { done, failed },
  });
