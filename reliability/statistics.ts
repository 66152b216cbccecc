export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * How much the median of the last quarter exceeds the median of the second and third one. A leak makes it grow on. A
 * maximum would change with a single sample: it was 14 lower in one run and 12 higher in another, without a leak.
 */
export function growthOf(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4);
  return medianOf(values.slice(-quarter)) - medianOf(values.slice(quarter, -quarter));
}

/** The slope of the line of least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}
