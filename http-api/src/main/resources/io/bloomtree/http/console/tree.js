// The tree as a picture. Drawn anew when its shape or the room for it changes; else each view only
// changes attributes, so that focus and animations stay.

import {s, say} from './dom.js';
import {ellipsis, rate} from './format.js';
import {BESIDE, CHARACTER, layout, link, memory} from './layout.js';
import {isBeyondPlan, SCALES, step} from './scale.js';
import {condition} from './words.js';

/** Of a link's width, by events a second. */
const FLOWS = [0.05, 50, 1000, 20000];
/** Of the rate at a link. */
const AMOUNT = 56;

/** In words, for those who do not see it. */
const SIGHTINGS = {
  hit: 'knows the key', miss: 'does not know the key', unknown: 'does not say whether it knows the key',
};

const flow = (perSecond) => FLOWS.filter((bound) => perSecond > bound).length;

export class TreePicture {
  /** `onChosen` is told the id of a node that was clicked or entered. */
  constructor(host, model, onChosen) {
    this.host = host;
    this.model = model;
    this.onChosen = onChosen;
    this.colour = 'fill';
    this.sighted = null;
    this.key = '';
    this.drawn = new Map();
    this.svg = s('svg', {role: 'tree', 'aria-label': 'Nodes of the tree', class: 'tree'});
    this.links = s('g', {'aria-hidden': 'true', role: 'none'});
    this.nodes = s('g', {role: 'none'});
    this.svg.append(this.links, this.nodes);
    this.svg.addEventListener('keydown', (event) => this.move(event));
    new ResizeObserver(() => this.draw()).observe(host);
  }

  draw() {
    const nodes = this.model.nodes();
    const width = Math.floor(this.host.clientWidth);
    if (nodes.length === 0 || width === 0) {
      return;
    }
    const key = JSON.stringify([width, nodes.map((node) => [node.id, node.parent,
      node.slices?.length, Math.round(4 * Math.log2(memory(node) + 1))])]);
    if (key !== this.key) {
      this.key = key;
      this.arrange(layout(nodes, width));
    }
    nodes.forEach((node) => this.update(node));
  }

  arrange({down, width, height, items}) {
    // only if it is in the picture now: whoever types elsewhere goes on typing there
    const focused = this.svg.contains(document.activeElement)
      ? document.activeElement.dataset.id : null;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', width);
    this.svg.setAttribute('height', height);
    this.down = down;
    this.items = items;
    this.drawn.clear();
    this.links.replaceChildren();
    this.nodes.replaceChildren();
    for (const item of items) {
      const drawn = item.parent ? this.drawLink(item) : {};
      Object.assign(drawn, this.drawNode(item), {item});
      this.drawn.set(item.node.id, drawn);
    }
    if (!this.svg.isConnected) {
      this.host.replaceChildren(this.svg);
    }
    this.drawn.get(focused)?.group.focus({preventScroll: true});
  }

  drawLink(item) {
    const d = link(item, this.down);
    const base = s('path', {d, class: 'link'});
    const moving = s('path', {d, class: 'flow'});
    this.links.append(base, moving);
    if (!this.down || item.room < 60) {
      return {base, moving};
    }
    // on the side that the link bends away from
    const side = item.parent.x > item.x && item.x > AMOUNT ? -1 : 1;
    const amount = s('text', {
      class: 'amount', x: item.x + 7 * side, y: item.y - item.radius - 9,
      'text-anchor': side < 0 ? 'end' : 'start',
    });
    this.links.append(amount);
    return {base, moving, amount};
  }

