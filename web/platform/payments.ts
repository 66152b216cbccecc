/**
 * How an installation without a payment provider takes payments: in the test checkout, or not at all. Undefined with a
 * provider. The server states it in an attribute of the document.
 */
export function paymentsWithoutProvider(): 'test' | 'none' | undefined {
  const { payments } = document.documentElement.dataset;
  return payments === 'test' || payments === 'none' ? payments : undefined;
}
