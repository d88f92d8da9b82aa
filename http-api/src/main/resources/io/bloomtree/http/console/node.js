// One node in detail: its filter beside its plan, how that changed, what it has in hand, its slices.

import {LineChart} from './charts.js';
import {byId, fact, h, isBeingRead, say, show} from './dom.js';
import {bytes, clock, count, duration, micros, percent, plural, probability, rate} from './format.js';
import {fairness, load, mean} from './model.js';
import {birth, cause, condition, counted, decision, failure, table} from './words.js';

export class NodePanel {
  constructor(model) {
    this.model = model;
    this.chart = null;
    this.shown = null;
    this.open = new Set();
  }

  draw() {
    const node = this.model.node(this.model.selected);
    if (!node || isBeingRead(byId('node')) && this.drawn === node.id) {
      return;
    }
    this.drawn = node.id;
    say(byId('node-title'), node.id);
    say(byId('node-role'), [node.role, `level ${node.level}`,
      node.hosts?.length ? `on ${node.hosts.join(', ')}` : null].filter(Boolean).join(' · '));
    byId('node-body').replaceChildren(...banners(node), this.facts(node));
    this.drawChart(node);
    this.drawMore(node);
  }

  facts(node) {
    const filter = node.filter;
    const parts = [];
    if (filter) {
      parts.push(
        fact('Filter', filter.kind, filter.subFilters > 1 ? `${filter.subFilters} sub-filters` : null),
        fact('Fill', percent(filter.fill)),
        fact('Events in it', count(filter.estimatedEvents), `of ${count(filter.expected)} planned`),
        fact('Error estimate', probability(filter.falsePositiveRate),
          node.plan ? `plan ${probability(node.plan.fpp)}` : null),
        fact('Memory', bytes(filter.memoryBytes),
          node.plan ? `plan ${bytes(node.plan.memoryBytes)}` : null));
      if (filter.windowLagMillis > 0) {
        parts.push(fact('Window', `${duration(filter.windowLagMillis)} behind`));
      }
    } else if (node.plan) {
      parts.push(fact('Planned', `${bytes(node.plan.memoryBytes)}, error ${probability(node.plan.fpp)}`));
    }
    if (node.state !== 'away') {
      const tests = this.model.rate(node.id, 'tests');
      const hits = this.model.rate(node.id, 'hits');
      parts.push(
        fact('Tests', rate(tests), `${count(node.counts?.tests)} in all`),
        fact('Hits', rate(hits), tests > 0 ? `${percent(hits / tests)} of tests` : null),
        fact('Sent', `${bytes(this.model.rate(node.id, 'bytes') ?? undefined)}/s`.replace('–/s', '–'),
          `${bytes(node.bytesSent)} in all`));
    }
    return h('dl', {class: 'facts'}, ...parts.flat());
  }

  drawChart(node) {
    const host = byId('node-chart');
    show(host, window.Chart !== undefined);
    if (!window.Chart) {
      return;
    }
    if (this.shown !== node.id) {
      this.shown = node.id;
      this.chart?.close();
      const of = (name) => (sample) => sample.nodes?.[node.id]?.[name];
      this.chart = new LineChart(host, `Fill of ${node.id} over time`, percent,
        [{label: 'fill', ink: 'accent', value: of('fill'), fill: true}], {most: 0.02});
      host.prepend(h('h3', {}, 'Fill over time'));
    }
    this.chart.draw(this.model.samples);
  }

  drawMore(node) {
    const more = byId('node-more');
    // what the reader has opened stays open, and the focus where it is
    const focused = more.contains(document.activeElement)
      ? document.activeElement.closest('details')?.dataset.name : null;
    more.replaceChildren(...[
      node.agent ? this.offers(node.agent) : null,
      tables(node),
      (node.slices?.length ?? 0) > 0 ? this.slices(node) : null,
      this.folded('Everything it counted', () => counts(node)),
    ].filter(Boolean));
    if (focused) {
      [...more.querySelectorAll('details')].find((it) => it.dataset.name === focused)
        ?.querySelector('summary').focus({preventScroll: true});
    }
  }

  folded(name, content) {
    const isOpen = this.open.has(name);
    const details = h('details', {'data-name': name, open: isOpen}, h('summary', {}, name),
      isOpen ? content() : null);
    details.addEventListener('toggle', () => {
      if (details.open && !this.open.has(name)) {
        this.open.add(name);
        details.append(content());
      } else if (!details.open) {
        this.open.delete(name);
      }
    });
    return details;
  }

