import { randomBytes, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const MAX_RESPONSE_BYTES = 64 * 1024;
const NONCE_BYTES = 8;

/** Asks a time-stamp authority (RFC 3161) for a token over a signature. Throws when no valid token comes in time. */
export async function requestTimestamp(url: string, signature: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
  // The leading 1 keeps the number positive and of a fixed length.
  const nonce = new asn1js.Integer({ valueHex: new Uint8Array([1, ...randomBytes(NONCE_BYTES)]).buffer });
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: await pkijs.MessageImprint.create('SHA-256', new Uint8Array(signature)),
    nonce,
    certReq: true,
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: request.toSchema().toBER(),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the time-stamp authority answered ${response.status}`);
  }
  const token = tokenIn(await limitedBody(response));
  const stamp = await readTimestamp(token, signature).catch(() => undefined);
  if (!stamp?.nonce?.isEqual(nonce)) throw new Error('the time-stamp is not of this signature');
  return token;
}

async function limitedBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) throw new Error('the time-stamp authority answered too much');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The token in a response, byte for byte as the authority encoded it. */
function tokenIn(body: Uint8Array<ArrayBuffer>): Uint8Array {
  const { result } = asn1js.fromBER(body);
  const { status } = new pkijs.TimeStampResp({ schema: result });
  const [, token] = (result as asn1js.Sequence).valueBlock.value;
  const isGranted = status.status === pkijs.PKIStatus.granted || status.status === pkijs.PKIStatus.grantedWithMods;
  if (!isGranted || !token) throw new Error('the time-stamp authority refused');
  return new Uint8Array(token.valueBeforeDecodeView);
}

/** When an authority saw a signature, and the certificate that says so. */
export interface Timestamp {
  at: Date;
  nonce: asn1js.Integer | undefined;
  authority: X509Certificate;
}

/**
 * Reads a token. Throws unless the token is of that signature and is signed by a certificate that it carries. Whether
 * to trust that certificate is left to the reader of the document.
 */
export async function readTimestamp(token: Uint8Array, signature: Uint8Array): Promise<Timestamp> {
  const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(token));
  const signedData = new pkijs.SignedData({ schema: content });
  const { eContentType, eContent } = signedData.encapContentInfo;
  if (eContentType !== pkijs.id_eContentType_TSTInfo || !eContent) throw new Error('not a time-stamp');
  const { signatureVerified, signerCertificate } = await signedData.verify({
    signer: 0,
    data: new Uint8Array(signature).buffer,
    extendedMode: true,
  });
  if (!signatureVerified || !signerCertificate) throw new Error('the signature of the time-stamp is invalid');
  const { genTime, nonce } = pkijs.TSTInfo.fromBER(eContent.getValue());
  const authority = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER()));
  return { at: genTime, nonce, authority };
}
