// Puts the page together: views come in, every part draws itself from the model.

import {forgetToken, get, hasToken, keepToken, onTokenNeeded} from './api.js';
import {LineChart, repaint} from './charts.js';
import {byId, h, s, say, show} from './dom.js';
import {clock, duration, micros, plural, rate} from './format.js';
import {connect} from './live.js';
import {Model} from './model.js';
import {NodePanel} from './node.js';
import {drawTopology, PlanTable} from './plan.js';
import {SCALES} from './scale.js';
import {Sketches} from './sketches.js';
import {Summary} from './summary.js';
import {TreePicture} from './tree.js';
import {TryEvent} from './tryit.js';
import {VerdictStream} from './verdicts.js';

const model = new Model();
const picture = new TreePicture(byId('picture'), model, choose);
const panel = new NodePanel(model);
const plan = new PlanTable(model, (id) => {
  choose(id);
  byId('node').focus();
});
const summary = new Summary(model);
const verdicts = new VerdictStream();
const charts = window.Chart ? drawCharts() : [];
const tryEvent = new TryEvent(model, picture);
const sketches = new Sketches(model, (key) => tryEvent.ask(key));

function choose(id) {
  model.selected = id;
  picture.draw();
  panel.draw();
  plan.draw();
}

function drawCharts() {
  window.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  return [
    new LineChart(byId('rates'), 'Events per second', rate, [
      {label: 'offers', ink: 'muted', value: (it) => it.offers},
      {label: 'duplicates', ink: 'accent', value: (it) => it.duplicates},
      {label: 'distinct', ink: 'good', value: (it) => it.distinct},
      {label: 'failed', ink: 'bad', dash: [4, 3], value: (it) => it.failed},
    ], {most: 10}),
    new LineChart(byId('latency'), 'Time to a verdict', micros, [
      {label: 'median', ink: 'accent', value: (it) => it.p50},
      {label: '99 %', ink: 'warn', dash: [4, 3], value: (it) => it.p99},
    ], {logarithmic: true, least: 10, most: 1000}),
  ];
}

function take(view) {
  model.take(view);
  document.body.dataset.state = 'live';
  document.title = `${view.tree} · Bloomtree`;
  say(byId('tree-name'), view.tree);
  say(byId('tree-facts'), `${view.mode}, ${plural(view.nodes.length, 'node')}, epoch ${view.epoch}, `
    + `version ${view.version}`);
  model.selected ??= view.nodes[0]?.id ?? null;
  if (!document.hidden) {
    draw();
  }
}

function draw() {
  picture.draw();
  panel.draw();
  plan.draw();
  summary.draw();
  sketches.draw();
  charts.forEach((chart) => chart.draw(model.samples));
}

function drawLegend() {
  const scale = SCALES[picture.colour];
  byId('legend').replaceChildren(
    h('ul', {'aria-label': `Colours: ${scale.title}`}, ...scale.words.map((words, i) => h('li', {},
      s('svg', {class: 'key', width: 14, height: 14, 'aria-hidden': 'true'},
        s('circle', {cx: 7, cy: 7, r: 6, class: `body step-${i}`})), words))),
    h('p', {class: 'note'}, 'Size: memory. Circles are nodes, squares edges; arcs are slices. '
      + 'Lines: events that climb.'));
}

function wireControls() {
  document.querySelectorAll('input[name=colour]').forEach((input) => {
    input.addEventListener('change', () => {
      picture.colour = input.value;
      picture.draw();
      drawLegend();
    });
  });
  const theme = byId('theme');
  theme.value = window.bloomtreeTheme.chosen();
  theme.addEventListener('change', () => {
    window.bloomtreeTheme.choose(theme.value);
    repaint();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && model.view) {
      draw();
      verdicts.drawSoon();
    }
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  byId('sign-out').addEventListener('click', () => {
    forgetToken();
    location.reload();
  });
}

/** Asks for a token; settled when one was entered. */
function askForToken(wasRefused) {
  const dialog = byId('token-dialog');
  const input = byId('token');
  input.value = '';
  show(byId('token-refused'), wasRefused);
  document.body.dataset.state = model.view ? 'live' : 'locked';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.oncancel = (event) => event.preventDefault();
    byId('token-form').onsubmit = () => {
      keepToken(input.value.trim());
      show(byId('sign-out'), true);
      resolve();
    };
  });
}

let connection = {kind: 'connecting'};

function showConnection() {
  const {kind, since, retryAt, why} = connection;
  document.body.dataset.connection = kind;
  say(byId('connection'), {connecting: 'connecting …', live: 'live', lost: 'disconnected'}[kind]);
  show(byId('lost'), kind === 'lost');
  if (kind === 'lost') {
    const left = Math.max(0, retryAt - Date.now());
    say(byId('lost-text'), `Disconnected since ${clock(since)}: ${why}.`
      + (model.view ? ' What is shown is from then.' : ''));
    // beside the alert, not in it: a countdown must not be read aloud every second
    say(byId('lost-retry'), left > 500
      ? `Trying again in ${duration(Math.ceil(left / 1000) * 1000)}.` : 'Trying again …');
  }
}

function start() {
  onTokenNeeded(askForToken);
  show(byId('sign-out'), hasToken());
  wireControls();
  drawLegend();
  const retry = connect(
    (name, data) => {
      if (name === 'view') {
        take(data);
      } else if (name === 'verdicts') {
        verdicts.take(data);
      }
    },
    (state) => {
      connection = state;
      showConnection();
    });
  byId('retry').addEventListener('click', retry);
  setInterval(() => connection.kind === 'lost' && showConnection(), 1000);
  drawTopology().then((topology) => sketches.start(topology.sketches), () => {
    // said where the topology would be
  });
  get('v1/history').then((history) => model.remember(history), () => {
    // without a past the charts begin now
  });
}

start();
