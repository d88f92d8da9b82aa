// "Try an event": which nodes know a key, and what would become of it at each edge.

import {post, Problem} from './api.js';
import {byId, h, show} from './dom.js';
import {listed, plural} from './format.js';

const NAMED = 6;

export class TryEvent {
  constructor(model, picture) {
    this.model = model;
    this.picture = picture;
    this.asked = 0;
    byId('try').addEventListener('submit', (event) => {
      event.preventDefault();
      this.ask(byId('try-key').value);
    });
    byId('try-clear').addEventListener('click', () => {
      this.asked++;
      this.picture.sight(null);
      byId('try-key').value = '';
      this.answer(h('p', {class: 'empty'},
        'Which nodes know a key? Asking changes nothing in the tree.'));
      show(byId('try-clear'), false);
      byId('try-key').focus();
    });
  }

  async ask(key) {
    // an answer that comes after the next question is worth nothing
    const asked = ++this.asked;
    byId('try-key').value = key;
    this.answer(h('p', {class: 'empty'}, 'Asking …'));
    try {
      const found = await post('v1/try', {key});
      if (asked === this.asked) {
        this.picture.sight(new Map(found.nodes.map((node) => [node.id, sighting(node)])));
        show(byId('try-clear'), true);
        this.answer(...this.told(found));
      }
    } catch (e) {
      if (asked === this.asked) {
        this.picture.sight(null);
        this.answer(h('p', {class: 'bad'}, e instanceof Problem && e.status === 403
          ? 'This token may look, but not try events: that takes the role operator.'
          : `Nobody answered: ${e.message}`));
      }
    }
  }

  answer(...content) {
    byId('try-answer').replaceChildren(...content);
  }

  told(found) {
    return [
      head(found.nodes),
      h('dl', {class: 'facts fates'}, ...this.fates(found.nodes).flatMap(([fate, edges]) => [
        h('dt', {}, fate), h('dd', {}, names(edges, fate)),
      ])),
      h('p', {class: 'note'}, 'Fingerprint ', h('code', {}, found.fingerprint)),
    ];
  }

  /** What would become of a copy, with the edges it would come from: [words, edges]. */
  fates(nodes) {
    const fates = new Map();
    const found = new Map(nodes.map((node) => [node.id, node]));
    for (const edge of this.model.nodes().filter((node) => node.role === 'edge')) {
      let at = edge;
      while (at && sighting(found.get(at.id)) === 'miss') {
        at = this.model.node(at.parent);
      }
      const fate = at ? fateAt(at === edge ? 'the edge' : at.id, found.get(at.id)) : 'New';
      fates.set(fate, [...(fates.get(fate) ?? []), edge.id]);
    }
    return [...fates];
  }
}

/** Whether a node knows the key. What a part of its slices says is not what the node would say. */
function sighting(node) {
  return node?.state !== 'up' ? 'unknown' : node.isHit ? 'hit' : 'miss';
}

/** Whether the tree knows the key: a tree whose root did not answer as a whole cannot deny it. */
function head(nodes) {
  const answered = nodes.filter((node) => node.state === 'up');
  const hits = answered.filter((node) => node.isHit);
  const away = nodes.filter((node) => node.state !== 'up').map((node) => node.id);
  const without = away.length === 0 ? '' : ` Away, in whole or in part: ${listed(away, NAMED)}.`;
  if (hits.length > 0) {
    return h('p', {}, h('span', {class: 'tag duplicate'}, 'Known'),
      ` ${hits.length} of ${plural(answered.length, 'node')} would hit.${without}`);
  }
  if (nodes.some((node) => node.level === 0 && node.state === 'up')) {
    return h('p', {}, h('span', {class: 'tag distinct'}, 'Distinct'), away.length === 0
      ? ' Nobody knows it: the first copy would be delivered.'
      : ` The root does not know it, nor does anybody who answered.${without}`);
  }
  return h('p', {}, h('span', {class: 'tag degraded'}, 'Not known'),
    ` Nobody who answered knows it, but the root did not answer as a whole.${without}`);
}

const AT_THE_EDGE = 'Ends at the edge';

function fateAt(place, node) {
  return sighting(node) === 'hit' ? `Ends at ${place}`
    : `Not known: ${place} is ${node?.state === 'partly' ? 'away in part' : 'away'}`;
}

function names(edges, fate) {
  return `from ${listed(edges, NAMED)}${fate === AT_THE_EDGE ? ', without a message' : ''}`;
}
