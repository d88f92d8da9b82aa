// Where each node of the tree is drawn. Root on top while the leaves fit side by side; else the root
// on the left and the leaves below each other, so that long names and many edges stay readable.

const DOWN = {
  leaf: 72, inner: 132, gap: 10, level: 104, top: 44, bottom: 62, widest: 150,
  radius: {root: [22, 30], region: [14, 26], edge: [9, 18]},
};
const ACROSS = {
  leaf: 30, denseLeaf: 24, dense: 24, inner: 62, gap: 6, left: 46, value: 72, top: 14, bottom: 14,
  // pixels at least, and a share of the picture at most
  label: [192, 0.4], narrowLabel: [104, 0.34],
  radius: {root: [16, 24], region: [10, 18], edge: [6, 9]},
};
/** Around a node: its slices, and that it is chosen or knows a key. */
const HALO = 8;
/** From a node to the text beside it. */
export const BESIDE = HALO + 6;
/** Of one character of a label, in pixels. */
export const CHARACTER = 6.9;
const NARROW = 640;
/** How far a tree with its root on top may be squeezed. */
const TIGHTEST = 0.8;

/** The nodes of a view as a tree: {node, children, level}, the root first. */
export function grow(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, {node, children: [], level: node.level}]));
  let root = null;
  for (const item of byId.values()) {
    const parent = byId.get(item.node.parent);
    if (parent) {
      item.parent = parent;
      parent.children.push(item);
    } else {
      root ??= item;
    }
  }
  return root;
}

/** All below and including, parents before children. */
export function walk(item) {
  return [item, ...item.children.flatMap(walk)];
}

function breadth(item, sizes) {
  if (item.children.length === 0) {
    item.breadth = sizes.leaf;
  } else {
    item.inside = item.children.reduce((sum, child) => sum + breadth(child, sizes), 0)
      + (item.children.length - 1) * sizes.gap;
    item.breadth = Math.max(item.inside, sizes.inner);
  }
  return item.breadth;
}

function spread(item, start, stretch, gap) {
  if (item.children.length === 0) {
    item.across = start + (item.breadth * stretch) / 2;
    return;
  }
  let at = start + ((item.breadth - item.inside) * stretch) / 2;
  for (const child of item.children) {
    spread(child, at, stretch, gap);
    at += (child.breadth + gap) * stretch;
  }
  const first = item.children[0].across;
  const last = item.children[item.children.length - 1].across;
  item.across = (first + last) / 2;
}

/** What a node is drawn by; that which is away has the size that was planned. */
export function memory(node) {
  return node.filter?.memoryBytes ?? node.plan?.memoryBytes ?? 0;
}

function radius(item, most, range) {
  const [low, high] = range[item.node.role] ?? range.region;
  return low + (high - low) * Math.sqrt(most > 0 ? memory(item.node) / most : 0);
}

/** For text to the right of a node: up to the next one of its level, or to the margin. */
function roomBeside(item, items, width) {
  const ends = items.filter((other) => other.level === item.level && other.x > item.x)
    .map((other) => other.x - other.radius - HALO);
  return Math.min(width, ...ends) - (item.x + item.radius + BESIDE) - 4;
}

/** For the names of leaves beside them, and a value: as they need, but the tree needs room too. */
function labelWidth(items, width) {
  const leaves = items.filter((item) => item.children.length === 0);
  const longest = Math.max(...leaves.map((item) => item.node.id.length));
  const [least, most] = width < NARROW ? ACROSS.narrowLabel : ACROSS.label;
  return Math.min(Math.max(least, longest * CHARACTER + ACROSS.value), most * width);
}

/** Places the tree in a picture of this width; gives {down, width, height, items}. */
export function layout(nodes, width) {
  const root = grow(nodes);
  if (!root) {
    return {down: true, width, height: 0, items: []};
  }
  const items = walk(root);
  const levels = Math.max(...items.map((item) => item.level)) + 1;
  const mostMemory = Math.max(...items.map((item) => memory(item.node)));
  const needed = breadth(root, DOWN);
  const down = needed * TIGHTEST <= width;
  const stretch = Math.min(width / needed, DOWN.widest / DOWN.leaf);
  for (const item of items) {
    item.radius = radius(item, mostMemory, down ? DOWN.radius : ACROSS.radius)
      * (down ? Math.min(1, stretch) : 1);
  }
  if (down) {
    spread(root, (width - needed * stretch) / 2, stretch, DOWN.gap);
    for (const item of items) {
      item.x = item.across;
      item.y = DOWN.top + item.level * DOWN.level;
    }
    for (const item of items) {
      item.room = item.children.length === 0 ? DOWN.leaf * stretch : roomBeside(item, items, width);
    }
    return {down, width, height: DOWN.top + (levels - 1) * DOWN.level + DOWN.bottom, items};
  }
  const leaves = items.filter((item) => item.children.length === 0).length;
  const leaf = leaves > ACROSS.dense ? ACROSS.denseLeaf : ACROSS.leaf;
  const tall = breadth(root, {...ACROSS, leaf});
  spread(root, ACROSS.top, 1, ACROSS.gap);
  const label = labelWidth(items, width);
  const column = (width - ACROSS.left - label) / Math.max(1, levels - 1);
  for (const item of items) {
    item.x = ACROSS.left + item.level * column;
    item.y = item.across;
    item.room = item.children.length === 0 ? label - 16 : Math.max(40, column - 8);
  }
  return {down, width, height: ACROSS.top + tall + ACROSS.bottom, items};
}

/** The curve from a child to its parent, in the direction in which events climb. */
export function link(child, down) {
  const parent = child.parent;
  if (down) {
    const from = child.y - child.radius - 3;
    const to = parent.y + parent.radius + 8;
    const middle = (from + to) / 2;
    return `M${child.x} ${from}C${child.x} ${middle} ${parent.x} ${middle} ${parent.x} ${to}`;
  }
  const from = child.x - child.radius - 3;
  const to = parent.x + parent.radius + 8;
  const middle = (from + to) / 2;
  return `M${from} ${child.y}C${middle} ${child.y} ${middle} ${parent.y} ${to} ${parent.y}`;
}