  offers(agent) {
    const verdicts = [...(agent.verdicts ?? [])].sort((a, b) => b.count - a.count);
    const failed = Object.values(agent.failures ?? {}).reduce((sum, n) => sum + n, 0);
    const total = verdicts.reduce((sum, it) => sum + it.count, failed);
    const rows = verdicts.map((it) => [`${decision(it.decision)}, decided on level ${it.level}`,
      it.count, total]);
    for (const [code, n] of Object.entries(agent.failures ?? {})) {
      if (n > 0) {
        rows.push([`Failed: ${failure(code)}`, n, total]);
      }
    }
    for (const [code, n] of Object.entries(agent.degraded ?? {})) {
      if (n > 0 && code !== 'NONE') {
        rows.push([`Degraded: ${cause(code)}`, n, total]);
      }
    }
    const took = mean(agent.latency);
    return h('div', {},
      h('h3', took === null ? {} : {title: `Of ${plural(took.number, 'verdict')} and failures whose `
        + 'time was taken'}, `${plural(agent.offers, 'offer')}`
        + (took === null ? '' : `, ${micros(took.value)} on average`)),
      bars(rows));
  }

  slices(node) {
    const loads = node.slices.filter((it) => it.state === 'up').map((it) => load(it.counts));
    const total = loads.reduce((a, b) => a + b, 0);
    const index = fairness(loads);
    const title = node.slices.length === 1 ? 'Process'
      : `${node.slices.length} slices`
        + (index === null ? '' : `, Jain’s fairness ${index.toFixed(3)}`);
    return h('div', {},
      h('h3', {title: 'Of their loads: 1 if all are equal'}, title),
      h('ul', {class: 'slices'}, ...node.slices.map((slice) => sliceItem(slice, total,
        node.slices.length))));
  }
}

function banners(node) {
  const how = condition(node);
  const list = [];
  if (node.state === 'away') {
    list.push(h('p', {class: 'banner bad'}, h('strong', {}, 'Away.'), node.role === 'edge'
      ? ' No producer runs its agent now, or it does not answer.'
      : ' It does not answer: how it is now is not known.'));
  } else if (how) {
    const causes = (node.degraded ?? []).map(cause).join('; ');
    list.push(h('p', {class: 'banner warn'},
      h('strong', {}, `${how.charAt(0).toUpperCase()}${how.slice(1)}.`), causes ? ` ${causes}.` : ''));
  }
  if (node.filter?.growthRefused) {
    list.push(h('p', {class: 'banner warn'}, h('strong', {}, 'Full.'),
      ' The filter should have grown and may not.'));
  }
  return list;
}

function bars(rows) {
  return h('ul', {class: 'bars'}, ...rows.map(([text, n, total]) => h('li', {},
    h('span', {}, text), h('span', {class: 'number'}, count(n)),
    h('meter', {min: 0, max: Math.max(1, total), value: n, 'aria-label': text}))));
}

function tables(node) {
  const list = (node.tables ?? []).filter((it) => it.limit > 0);
  return list.length === 0 ? null : h('div', {},
    h('h3', {}, 'In hand'),
    h('ul', {class: 'bars'}, ...list.map((it) => h('li', {},
      h('span', {}, table(it.table)),
      h('span', {class: 'number'}, `${count(it.size)} of ${count(it.limit)}`),
      h('meter', {min: 0, max: it.limit, high: it.limit * 0.8, value: it.size,
        'aria-label': table(it.table)})))));
}

function sliceItem(slice, total, number) {
  const name = number === 1 ? slice.process ?? slice.host ?? 'unknown' : `${slice.index}`;
  if (slice.state !== 'up') {
    return h('li', {class: 'away'}, h('span', {class: 'id'}, name),
      h('span', {}, h('strong', {}, 'away'), number > 1 && slice.host ? `, ${slice.host}` : ''));
  }
  const share = total > 0 ? load(slice.counts) / total : 0;
  const peers = (slice.health?.peers ?? []).filter((peer) => peer.away).map((peer) => peer.id);
  const words = [
    number > 1 ? slice.process ?? slice.host : null,
    `since ${clock(slice.startedAt)}`,
    slice.health?.birth === 'FIRST' ? null : birth(slice.health?.birth),
    slice.health?.rebuilding ? `rebuilding from ${slice.health.rebuilding.from}: ${percent(
      slice.health.rebuilding.done / slice.health.rebuilding.total)}` : null,
    peers.length ? `without ${peers.join(', ')}` : null,
  ].filter(Boolean).join(', ');
  return h('li', {}, h('span', {class: 'id'}, name),
    h('span', {}, words),
    number > 1 ? h('span', {class: 'number'}, percent(share)) : null,
    number > 1 ? h('meter', {min: 0, max: 1, value: share,
      'aria-label': `load of slice ${slice.index}`}) : null);
}

function counts(node) {
  const entries = Object.entries(node.counts ?? {}).filter(([, n]) => n > 0)
    .sort(([a], [b]) => a.localeCompare(b));
  return entries.length === 0 ? h('p', {class: 'empty'}, 'Nothing yet.')
    : h('dl', {class: 'facts'}, ...entries.flatMap(([name, n]) => fact(counted(name), count(n))));
}
