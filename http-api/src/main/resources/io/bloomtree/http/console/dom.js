// Elements without markup in strings: what comes from the tree is always text, never HTML.

const SVG = 'http://www.w3.org/2000/svg';

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element: h('button', {class: 'quiet', onclick}, 'Pause'). */
export function h(tag, properties, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function s(tag, properties, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Says it only when it changed: screen readers repeat what is written again. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Kept of what was said aloud: enough to be read, and not the whole day. */
const SAID = 30;

/**
 * Says something to those who do not see it. Each thing is added, not put in place of the one
 * before: that may still wait to be read.
 */
export function announce(text) {
  const log = byId('changes');
  log.append(h('p', {}, text));
  while (log.childElementCount > SAID) {
    log.firstElementChild.remove();
  }
}

export function show(element, isShown) {
  element.hidden = !isShown;
}

/** Replaces the rows of a list or table, unless they are the same as before. */
export function replace(element, key, children) {
  if (element.dataset.key !== key) {
    element.dataset.key = key;
    element.replaceChildren(...children());
  }
}

/** Whether somebody is marking text in it, which a new drawing would undo. */
export function isBeingRead(element) {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
}

/** A term and its value, for lists of facts; a value may be an element. */
export function fact(term, value, note) {
  return [h('dt', {}, term), h('dd', {}, value, note ? h('span', {class: 'note'}, ' ', note) : null)];
}
