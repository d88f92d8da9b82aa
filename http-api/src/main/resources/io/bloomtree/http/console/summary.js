// The strip of figures at the top, and what is said aloud when a node goes away or comes back.

import {announce, byId, h, say} from './dom.js';
import {bytes, count, listed, micros, percent, rate} from './format.js';
import {condition} from './words.js';

/** Of nodes that change at once, that many are said by name. */
const NAMED = 4;

export class Summary {
  constructor(model) {
    this.model = model;
    this.cells = new Map();
    this.conditions = null;
    this.host = byId('summary');
    for (const [id, name] of [['nodes', 'Nodes'], ['offers', 'Offers'], ['duplicates', 'Duplicates'],
      ['edge', 'Decided at the edge'], ['latency', 'Verdict, p50 / p99'], ['memory', 'Filters']]) {
      const value = h('dd', {class: 'value'}, '–');
      const note = h('dd', {class: 'note'});
      const cell = h('div', {class: 'cell', 'data-cell': id}, h('dt', {}, name), value, note);
      this.host.append(cell);
      this.cells.set(id, {cell, value, note});
    }
  }

  put(id, value, note = '', isLoud = false) {
    const cell = this.cells.get(id);
    say(cell.value, value);
    say(cell.note, note);
    cell.cell.classList.toggle('loud', isLoud);
  }

  draw() {
    const nodes = this.model.nodes();
    const away = nodes.filter((node) => node.state === 'away');
    const unwell = nodes.filter((node) => node.state !== 'away' && condition(node) !== '');
    const troubles = [away.length ? `${away.length} away` : null,
      unwell.length ? `${unwell.length} degraded` : null].filter(Boolean).join(', ');
    this.put('nodes', count(nodes.length), troubles || 'all well', troubles !== '');
    const sample = this.model.latest();
    const decided = sample ? sample.distinct + sample.duplicates : 0;
    this.put('offers', rate(sample?.offers), sample?.failed > 0 ? `${rate(sample.failed)} failed` : '');
    this.put('duplicates', decided > 0 ? percent(sample.duplicates / decided) : '–',
      sample ? rate(sample.duplicates) : '');
    this.put('edge', percent(this.share()), 'of all offers so far');
    this.put('latency', `${micros(sample?.p50)} / ${micros(sample?.p99)}`, '');
    const memory = nodes.reduce((sum, node) => sum + (node.filter?.memoryBytes ?? 0), 0);
    const known = nodes.find((node) => node.level === 0)?.filter?.estimatedEvents;
    this.put('memory', bytes(memory), known === undefined ? '' : `${count(known)} events at the root`);
    this.announce(nodes);
  }

  /** Of all verdicts, those that needed no message. */
  share() {
    let here = 0;
    let all = 0;
    for (const node of this.model.nodes()) {
      for (const it of node.agent?.verdicts ?? []) {
        all += it.count;
        here += it.level === node.level ? it.count : 0;
      }
    }
    return all === 0 ? undefined : here / all;
  }

  announce(nodes) {
    const now = new Map(nodes.map((node) => [node.id, condition(node)]));
    const changes = new Map();
    if (this.conditions !== null) {
      for (const [id, how] of now) {
        if (this.conditions.has(id) && this.conditions.get(id) !== how) {
          const words = how || 'well again';
          changes.set(words, [...(changes.get(words) ?? []), id]);
        }
      }
    }
    this.conditions = now;
    for (const [how, ids] of changes) {
      announce(`${listed(ids, NAMED)} ${ids.length === 1 ? 'is' : 'are'} ${how}`);
    }
  }
}
