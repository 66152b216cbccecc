interface Metric {
  type: string;
  samples: Sample[];
}

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Reads the text format of Prometheus 0.0.4 and refuses what does not follow it. */
export function parseMetrics(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const metrics = new Map<string, Metric>();
  let described = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, comment, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (comment === 'HELP') {
      if (metrics.has(name)) throw new Error(`${name} is described twice`);
      metrics.set(name, { type: '', samples: [] });
      described = name;
    } else if (comment === 'TYPE') {
      const metric = metrics.get(name);
      if (!metric || name !== described) throw new Error(`${name} has a type before its help`);
      metric.type = rest;
    } else {
      const sample = parseSample(line);
      const metric = metrics.get(described);
      const suffix = sample.name.slice(described.length);
      const isOwn = metric?.type === 'histogram' ? ['_bucket', '_sum', '_count'].includes(suffix) : suffix === '';
      if (!sample.name.startsWith(described) || !isOwn) throw new Error(`${line} is not part of ${described}`);
      metric?.samples.push(sample);
    }
  }
  return metrics;
}

function parseSample(line: string): Sample {
  const [, name, inBraces = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || !Number.isFinite(Number(value))) throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  let read = 0;
  for (let label = LABEL.exec(inBraces); label; label = LABEL.exec(inBraces)) {
    const [all, key = '', text = ''] = label;
    if (key in labels) throw new Error(`a label twice: ${line}`);
    labels[key] = text;
    read += all.length;
  }
  if (read !== inBraces.length) throw new Error(`not labels: ${line}`);
  return { name, labels, value: Number(value) };
}