  drawNode(item) {
    const {node, radius: r} = item;
    const isEdge = node.role === 'edge';
    const body = isEdge
      ? s('rect', {class: 'body', x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 3})
      : s('circle', {class: 'body', r});
    const halo = isEdge
      ? s('rect', {class: 'halo', x: -r - 5, y: -r - 5, width: 2 * r + 10, height: 2 * r + 10, rx: 7})
      : s('circle', {class: 'halo', r: r + 8});
    const slices = (node.slices?.length ?? 0) > 1 ? ring(node.slices.length, r + 4) : [];
    const cross = s('path', {class: 'cross', d: `M${-r * 0.45} ${-r * 0.45}L${r * 0.45} ${r * 0.45}`
      + `M${r * 0.45} ${-r * 0.45}L${-r * 0.45} ${r * 0.45}`});
    const warning = s('g', {class: 'warning', transform: `translate(${r * 0.8} ${-r * 0.8})`},
      s('path', {d: 'M0 -8 8 6H-8Z'}), s('path', {class: 'sign', d: 'M0 -3.5V1.5M0 3.4V4.4'}));
    const known = s('g', {class: 'known', transform: `translate(${-r * 0.8} ${-r * 0.8})`},
      s('circle', {r: 7}), s('path', {class: 'sign', d: 'M-3 0 -1 2.5 3.2 -2.5'}));
    // the target of fingers and pointers is never smaller than they are
    const target = s('circle', {class: 'target', r: Math.max(12, r + 4)});
    const title = s('title', {});
    const group = s('g', {
      class: `node ${node.role}`, role: 'treeitem', tabindex: '-1', 'data-id': node.id,
      transform: `translate(${item.x} ${item.y})`, 'aria-level': item.level + 1,
      onclick: () => this.choose(node.id),
    }, title, halo, target, body, ...slices, cross, warning, known);
    const texts = this.drawTexts(item);
    group.append(...Object.values(texts));
    this.nodes.append(group);
    return {group, body, slices, title, ...texts};
  }

  /** Leaves have their names below or beside them; others where no link passes. */
  drawTexts({children, radius: r, parent, y}) {
    const isLeaf = children.length === 0;
    const text = (name, x, y, anchor) => s('text', {class: name, x, y, 'text-anchor': anchor});
    if (this.down && isLeaf) {
      return {
        name: text('name', 0, r + 17, 'middle'), value: text('value', 0, r + 32, 'middle'),
        condition: text('condition', 0, r + 46, 'middle'),
      };
    }
    if (this.down) {
      return {
        name: text('name', r + BESIDE, -3, 'start'), value: text('value', r + BESIDE, 12, 'start'),
        condition: text('condition', r + BESIDE, 26, 'start'),
      };
    }
    if (isLeaf) {
      return {name: text('name', r + 8, 4, 'start')};
    }
    return parent && parent.y > y
      ? {name: text('name', 0, -r - 9, 'middle'), condition: text('condition', 0, -r - 23, 'middle')}
      : {name: text('name', 0, r + 19, 'middle'), condition: text('condition', 0, r + 33, 'middle')};
  }

  update(node) {
    const drawn = this.drawn.get(node.id);
    const scale = SCALES[this.colour];
    const how = condition(node);
    const isAway = node.state === 'away';
    const isLoud = how !== '' || isBeyondPlan(scale, node);
    const sighting = this.sighting(node);
    drawn.group.setAttribute('class', ['node', node.role, `step-${step(scale, node)}`, node.state,
      node.degraded?.length ? 'degraded' : '', isBeyondPlan(scale, node) ? 'beyond' : '',
      node.id === this.model.selected ? 'selected' : '',
      sighting].filter(Boolean).join(' '));
    drawn.group.setAttribute('aria-selected', node.id === this.model.selected);
    drawn.group.setAttribute('tabindex', node.id === this.focusedId() ? '0' : '-1');
    const value = isAway ? '' : scale.text(node);
    const said = how || (isBeyondPlan(scale, node) ? 'beyond plan' : '');
    const label = [node.id, node.role, how || 'up', isAway ? null : `${scale.title} ${value}`,
      said === 'beyond plan' ? said : null,
      SIGHTINGS[sighting]]
      .filter(Boolean).join(', ');
    drawn.group.setAttribute('aria-label', label);
    say(drawn.title, label);
    this.write(drawn, node, value, said);
    node.slices?.forEach((slice, i) =>
      drawn.slices[i]?.setAttribute('class', `slice ${slice.state}`));
    this.updateLink(drawn, node, isAway || this.isParentAway(node));
    drawn.group.classList.toggle('loud', isLoud);
  }

