// Keeps the stream of events open: connects, and when it breaks tries again, ever more slowly.

import {events, Problem} from './api.js';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;

/**
 * Starts and goes on for as long as the page is open. `onState` is told
 * {kind: 'connecting' | 'live' | 'lost', since, retryAt, why}. Gives a function that tries at once.
 */
export function connect(onEvent, onState) {
  let pause = FIRST_PAUSE;
  let lostSince = null;
  let wake = () => {};

  async function attempt() {
    try {
      await events(
        () => {
          pause = FIRST_PAUSE;
          lostSince = null;
          onState({kind: 'live'});
        },
        onEvent);
    } catch (e) {
      lostSince ??= Date.now();
      const why = e instanceof Problem ? e.message
        : e instanceof TypeError ? 'the node does not answer' : e.message;
      onState({kind: 'lost', since: lostSince, retryAt: Date.now() + pause, why});
    }
  }

  async function run() {
    onState({kind: 'connecting'});
    for (;;) {
      await attempt();
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  run();
  return () => {
    pause = FIRST_PAUSE;
    wake();
  };
}
