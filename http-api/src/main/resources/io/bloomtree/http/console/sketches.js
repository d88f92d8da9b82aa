// How often, how skewed, how alike: what the sketches tell, where the topology has them.

import {get} from './api.js';
import {byId, fact, h, replace, show} from './dom.js';
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
    this.node.addEventListener('change', () => this.ask());
    this.a.addEventListener('change', () => this.ask());
    this.b.addEventListener('change', () => this.ask());
    byId('sketch-refresh').addEventListener('click', () => this.ask());
  }

  /** `kept`: what the topology says of sketches; null if there are none. */
  start(kept) {
    if (!kept?.frequency) {
      byId('sketches').replaceChildren(h('p', {class: 'empty'},
        'This tree counts no keys. Add ', h('code', {}, 'sketches: { frequency: … }'),
        ' to the topology to see which keys are hot, how skewed the stream is, and what nodes share.'));
      return;
    }
    this.similarity = Boolean(kept.similarity);
    this.isOn = true;
    this.draw();
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
    const isNew = this.node.dataset.key !== key;
    [this.node, this.a, this.b].forEach((select) => replace(select, key, options));
    if (isNew) {
      const regions = nodes.filter((node) => node.level === 1).map((node) => node.id);
      this.a.value = regions[0] ?? ids[0];
      this.b.value = regions[1] ?? ids[ids.length - 1];
      this.parts.overlap.replaceChildren(h('h3', {}, 'Overlap'),
        h('div', {class: 'row pair'}, this.a, h('span', {class: 'note'}, 'and'), this.b), this.shared);
      byId('sketches').replaceChildren(h('div', {class: 'columns'}, ...Object.values(this.parts)));
      show(byId('sketch-controls'), true);
      clearInterval(this.timer);
      this.timer = setInterval(() => document.hidden || this.ask(), EVERY_MILLIS);
      this.ask();
    }
  }

  async ask() {
    const query = (values) => new URLSearchParams(values).toString();
    const node = this.node.value;
    const answers = (...ids) => ids.every((id) => this.model.node(id)?.state !== 'away');
    if (!answers(node)) {
      this.parts.hot.replaceChildren(h('p', {class: 'note'}, `${node} is away.`));
      this.parts.skew.replaceChildren();
      return;
    }
    await Promise.all([
      this.part('hot', get(`v1/sketches/hot?${query({node})}`), (it) => hotKeys(it, this.onKey)),
      this.part('skew', Promise.all([get(`v1/sketches/skew?${query({node})}`),
        this.similarity ? get(`v1/sketches/similar?${query({node})}`) : null]),
      ([skew, similar]) => [...skewFacts(skew, this.model.node(node)), ...similarFacts(similar)]),
      answers(this.a.value, this.b.value)
        ? this.overlap(query({a: this.a.value, b: this.b.value})) : null,
    ]);
  }

  async part(name, asked, draw) {
    const part = this.parts[name];
    try {
      part.replaceChildren(...draw(await asked));
    } catch (e) {
      part.replaceChildren(h('h3', {}, name === 'hot' ? 'Hot keys' : 'Skew'),
        h('p', {class: 'note'}, `Not to be had: ${e.message}`));
    }
  }

  async overlap(query) {
    try {
      const it = await get(`v1/sketches/overlap?${query}`);
      this.shared.replaceChildren(
        ...fact('Alike', percent(it.cosine), 'cosine of what both were offered'),
        ...fact('Pairs', `about ${count(it.joinSize)}`, `at most ${count(it.joinSizeAtMost)}`),
        ...fact(it.a, count(it.totalA), 'offers'),
        ...fact(it.b, count(it.totalB), 'offers'));
    } catch (e) {
      this.shared.replaceChildren(h('dd', {class: 'note'}, `Not to be had: ${e.message}`));
    }
  }
}

function hotKeys(hot, onKey) {
  const events = hot.events.slice(0, HOT);
  const most = events[0]?.estimate ?? 1;
  const name = (event) => (event.key === null || event.key === undefined
    ? h('code', {title: 'Its text is not kept, or not for this token'}, event.fingerprint)
    : h('button', {class: 'link', type: 'button', title: 'Try this key', onclick: () => onKey(event.key)},
      event.key));
  return [
    h('h3', {}, `Hot keys at ${hot.node}`, h('span', {class: 'note'},
      ` of ${count(hot.total)} offers since ${clock(hot.since)}`)),
    events.length === 0 ? h('p', {class: 'empty'}, 'Nothing was offered often yet.')
      : h('ol', {class: 'bars hot'}, ...events.map((event) => h('li', {}, name(event),
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
      ...fact('Different keys', skew.distinct === null ? 'too many to tell' : `about ${count(skew.distinct)}`),
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
