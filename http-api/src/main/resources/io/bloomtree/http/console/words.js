// What the tree says in codes, in plain words.

const CAUSES = {
  SLICE_AWAY: 'a slice did not answer, and the slice policy decided',
  OWNER_AWAY: 'the slice that owns the event was away, and another stood in for it',
  PARENT_AWAY: 'the parent was away, and the parent policy decided',
  STATE_LOST: 'the node that decided has lost its state and is not rebuilt yet',
};

const FAILURES = {
  HELD: 'another copy was being delivered',
  BUSY: 'a table on the way was full',
  OVERLOADED: 'the edge had too much in hand',
  PARENT_AWAY: 'the parent did not answer',
  FENCED: 'a newer agent took the place',
  STATE_FAILED: 'the agent could not keep its state',
  CLOSED: 'the agent was closed',
};

const BIRTHS = {
  FIRST: 'began with nothing',
  RECOVERED: 'recovered what it kept',
  LOST: 'lost what it should have kept',
};

const TABLES = {
  claims: 'claims', unspread: 'records to spread', released: 'released claims', fences: 'agents fenced',
  rounds: 'questions between slices', offers: 'offers waiting', outstanding: 'offers in hand',
  asks: 'asks in hand', confirms: 'confirms in hand', releases: 'releases in hand',
  hellos: 'greetings', routes: 'agents below',
};

/** How a slice came by its state. */
export function birth(code) {
  return BIRTHS[code] ?? spaced(code ?? '');
}

export function table(name) {
  return TABLES[name] ?? name;
}

function spaced(code) {
  return code.toLowerCase().replaceAll('_', ' ');
}

/** Why an answer is degraded, as half a sentence. */
export function cause(code) {
  return CAUSES[code] ?? spaced(code);
}

export function failure(code) {
  return FAILURES[code] ?? spaced(code);
}

export function isDegraded(verdict) {
  return Boolean(verdict.degradation) && verdict.degradation !== 'NONE';
}

/** Who decided a verdict and why: the sentence that follows "Duplicate" or "Distinct". */
export function why(verdict) {
  const by = verdict.decidedBy;
  const here = by === verdict.edge;
  if (isDegraded(verdict)) {
    return `degraded: ${cause(verdict.degradation)}${by ? `, at ${by}` : ''}`;
  }
  if (verdict.decision === 'DUPLICATE') {
    return here ? 'known at the edge itself, nothing was sent' : `known at ${by}`;
  }
  if (verdict.decision === 'DISTINCT') {
    return `nobody knew it, ${here ? 'the edge' : by} decided`;
  }
  return by ? `${failure(verdict.decision)}, at ${by}` : failure(verdict.decision);
}

export function decision(code) {
  return code.charAt(0) + spaced(code).slice(1);
}

/** How a node is, in a few words; empty if all is well. */
export function condition(node) {
  const slices = node.slices ?? [];
  if (node.state === 'away') {
    return 'away';
  }
  const words = [];
  if (node.state === 'partly') {
    const up = slices.filter((slice) => slice.state === 'up').length;
    words.push(`${up} of ${slices.length} slices`);
  }
  if (node.degraded?.length) {
    words.push('degraded');
  }
  return words.join(', ');
}

/** A count's name as text: "expiredAsks" -> "expired asks". */
export function counted(name) {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
