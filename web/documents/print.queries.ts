import { useMutation } from '@tanstack/react-query';
import { type FileEndpoint, fillPath } from '#contract/endpoint';
import { download } from '#web/platform/api.ts';
import { saveFile } from '#web/platform/save-file.ts';

interface Messages {
  done: string;
  failed: string;
}

/** Downloads the signed PDF of a record and saves it under the name that the endpoint gives. */
export const usePrint = (endpoint: FileEndpoint, id: string, { done, failed }: Messages) =>
  useMutation({
    mutationFn: async () => {
      const request = { params: { id } };
      const file = await download(endpoint, request);
      if (file.type !== endpoint.file?.type) throw new Error('Invalid PDF response format');
      saveFile(file, fillPath(endpoint.file.name, request.params));
    },
    meta: { done, failed },
  });
