// All nodes as a table, what was measured beside what was planned; and the topology itself. The
// table is also how the tree reads without eyes.

import {get} from './api.js';
import {byId, h, replace, say} from './dom.js';
import {bytes, count, percent, probability, rate} from './format.js';
import {isBeyondPlan, SCALES} from './scale.js';
import {condition} from './words.js';

export class PlanTable {
  constructor(model, onChosen) {
    this.model = model;
    this.onChosen = onChosen;
    this.rows = new Map();
  }

  draw() {
    const nodes = this.model.nodes();
    const body = byId('plan');
    replace(body, nodes.map((node) => node.id).join('\n'), () => {
      this.rows.clear();
      return nodes.map((node) => this.row(node));
    });
    nodes.forEach((node) => this.update(node));
  }

  row(node) {
    const button = h('button', {class: 'link id', type: 'button', onclick: () => this.onChosen(node.id)},
      node.id);
    const cells = Array.from({length: 12}, (_, i) => h('td', {class: i < 2 ? null : 'number'}));
    const row = h('tr', {}, h('th', {scope: 'row', class: `depth-${Math.min(node.level, 5)}`}, button),
      ...cells);
    this.rows.set(node.id, {row, cells, button});
    return row;
  }

  update(node) {
    const {row, cells, button} = this.rows.get(node.id);
    const filter = node.filter ?? {};
    const tests = this.model.rate(node.id, 'tests');
    const hits = this.model.rate(node.id, 'hits');
    const how = condition(node);
    row.className = [node.state, how ? 'loud' : '',
      node.id === this.model.selected ? 'selected' : ''].filter(Boolean).join(' ');
    button.setAttribute('aria-current', node.id === this.model.selected);
    const share = filter.estimatedEvents / filter.expected;
    const values = [
      how || 'up',
      filter.kind ? filter.kind + (filter.subFilters > 1 ? ` × ${filter.subFilters}` : '') : '–',
      count(filter.estimatedEvents),
      percent(share),
      percent(filter.fill),
      probability(filter.falsePositiveRate),
      probability(node.plan?.fpp),
      bytes(filter.memoryBytes),
      bytes(node.plan?.memoryBytes),
      rate(tests),
      tests > 0 ? percent(hits / tests) : '–',
      rate(this.model.climbing(node.id)),
    ];
    values.forEach((text, i) => {
      if (cells[i].textContent !== text) {
        cells[i].textContent = text;
      }
    });
    cells[3].classList.toggle('beyond', share > 1);
    cells[4].classList.toggle('beyond', isBeyondPlan(SCALES.fill, node));
    cells[5].classList.toggle('beyond', isBeyondPlan(SCALES.error, node));
  }
}

let shownSource = null;

/**
 * Asks for the topology, which does not change while a process lives, and gives it. What is shown
 * stays, and stays open, unless it is another one.
 */
export async function drawTopology() {
  const host = byId('topology');
  let topology;
  try {
    topology = await get('v1/topology');
  } catch (e) {
    if (shownSource === null) {
      host.replaceChildren(h('p', {class: 'empty'}, `Not to be had: ${e.message}`));
    }
    throw e;
  }
  const {source, digest, plan} = topology;
  say(byId('topology-facts'), `digest ${digest}; by plan at most `
    + `${probability(plan.worstFalsePositives)} false positives and ${bytes(plan.memoryBytes)} of filters`);
  if (source !== shownSource) {
    shownSource = source;
    host.replaceChildren(h('details', {}, h('summary', {}, 'Show the file'),
      h('pre', {class: 'source', tabindex: 0, role: 'region', 'aria-label': 'The topology'}, source)));
  }
  return topology;
}
