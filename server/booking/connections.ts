/** Numbers the networks of several requests: the professional sees which belong together, and no address. */
export function connectionNumbers(all: readonly { network: string | undefined }[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [network, requests] of Map.groupBy(all, (one) => one.network)) {
    if (network !== undefined && requests.length > 1) numbers.set(network, numbers.size + 1);
  }
  return numbers;
}
