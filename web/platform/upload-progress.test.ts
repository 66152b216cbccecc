import { afterEach, expect, test, vi } from 'vitest';
import { withProgress } from '#web/platform/upload-progress.ts';

afterEach(() => vi.unstubAllGlobals());

/** A request that a test answers. */
function fakeRequest() {
  const request = {
    upload: {} as { onprogress?: (event: Partial<ProgressEvent>) => void },
    onload: () => undefined,
    onerror: () => undefined,
    open: vi.fn(),
    setRequestHeader: vi.fn(),
    send: vi.fn(),
    abort: vi.fn(),
    getResponseHeader: () => 'application/json',
    responseText: '{"imported":3}',
    status: 200,
  };
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    return request;
  });
  return request;
}

test('tells how much was sent, and answers as fetch does', async () => {
  const request = fakeRequest();
  const parts: number[] = [];
  const headers = { Authorization: 'Bearer x' };
  const reply = withProgress((part) => parts.push(part))('/api/a', { method: 'POST', headers, body: 'contenido' });
  request.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true });
  request.upload.onprogress?.({ loaded: 1, total: 0, lengthComputable: false });
  request.onload();
  const response = await reply;
  expect([response.status, await response.json(), parts]).toEqual([200, { imported: 3 }, [0.25]]);
  expect(request.open).toHaveBeenCalledWith('POST', '/api/a');
  expect(request.setRequestHeader).toHaveBeenCalledWith('authorization', 'Bearer x');
});

test('fails when the connection breaks, and when it is aborted', async () => {
  const broken = fakeRequest();
  const lost = withProgress(() => undefined)('/api/a', { method: 'POST' });
  broken.onerror();
  await expect(lost).rejects.toThrow(TypeError);

  const aborted = fakeRequest();
  const controller = new AbortController();
  const cancelled = withProgress(() => undefined)('/api/a', { method: 'POST', signal: controller.signal });
  controller.abort();
  await expect(cancelled).rejects.toThrow('aborted');
  expect(aborted.abort).toHaveBeenCalled();
});
