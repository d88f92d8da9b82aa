// What the page knows: the latest view of the tree, and how it changed. Counts only ever grow
// while a process lives, so rates are differences of two views; a count that fell was begun anew.

/** Ten minutes, a sample a second. */
const KEPT_SAMPLES = 600;
/** Views that are not further apart are of the same second, though a timer is never on time. */
const PACE_MILLIS = 1500;

function grown(now, before) {
  return now === undefined || before === undefined ? 0 : now >= before ? now - before : now;
}

/** The counts of a histogram, the last of what is above all bounds. */
function buckets(histogram) {
  return [...histogram.counts, histogram.over ?? 0];
}

/** How many values a histogram has, and what they are on average; null if there are none. */
export function mean(histogram) {
  const number = histogram ? buckets(histogram).reduce((sum, n) => sum + n, 0) : 0;
  return number === 0 ? null : {number, value: histogram.sum / number};
}

/** The quantile of a histogram, its upper bounds ascending; within a bucket by interpolation. */
function quantile(upTo, counts, q) {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) {
    return null;
  }
  let below = 0;
  for (let i = 0; i < counts.length; i++) {
    if (below + counts[i] >= q * total && counts[i] > 0) {
      const low = i === 0 ? 0 : upTo[i - 1];
      // the last bucket has no bound: what is in it took at least that long
      const high = upTo[i] ?? low;
      return low + (high - low) * ((q * total - below) / counts[i]);
    }
    below += counts[i];
  }
  return upTo[upTo.length - 1];
}

/** Jain's index of fairness: 1 if all are equal, 1/n if one has everything. */
export function fairness(loads) {
  const sum = loads.reduce((a, b) => a + b, 0);
  const squares = loads.reduce((a, b) => a + b * b, 0);
  return squares === 0 ? null : (sum * sum) / (loads.length * squares);
}

/** What a slice was asked to do: its share of the node's load. */
export function load(counts) {
  return (counts?.tests ?? 0) + (counts?.sets ?? 0)
    + (counts?.partTests ?? 0) + (counts?.partSets ?? 0);
}

function verdicts(agent, decision) {
  return (agent.verdicts ?? []).filter((it) => it.decision === decision)
    .reduce((sum, it) => sum + it.count, 0);
}

function sum(map) {
  return Object.values(map ?? {}).reduce((a, b) => a + b, 0);
}

/** The counts of a node that rates are made of. */
function measured(node) {
  const counts = node.counts ?? {};
  const agent = node.agent;
  return {
    tests: counts.tests ?? 0,
    hits: counts.hits ?? 0,
    sets: counts.sets ?? 0,
    held: counts.held ?? 0,
    bytes: node.bytesSent ?? 0,
    ...(agent ? {
      offers: agent.offers,
      distinct: verdicts(agent, 'DISTINCT'),
      duplicates: verdicts(agent, 'DUPLICATE'),
      failed: sum(agent.failures),
      degraded: sum(agent.degraded),
    } : {}),
  };
}

export class Model {
  constructor() {
    this.view = null;
    this.samples = [];
    this.selected = null;
    this.before = new Map();
    this.rates = new Map();
  }

  nodes() {
    return this.view?.nodes ?? [];
  }

  node(id) {
    return this.nodes().find((node) => node.id === id);
  }

  /** Per second, since the view before; null while nothing is known. */
  rate(id, name) {
    return this.rates.get(id)?.[name] ?? null;
  }

  /** Events a second that a node could not decide and sent up. */
  climbing(id) {
    const rates = this.rates.get(id);
    return rates ? Math.max(0, rates.tests - rates.hits) : null;
  }

  /** What happened before the page was opened, or while it heard nothing. */
  remember(samples) {
    const own = this.samples;
    const isMissing = ({at}) => !own.some((sample) => Math.abs(sample.at - at) < PACE_MILLIS);
    this.samples = own.concat(samples.filter(isMissing)).sort((a, b) => a.at - b.at)
      .slice(-KEPT_SAMPLES);
  }

  /** A tree that was started anew may have other nodes, or be another one. */
  forget(view) {
    if (this.view !== null && this.view.tree !== view.tree) {
      this.samples = [];
    }
    const ids = new Set(view.nodes.map((node) => node.id));
    for (const map of [this.before, this.rates]) {
      [...map.keys()].filter((id) => !ids.has(id)).forEach((id) => map.delete(id));
    }
    if (!ids.has(this.selected)) {
      this.selected = view.nodes[0]?.id ?? null;
    }
  }

  take(view) {
    this.forget(view);
    const latency = {upTo: [], counts: []};
    const nodes = {};
    for (const node of view.nodes) {
      nodes[node.id] = this.measure(node, view.at, latency);
    }
    const first = this.view === null;
    this.view = view;
    if (first) {
      return;
    }
    const total = (name) => view.nodes.reduce((n, node) => n + (nodes[node.id]?.[name] ?? 0), 0);
    this.samples.push({
      at: view.at,
      offers: total('offers'),
      distinct: total('distinct'),
      duplicates: total('duplicates'),
      failed: total('failed'),
      degraded: total('degraded'),
      p50: quantile(latency.upTo, latency.counts, 0.5),
      p99: quantile(latency.upTo, latency.counts, 0.99),
      nodes,
    });
    if (this.samples.length > KEPT_SAMPLES) {
      this.samples.shift();
    }
  }

  measure(node, at, latency) {
    if (node.state === 'away') {
      this.rates.delete(node.id);
      return null;
    }
    const now = {at, counts: measured(node), latency: node.agent?.latency};
    const before = this.before.get(node.id);
    this.before.set(node.id, now);
    const filter = node.filter ?? {};
    const state = {
      fill: filter.fill, fpp: filter.falsePositiveRate, estimated: filter.estimatedEvents,
    };
    if (!before || at <= before.at) {
      return state;
    }
    const seconds = (at - before.at) / 1000;
    const rates = {};
    for (const [name, count] of Object.entries(now.counts)) {
      rates[name] = grown(count, before.counts[name]) / seconds;
    }
    this.rates.set(node.id, rates);
    if (now.latency && before.latency) {
      latency.upTo = now.latency.upTo;
      buckets(now.latency).forEach((count, i) => {
        latency.counts[i] = (latency.counts[i] ?? 0) + grown(count, buckets(before.latency)[i]);
      });
    }
    return {...state, ...rates};
  }

  latest() {
    return this.samples[this.samples.length - 1] ?? null;
  }
}
