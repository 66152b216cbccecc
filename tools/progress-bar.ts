const WIDTH = 30;
const STEP = 10;

/** A bar that grows in its line on a terminal, and one line for each ten per cent elsewhere. */
export function progressBar(output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout) {
  let shown = -STEP;
  return {
    progress: (done: number, total: number): void => {
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      if (percent === shown || (!output.isTTY && percent < shown + STEP && percent < 100)) return;
      shown = percent;
      const filled = Math.round((percent / 100) * WIDTH);
      const line = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${percent} % of ${total} rows`;
      output.write(output.isTTY ? `\r${line}${percent === 100 ? '\n' : ''}` : `${line}\n`);
    },
  };
}
