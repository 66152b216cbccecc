/**
 * A number for each network from which several came, so that the professional sees what belongs together and not the
 * address.
 */
export function connectionNumbers(all: readonly { network: string | undefined }[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [network, those] of Map.groupBy(all, (one) => one.network)) {
    if (network !== undefined && those.length > 1) numbers.set(network, numbers.size + 1);
  }
  return numbers;
}
