import { describe, expect, test } from 'vitest';
import { isSigned, signatureFor } from './notification-signature.ts';

const SECRET = 'your_secret_key_here';
const signed = { dataId: '999999999', requestId: '2066ca19-c6f1-498a-be75-1923005edd06' };
const V1 = '688a0d38e33107d4b2d452a85915d494fc120daf7e962608ab6811f80cd7ad22';
const at = new Date(1704908010 * 1000);
const signature = `ts=1704908010,v1=${V1}`;
const later = (hours: number) => new Date(at.getTime() + hours * 3600 * 1000);

test('a valid signature is accepted', () => {
  expect(isSigned({ ...signed, signature }, [SECRET], at)).toBe(true);
  expect(signatureFor(signed, '1704908010', SECRET)).toBe(signature);
});

test('a signature must match one of the secrets', () => {
  expect(isSigned({ ...signed, signature }, ['otro', SECRET], at)).toBe(true);
  expect(isSigned({ ...signed, signature }, ['otro'], at)).toBe(false);
  expect(isSigned({ ...signed, signature }, [], at)).toBe(false);
});

test('the time is in seconds or milliseconds and at most two days off', () => {
  const inMilliseconds = signatureFor(signed, '1704908010683', SECRET);
  for (const one of [signature, inMilliseconds]) {
    expect(isSigned({ ...signed, signature: one }, [SECRET], later(47))).toBe(true);
    expect(isSigned({ ...signed, signature: one }, [SECRET], later(49))).toBe(false);
    expect(isSigned({ ...signed, signature: one }, [SECRET], later(-49))).toBe(false);
  }
});

test.each([
  ['no id', { dataId: undefined, requestId: 'a' }],
  ['no request id', { dataId: '1', requestId: undefined }],
  ['neither', { dataId: undefined, requestId: undefined }],
])('%s: a missing part is left out of the signed text', (_, parts) => {
  expect(isSigned({ ...parts, signature: signatureFor(parts, '1704908010', SECRET) }, [SECRET], at)).toBe(true);
});

describe('a notification is rejected with', () => {
  test.each([
    ['another payment', { dataId: '999999998' }],
    ['another request', { requestId: 'b' }],
    ['a missing payment id', { dataId: undefined }],
    ['another time', { signature: `ts=1704908011,v1=${V1}` }],
    ['another hash', { signature: `ts=1704908010,v1=${V1.replace('6', '7')}` }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a signature without a time', { signature: `v1=${V1}` }],
    ['a signature without a hash', { signature: 'ts=1704908010' }],
    ['a hash that is too short', { signature: `ts=1704908010,v1=${V1.slice(2)}` }],
    ['a hash that is not hexadecimal', { signature: `ts=1704908010,v1=${'ñ'.repeat(64)}` }],
    ['an invalid time', { signature: `ts=1e9,v1=${V1}` }],
    ['a malformed signature', { signature: '=,=,==' }],
  ])('%s', (_, changed) => {
    expect(isSigned({ ...signed, signature, ...changed }, [SECRET], at)).toBe(false);
  });
});
