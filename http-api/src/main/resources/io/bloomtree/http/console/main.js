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

/** How often it is looked whether the node loaded another topology. */
const REFRESH_MILLIS = 60000;

/** As the style sheet has it: one column. */
const NARROW = matchMedia('(max-width: 720px)');

const model = new Model();
const picture = new TreePicture(byId('picture'), model, (id) => {
  choose(id);
  // where the picture fills the screen, what is told of the node is below it
  if (NARROW.matches) {
    byId('node-body').scrollIntoView({block: 'nearest'});
  }
});
const panel = new NodePanel(model);
const plan = new PlanTable(model, (id) => {
  choose(id);
  byId('node').focus();
});
const summary = new Summary(model);
const verdicts = new VerdictStream();
const charts = window.Chart ? drawCharts() : [];
const tryEvent = new TryEvent(model, picture);
const sketches = new Sketches(model, (key) => {
  tryEvent.ask(key);
  // the answer is far above: who asks by keyboard or on a phone goes there
  byId('try-key').focus();
});

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
      {label: 'offers', ink: 'muted', width: 2.5, value: (it) => it.offers},
      {label: 'duplicates', ink: 'accent', dash: [8, 3], value: (it) => it.duplicates},
      {label: 'distinct', ink: 'good', value: (it) => it.distinct},
      {label: 'failed', ink: 'bad', dash: [2, 3], width: 2, value: (it) => it.failed},
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
  dialog.showModal();
  showWaiting();
  return new Promise((resolve) => {
    dialog.oncancel = (event) => event.preventDefault();
    byId('token-form').onsubmit = () => {
      keepToken(input.value.trim());
      show(byId('sign-out'), true);
      dialog.close();
      showWaiting();
      resolve();
    };
  });
}

let connection = {kind: 'connecting'};

/** What there is instead of a tree, before its first view. */
function showWaiting() {
  if (model.view) {
    return;
  }
  const [what, hint] = byId('token-dialog').open
    ? ['This node asks for a token.', 'Without one it shows nothing.']
    : connection.kind === 'lost'
      ? ['Nothing to show yet.', 'The page goes on trying.']
      : ['Waiting for the first view of the tree …', 'It comes within a second or two.'];
  say(byId('waiting'), what);
  say(byId('waiting-hint'), hint);
}

function showConnection() {
  const {kind, since, retryAt, why} = connection;
  document.body.dataset.connection = kind;
  showWaiting();
  say(byId('connection'), {connecting: 'connecting …', live: 'live', lost: 'disconnected'}[kind]);
  show(byId('lost'), kind === 'lost');
  if (kind === 'lost') {
    const isTrying = retryAt === null;
    const left = isTrying ? 0 : Math.max(0, retryAt - Date.now());
    say(byId('lost-text'), `Disconnected since ${clock(since)}: ${why}.`
      + (model.view ? ' What is shown is from then.' : ''));
    // beside the alert, not in it: a countdown must not be read aloud every second
    say(byId('lost-retry'), isTrying
      ? 'Trying again …' : `Trying again in ${duration(Math.max(1, Math.ceil(left / 1000)) * 1000)}.`);
    // not disabled, which would take the focus from who has just pressed it
    byId('retry').setAttribute('aria-disabled', isTrying);
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
      sketches.pause(state.kind !== 'live');
      if (state.kind === 'live') {
        live();
      }
    });
  byId('retry').addEventListener('click', retry);
  setInterval(() => connection.kind === 'lost' && showConnection(), 1000);
  setInterval(() => connection.kind === 'live' && !document.hidden && refresh(), REFRESH_MILLIS);
}

/** Asks for what does not change while a process lives: who answers now may be another. */
function refresh() {
  drawTopology().then((topology) => sketches.show(topology.sketches), () => {
    // said where the topology would be
  });
}

/** With each connection: what was missed is asked for. */
function live() {
  refresh();
  get('v1/history').then((history) => model.remember(history), () => {
    // without a past the charts begin now
  });
}

start();
