interface Answer {
  success?: boolean;
  preference?: { initPoint?: string; sandboxInitPoint?: string } | null;
}

const isWebAddress = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** Where the browser goes to pay; undefined when the answer names no such place. */
export function checkoutAddress({ success, preference }: Answer): string | undefined {
  const address = preference?.initPoint || preference?.sandboxInitPoint;
  return success && address && isWebAddress(address) ? address : undefined;
}
