// The stream of verdicts: newest first, who decided and why. Paused, it goes on collecting.

import {byId, h, isBeingRead, say, show} from './dom.js';
import {clock, count, micros} from './format.js';
import {decision, isDegraded, why} from './words.js';

const KEPT = 400;
const SHOWN = 60;
const TOGETHER_MILLIS = 200;

export class VerdictStream {
  constructor() {
    this.verdicts = [];
    this.paused = null;
    this.rows = byId('verdicts');
    this.kind = byId('verdict-kind');
    this.text = byId('verdict-text');
    this.pause = byId('verdict-pause');
    this.kind.addEventListener('change', () => this.draw());
    this.text.addEventListener('input', () => this.draw());
    this.pause.addEventListener('click', () => this.toggle());
  }

  take(verdicts) {
    // each edge tells for itself: what is newest overall comes first
    this.verdicts = verdicts.concat(this.verdicts).sort((a, b) => b.at - a.at).slice(0, KEPT);
    if (this.paused === null) {
      this.drawSoon();
    } else {
      this.missed += verdicts.length;
      say(this.pause, `Go on (${count(this.missed)} new)`);
    }
  }

  /** Each edge tells for itself, many at about the same time: drawn once. */
  drawSoon() {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      if (this.paused === null && !document.hidden && !isBeingRead(this.rows)) {
        this.draw();
      }
    }, TOGETHER_MILLIS);
  }

  toggle() {
    this.paused = this.paused === null ? [...this.verdicts] : null;
    this.missed = 0;
    this.pause.setAttribute('aria-pressed', this.paused !== null);
    say(this.pause, this.paused === null ? 'Pause' : 'Go on');
    this.draw();
  }

  isWanted(verdict) {
    const kind = this.kind.value;
    const isVerdict = verdict.decision === 'DISTINCT' || verdict.decision === 'DUPLICATE';
    const isOfKind = kind === '' || kind === verdict.decision
      || kind === 'degraded' && isDegraded(verdict) || kind === 'failed' && !isVerdict;
    const text = this.text.value.trim().toLowerCase();
    return isOfKind && (text === ''
      || [verdict.edge, verdict.decidedBy, verdict.fingerprint, why(verdict)]
        .some((part) => String(part ?? '').toLowerCase().includes(text)));
  }

  draw() {
    const all = this.paused ?? this.verdicts;
    const wanted = all.filter((verdict) => this.isWanted(verdict)).slice(0, SHOWN);
    this.rows.replaceChildren(...wanted.map(row));
    const empty = byId('verdicts-empty');
    show(empty, wanted.length === 0);
    say(empty, all.length === 0
      ? 'No verdicts yet. They appear when producers offer events.'
      : 'None of the latest verdicts is like that.');
  }
}

function row(verdict) {
  const kind = isDegraded(verdict) ? 'degraded'
    : {DISTINCT: 'distinct', DUPLICATE: 'duplicate'}[verdict.decision] ?? 'failed';
  const cell = (name, content) => h('td', {role: 'cell', class: name}, content);
  return h('tr', {role: 'row', class: kind},
    cell('time', clock(verdict.at)),
    cell('id', verdict.edge),
    cell('verdict', h('span', {class: `tag ${kind}`}, decision(verdict.decision))),
    cell('why', why(verdict)),
    cell('number', micros(verdict.microseconds)),
    cell('wide code', verdict.fingerprint));
}