  write(drawn, node, value, said) {
    const letters = Math.max(4, Math.floor(drawn.item.room / CHARACTER));
    if (drawn.value) {
      say(drawn.name, ellipsis(node.id, letters));
      // a node that is away has no value: its condition takes the place
      say(drawn.value, value);
      say(drawn.condition, value === '' ? '' : said);
      if (value === '') {
        drawn.value.replaceChildren(s('tspan', {class: 'condition'}, said));
      }
    } else if (drawn.condition) {
      say(drawn.name, ellipsis(node.id, letters));
      say(drawn.condition, said);
    } else {
      // where both do not fit, the name is worth more: shapes tell the condition too
      const words = said || value;
      const fits = Math.min(node.id.length, 8) + words.length + 1 <= letters;
      const tail = fits ? words : said ? '▲' : '';
      const name = ellipsis(node.id, Math.max(4, letters - tail.length - 1));
      drawn.name.replaceChildren(name, s('tspan', {class: said ? 'condition' : 'value', dx: 7}, tail));
    }
  }

  isParentAway(node) {
    return this.model.node(node.parent)?.state === 'away';
  }

  updateLink(drawn, node, isCut) {
    if (!drawn.base) {
      return;
    }
    const climbing = this.model.climbing(node.id) ?? 0;
    const strength = isCut ? 0 : flow(climbing);
    const parent = this.model.node(node.parent);
    const hits = [node, parent].every((it) => it && this.sighting(it) === 'hit') ? ' hit' : '';
    drawn.base.setAttribute('class', `link width-${strength}${isCut ? ' cut' : ''}${hits}`);
    drawn.moving.setAttribute('class', `flow speed-${strength}`);
    if (drawn.amount) {
      say(drawn.amount, isCut || climbing < 0.5 ? '' : rate(climbing));
    }
  }

  /** Whether a node knows the key that is tried; null: none is. Who is away tells nothing now. */
  sighting(node) {
    return this.sighted === null ? null
      : node.state === 'away' ? 'unknown' : this.sighted.get(node.id) ?? 'unknown';
  }

  /** Shows who knows a key, as a map of ids to 'hit', 'miss' or 'unknown'; null: no key. */
  sight(known) {
    this.sighted = known;
    this.draw();
  }

  choose(id) {
    this.focused = id;
    this.drawn.get(id)?.group.focus({preventScroll: true});
    this.onChosen(id);
  }

  /** The one node that is in the tab order. */
  focusedId() {
    return this.drawn.has(this.focused) ? this.focused
      : this.model.selected ?? this.model.nodes()[0]?.id;
  }

  /** As in every tree: up and down through all, left to the parent, right to the first child. */
  move(event) {
    const id = event.target.closest?.('[data-id]')?.dataset.id;
    const index = this.items?.findIndex((item) => item.node.id === id) ?? -1;
    if (index < 0) {
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(id);
      return;
    }
    const item = this.items[index];
    const next = {
      ArrowDown: this.items[index + 1], ArrowUp: this.items[index - 1],
      ArrowLeft: item.parent, ArrowRight: item.children[0],
      Home: this.items[0], End: this.items[this.items.length - 1],
    }[event.key];
    if (next) {
      event.preventDefault();
      this.focused = next.node.id;
      this.draw();
      this.drawn.get(this.focused).group.focus();
    }
  }
}

/** The slices of a node around it, each an arc. */
function ring(count, radius) {
  const gap = count > 24 ? 0.02 : 0.14;
  return Array.from({length: count}, (_, i) => {
    const from = (i / count) * 2 * Math.PI - Math.PI / 2 + gap / 2;
    const to = ((i + 1) / count) * 2 * Math.PI - Math.PI / 2 - gap / 2;
    const at = (angle) => `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
    return s('path', {
      class: 'slice', d: `M${at(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`,
    });
  });
}
