// How often, how skewed, how alike: what the sketches tell, where the topology has them.

import {get} from './api.js';
import {byId, fact, h, isBeingRead, show} from './dom.js';
import {clock, count, percent} from './format.js';

const EVERY_MILLIS = 5000;
const HOT = 12;
/** Of Jain's index of slices: the least that is called even. */
const EVEN = 0.95;

export class Sketches {
  /** `onKey` is told a hot key that somebody wants to try. */
  constructor(model, onKey) {
    this.model = model;
    this.onKey = onKey;
    this.node = byId('sketch-node');
    this.parts = {hot: h('div', {}), skew: h('div', {}), overlap: h('div', {})};
    this.a = h('select', {'aria-label': 'One node'});
    this.b = h('select', {'aria-label': 'The other node'});
    this.shared = h('dl', {class: 'facts'});
    this.isOn = false;
    this.isPaused = true;
    this.asked = 0;
    this.asking = 0;
    this.node.addEventListener('change', () => this.ask());
    this.a.addEventListener('change', () => this.ask());
    this.b.addEventListener('change', () => this.ask());
    byId('sketch-refresh').addEventListener('click', () => this.ask());
  }

  /** `kept`: what the topology says of sketches; null if there are none. */
  show(kept) {
    this.similarity = Boolean(kept?.similarity);
    const isOn = Boolean(kept?.frequency);
    if (isOn !== this.isOn) {
      this.isOn = isOn;
      this.asked++;
      delete this.node.dataset.key;
    }
    if (isOn) {
      this.draw();
      return;
    }
    clearInterval(this.timer);
    show(byId('sketch-controls'), false);
    byId('sketches').replaceChildren(h('p', {class: 'empty'},
      'This tree counts no keys. Add ', h('code', {}, 'sketches: { frequency: … }'),
      ' to the topology to see which keys are hot, how skewed the stream is, and what nodes share.'));
  }

  /** What was told last stays while the node is not to be had. */
  pause(isPaused) {
    this.isPaused = isPaused;
  }

  /** With the first view, and when nodes come or go. */
  draw() {
    const nodes = this.model.nodes();
    if (!this.isOn || nodes.length === 0) {
      return;
    }
    const ids = nodes.map((node) => node.id);
    const key = ids.join('\n');
    const options = () => ids.map((id) => h('option', {}, id));
    if (this.node.dataset.key === key) {
      return;
    }
    this.node.dataset.key = key;
    [this.node, this.a, this.b].forEach((select) => select.replaceChildren(...options()));
    const regions = nodes.filter((node) => node.level === 1).map((node) => node.id);
    this.a.value = regions[0] ?? ids[0];
    this.b.value = regions[1] ?? ids[ids.length - 1];
    this.parts.hot.replaceChildren(h('p', {class: 'empty'}, 'Asking …'));
    this.parts.skew.replaceChildren();
    this.shared.replaceChildren();
    this.parts.overlap.replaceChildren(h('h3', {}, 'Overlap'),
      h('div', {class: 'row pair'}, this.a, h('span', {class: 'note'}, 'and'), this.b), this.shared);
    byId('sketches').replaceChildren(h('div', {class: 'columns'}, ...Object.values(this.parts)));
    show(byId('sketch-controls'), true);
    clearInterval(this.timer);
    this.timer = setInterval(
      () => document.hidden || this.isPaused || this.asking > 0 || this.ask(), EVERY_MILLIS);
    this.ask();
  }

  async ask() {
    // an answer that comes after the next question is worth nothing
    const asked = ++this.asked;
    const isWanted = () => asked === this.asked;
    const node = this.node.value;
    this.asking++;
    await Promise.all([
      drawn(this.parts.hot, isWanted, 'Hot keys', this.told('hot', {node}),
        (it) => hotKeys(it, this.onKey)),
      drawn(this.parts.skew, isWanted, 'Skew', Promise.all([this.told('skew', {node}),
        this.similarity ? this.told('similar', {node}) : null]),
      ([skew, similar]) => [...skewFacts(skew, this.model.node(node)), ...similarFacts(similar)]),
      drawn(this.shared, isWanted, '', this.told('overlap', {a: this.a.value, b: this.b.value}),
        sharedFacts),
    ]);
    this.asking--;
  }

