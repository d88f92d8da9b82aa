// The two ways to colour a node. Each has five steps: four within the plan, one beyond it, which is
// also said in words, since colour alone tells nothing to many.

import {percent, probability} from './format.js';

const FILL = {
  title: 'fill',
  steps: [0.1, 0.25, 0.4, 0.525],
  words: ['below 10 %', '10 to 25 %', '25 to 40 %', '40 to 50 %', 'fuller than planned'],
  // a Bloom filter at its design load is half full, whatever its size
  value: (node) => node.filter?.fill,
  text: (node) => percent(node.filter?.fill),
};

const ERROR = {
  title: 'error estimate',
  steps: [0.01, 0.1, 0.5, 1.0001],
  words: ['below 1 % of the plan', 'below 10 %', 'below half', 'as planned', 'worse than planned'],
  value: (node) => (node.plan?.fpp > 0 && typeof node.filter?.falsePositiveRate === 'number'
    ? node.filter.falsePositiveRate / node.plan.fpp : undefined),
  text: (node) => probability(node.filter?.falsePositiveRate),
};

export const SCALES = {fill: FILL, error: ERROR};

/** 0 to 4, or -1 where nothing is known. */
export function step(scale, node) {
  const value = scale.value(node);
  if (typeof value !== 'number') {
    return -1;
  }
  const index = scale.steps.findIndex((bound) => value < bound);
  return index < 0 ? scale.steps.length : index;
}

export function isBeyondPlan(scale, node) {
  return step(scale, node) === scale.steps.length;
}
