// Lines over time. Chart.js draws; here is what they have in common, and colours that follow the theme.

import {h, s, say} from './dom.js';
import {clock} from './format.js';

const charts = new Set();
const SHORTEST_MILLIS = 60000;

/** Colours on a canvas must be resolved: what `light-dark()` makes of a variable now. */
function colour(name) {
  const probe = h('span', {class: `ink-${name}`});
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

function axis(format, grid) {
  return {
    border: {display: false},
    grid: {drawTicks: false, display: grid},
    ticks: {
      maxRotation: 0, autoSkipPadding: 28, padding: 6, maxTicksLimit: grid ? 5 : 8,
      font: {size: 11}, callback: format,
    },
  };
}

function isPowerOfTen(value) {
  return Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6);
}

/** Of samples that are further apart nothing is known of the time between them. */
const GAP_MILLIS = 25000;

function points(samples, line) {
  return samples.flatMap((sample, i) => {
    const point = {x: sample.at, y: line.value(sample) ?? NaN};
    const isAfterGap = i > 0 && sample.at - samples[i - 1].at > GAP_MILLIS;
    return isAfterGap ? [{x: sample.at - 1, y: NaN}, point] : [point];
  });
}

/** A piece of a line as it is drawn, for the legend. */
function piece(line) {
  return s('svg', {class: `piece ink-${line.ink}`, width: 19, height: 8, 'aria-hidden': 'true'},
    s('path', {d: 'M0 4H19', 'stroke-width': line.width ?? 1.5,
      'stroke-dasharray': (line.dash ?? []).join(' ') || null}));
}

/**
 * A chart of lines; each line is {label, ink, value(sample), fill, dash, width}. Lines differ by
 * their dashes as well as by colour, and the legend has their latest values.
 */
export class LineChart {
  constructor(host, label, format, lines, options = {}) {
    this.lines = lines;
    this.format = format;
    const canvas = h('canvas', {role: 'img', 'aria-label': label});
    this.canvas = canvas;
    this.label = label;
    this.values = lines.map(() => h('span', {class: 'number'}));
    const legend = lines.length === 1 ? [] : [h('ul', {class: 'lines'}, ...lines.map((line, i) =>
      h('li', {}, piece(line), line.label, ' ', this.values[i])))];
    host.replaceChildren(...legend, h('div', {class: 'canvas'}, canvas));
    this.chart = new window.Chart(canvas, {
      type: 'line',
      data: {
        datasets: lines.map((line) => ({
          label: line.label, data: [], borderWidth: line.width ?? 1.5, pointRadius: 0, pointHitRadius: 8,
          fill: line.fill ? 'origin' : false, borderDash: line.dash ?? [], spanGaps: false,
        })),
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, parsing: false,
        normalized: true,
        interaction: {mode: 'index', intersect: false},
        scales: {
          x: {type: 'linear', ...axis((at) => clock(at), false)},
          y: {
            type: options.logarithmic ? 'logarithmic' : 'linear',
            beginAtZero: !options.logarithmic, suggestedMax: options.most,
            suggestedMin: options.least,
            ...axis((value) => (options.logarithmic && !isPowerOfTen(value) ? null : format(value)), true),
          },
        },
        plugins: {
          legend: {display: false},
          tooltip: {
            animation: false,
            callbacks: {
              title: (items) => clock(items[0]?.parsed.x),
              label: (item) => `${item.dataset.label} ${format(item.parsed.y)}`,
            },
          },
        },
      },
    });
    this.frame();
    this.paint();
    charts.add(this);
  }

  paint() {
    const muted = colour('muted');
    const grid = colour('line');
    this.lines.forEach((line, i) => {
      const dataset = this.chart.data.datasets[i];
      dataset.borderColor = colour(line.ink);
      dataset.backgroundColor = colour(`${line.ink}-soft`);
    });
    for (const scale of Object.values(this.chart.options.scales)) {
      scale.ticks.color = muted;
      scale.grid.color = grid;
    }
    this.chart.update('none');
  }

  draw(samples) {
    this.lines.forEach((line, i) => {
      this.chart.data.datasets[i].data = points(samples, line);
    });
    const last = samples[samples.length - 1];
    this.lines.forEach((line, i) => say(this.values[i], last ? this.format(line.value(last)) : ''));
    this.frame(samples[0]?.at, last?.at);
    this.canvas.setAttribute('aria-label', last ? `${this.label}: ${this.lines
      .map((line) => `${line.label} ${this.format(line.value(last))}`).join(', ')}` : this.label);
    this.chart.update('none');
  }

  /** At least a minute wide, so that the first seconds do not race across. */
  frame(first, last = Date.now()) {
    const x = this.chart.options.scales.x;
    x.max = last;
    x.min = Math.min(first ?? last, last - SHORTEST_MILLIS);
  }

  close() {
    charts.delete(this);
    this.chart.destroy();
  }
}

/** After the theme changed. */
export function repaint() {
  charts.forEach((chart) => chart.paint());
}
