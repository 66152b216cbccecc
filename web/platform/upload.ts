import { type Endpoint, MIN_UPLOAD_RATE } from '#contract/endpoint';
import { type ReplyOf, replyOf, send } from '#web/platform/api.ts';
import { PROGRESS_BYTES, type UploadOptions, withProgress } from '#web/platform/upload-progress.ts';

/** For endpoints that receive a file. It has time to arrive over a slow connection. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  { params, query, fields = {}, onProgress, signal }: UploadOptions = {},
): Promise<ReplyOf<E>> {
  if (!endpoint.upload) throw new Error(`${endpoint.path} takes no file`);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set(endpoint.upload, file);
  const transport = onProgress && file.size >= PROGRESS_BYTES ? withProgress(onProgress) : undefined;
  const moreTime = Math.ceil(file.size / MIN_UPLOAD_RATE) * 1000;
  return replyOf<E>(await send(endpoint, { params, query, body, transport, moreTime }, signal), signal);
}
