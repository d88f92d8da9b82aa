// How often, how skewed, how alike: what the sketches tell, where the topology has them.

import {get, Problem} from './api.js';
import {byId, h, show} from './dom.js';
import {count, percent} from './format.js';

const EVERY_MILLIS = 5000;

export class Sketches {
  constructor(model) {
    this.model = model;
    this.node = byId('sketch-node');
    this.node.addEventListener('change', () => this.ask());
    byId('sketch-refresh').addEventListener('click', () => this.ask());
  }

  /** Asks at once, and then now and then while somebody looks. */
  start() {
    if (this.timer === undefined && this.model.view) {
      this.node.replaceChildren(...this.model.nodes().map((node) => h('option', {}, node.id)));
      this.timer = setInterval(() => document.hidden || this.isOff || this.ask(), EVERY_MILLIS);
      this.ask();
    }
  }

  async ask() {
    const node = encodeURIComponent(this.node.value);
    const host = byId('sketches');
    try {
      const [hot, skew] = await Promise.all([
        get(`v1/sketches/hot?node=${node}`), get(`v1/sketches/skew?node=${node}`)]);
      const overlap = await this.overlap();
      show(byId('sketch-controls'), true);
      host.replaceChildren(h('div', {class: 'columns'}, hotKeys(hot), skewFacts(skew), overlap));
    } catch (e) {
      this.isOff = e instanceof Problem && e.status === 404;
      show(byId('sketch-controls'), !this.isOff);
      host.replaceChildren(this.isOff
        ? h('p', {class: 'empty'}, 'This tree keeps no sketches. Add ', h('code', {}, 'sketches:'),
          ' to the topology to see which keys are hot, how skewed the stream is, and what regions share.')
        : h('p', {class: 'bad'}, `Not to be had: ${e.message}`));
    }
  }

  async overlap() {
    return null;
  }
}

function hotKeys(hot) {
  return h('div', {}, h('h3', {}, 'Hot keys'), JSON.stringify(hot), count(0), percent(0));
}

function skewFacts(skew) {
  return h('div', {}, h('h3', {}, 'Skew'), JSON.stringify(skew));
}
