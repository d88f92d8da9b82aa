// "Try an event": which nodes know a key, and what would become of it at each edge.

import {post, Problem} from './api.js';
import {byId, h, show} from './dom.js';
import {plural} from './format.js';

const NAMED = 6;

export class TryEvent {
  constructor(model, picture) {
    this.model = model;
    this.picture = picture;
    byId('try').addEventListener('submit', (event) => {
      event.preventDefault();
      this.ask(byId('try-key').value);
    });
    byId('try-clear').addEventListener('click', () => {
      this.picture.sight(null);
      byId('try-key').value = '';
      this.answer(h('p', {class: 'empty'},
        'Which nodes know a key? Asking changes nothing in the tree.'));
      show(byId('try-clear'), false);
      byId('try-key').focus();
    });
  }

  async ask(key) {
    byId('try-key').value = key;
    this.answer(h('p', {class: 'empty'}, 'Asking …'));
    try {
      const found = await post('v1/try', {key});
      const known = new Map(found.nodes.map((node) => [node.id, node.isHit]));
      this.picture.sight(known);
      show(byId('try-clear'), true);
      this.answer(...this.told(key, found, known));
    } catch (e) {
      this.picture.sight(null);
      this.answer(h('p', {class: 'bad'}, e instanceof Problem && e.status === 403
        ? 'This token may look, but not try events: that takes the role operator.'
        : `Nobody answered: ${e.message}`));
    }
  }

  answer(...content) {
    byId('try-answer').replaceChildren(...content);
  }

  told(key, found, known) {
    const hits = found.nodes.filter((node) => node.isHit);
    const asked = found.nodes.filter((node) => node.state !== 'away');
    const head = hits.length === 0
      ? h('p', {}, h('span', {class: 'tag distinct'}, 'Distinct'), ' Nobody knows it: the first copy would be delivered.')
      : h('p', {}, h('span', {class: 'tag duplicate'}, 'Known'),
        ` ${hits.length} of ${plural(asked.length, 'node')} would hit.`);
    return [
      head,
      h('dl', {class: 'facts fates'}, ...this.fates(known).flatMap(([where, edges]) => [
        h('dt', {}, where === null ? 'New at' : `Ends at ${where}`),
        h('dd', {}, names(edges, where)),
      ])),
      h('p', {class: 'note'}, 'Fingerprint ', h('code', {}, found.fingerprint)),
    ];
  }

  /** Where a copy would end, with the edges it would come from: [node or null, edges]. */
  fates(known) {
    const fates = new Map();
    for (const edge of this.model.nodes().filter((node) => node.role === 'edge')) {
      let at = edge;
      while (at && !known.get(at.id)) {
        at = this.model.node(at.parent);
      }
      const where = at?.id ?? null;
      fates.set(where, [...(fates.get(where) ?? []), edge.id]);
    }
    return [...fates];
  }
}

function names(edges, where) {
  if (edges.length === 1 && edges[0] === where) {
    return 'without a message';
  }
  const more = edges.length - NAMED;
  return `from ${edges.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