  /** Who is away is not asked: that would take as long as a node is waited for. */
  async told(what, nodes) {
    const away = Object.values(nodes).find((id) => this.model.node(id)?.state === 'away');
    if (away !== undefined) {
      throw new Error(`${away} is away`);
    }
    return get(`v1/sketches/${what}?${new URLSearchParams(nodes)}`);
  }
}

/** Draws what was answered, or why there is no answer; the focus and marked text stay. */
async function drawn(host, isWanted, title, answer, draw) {
  let content;
  try {
    content = draw(await answer);
  } catch (e) {
    const why = `Not to be had: ${e.message}`;
    content = title === '' ? [h('dd', {class: 'note'}, why)]
      : [h('h3', {}, title), h('p', {class: 'note'}, why)];
  }
  if (!isWanted() || isBeingRead(host)) {
    return;
  }
  const focused = host.contains(document.activeElement)
    ? document.activeElement.dataset.fingerprint : undefined;
  host.replaceChildren(...content);
  if (focused !== undefined) {
    host.querySelector(`[data-fingerprint="${focused}"]`)?.focus({preventScroll: true});
  }
}

function sharedFacts(it) {
  return [
    ...fact('Alike', percent(it.cosine), 'cosine of what both were offered'),
    ...fact('Pairs', `about ${count(it.joinSize)}`, `at most ${count(it.joinSizeAtMost)}`),
    ...fact(it.a, count(it.totalA), 'offers'),
    ...fact(it.b, count(it.totalB), 'offers'),
  ];
}

/** Of a text that was cut: such a key is another one, and not to be tried. */
const CUT = '…';

function hotName(event, onKey) {
  if (event.key === null || event.key === undefined) {
    return h('code', {title: 'Its text is not kept, or not for this token'}, event.fingerprint);
  }
  if (event.key.endsWith(CUT)) {
    return h('span', {class: 'cut', title: `Only the beginning of its text is kept: ${event.key}`},
      event.key);
  }
  return h('button', {class: 'link', type: 'button', title: `Try ${event.key}`,
    'data-fingerprint': event.fingerprint, onclick: () => onKey(event.key)}, event.key);
}

function hotKeys(hot, onKey) {
  const events = hot.events.slice(0, HOT);
  const most = events[0]?.estimate ?? 1;
  return [
    h('h3', {}, `Hot keys at ${hot.node}`, h('span', {class: 'note'},
      ` of ${count(hot.total)} offers since ${clock(hot.since)}`)),
    events.length === 0 ? h('p', {class: 'empty'}, 'Nothing was offered often yet.')
      : h('ol', {class: 'bars hot'}, ...events.map((event) => h('li', {}, hotName(event, onKey),
        h('span', {class: 'number', title: `at most ${count(event.atMost)}`},
          `≈ ${count(event.estimate)}`),
        h('meter', {min: 0, max: most, value: event.estimate, 'aria-label': 'share of the hottest'})))),
  ];
}

function skewFacts(skew, node) {
  const same = skew.total < 2 ? 0
    : Math.max(0, skew.selfJoinSize - skew.total) / (skew.total * (skew.total - 1));
  const slices = node?.slices?.length ?? 1;
  const horizontal = 1 / (1 + (slices - 1) * same);
  return [
    h('h3', {}, `Skew at ${skew.node}`),
    h('dl', {class: 'facts'},
      ...(skew.zipfExponent === null ? fact('Zipf exponent', 'unknown', 'too many different keys')
        : fact('Zipf exponent', skew.zipfExponent.toFixed(2),
          skew.zipfExponent < 0.5 ? 'nearly even' : null)),
      ...fact('Self-join size', `about ${count(skew.selfJoinSize)}`,
        `at most ${count(skew.selfJoinSizeAtMost)}`),
      ...fact('Different keys',
        skew.distinct === null ? 'too many to tell' : `about ${count(skew.distinct)}`),
      ...fact('Two offers alike', percent(same)),
      ...(slices > 1 ? fact('Whole-key slices', `fairness ${horizontal.toFixed(3)}`,
        horizontal >= EVEN ? 'even enough' : 'vertical slices fit better') : [])),
  ];
}

function similarFacts(similar) {
  return similar === null ? [] : [
    h('h3', {}, 'Near-duplicates that pass as distinct'),
    h('dl', {class: 'facts'}, ...similar.pairs.flatMap((it) => fact(
      `${it.alike} of ${similar.fields} alike`, `about ${count(Math.max(0, it.pairs))}`, 'pairs'))),
  ];
}
