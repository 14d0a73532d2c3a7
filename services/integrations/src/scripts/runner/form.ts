import type { Dispatch } from './protocol.js';

/** An event as the published runtime reads it from a request. */
export async function encodeDispatch({ event, environment, body }: Dispatch) {
  const form = new FormData();
  form.set('event', event);
  form.set('environment', environment);
  if (body) form.set('fetch-body', new Blob([Uint8Array.from(body)]));
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type')!,
    bytes: new Uint8Array(await encoded.arrayBuffer()),
  };
}
