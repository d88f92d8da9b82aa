// Keeps the stream of events open: connects, and when it breaks tries again, ever more slowly.

import {events} from './api.js';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;

/**
 * Starts and goes on for as long as the page is open. `onState` is told
 * {kind: 'connecting' | 'live' | 'lost', since, why, retryAt}; retryAt is null during an attempt.
 * Gives a function that tries at once, which does nothing while an attempt is under way.
 */
export function connect(onEvent, onState) {
  let pause = FIRST_PAUSE;
  let lost = null;
  let wake = () => {};

  async function attempt() {
    onState(lost === null ? {kind: 'connecting'} : {...lost, retryAt: null});
    try {
      await events(
        () => {
          pause = FIRST_PAUSE;
          lost = null;
          onState({kind: 'live'});
        },
        onEvent);
    } catch (e) {
      // a browser says in many ways that it could not connect
      const why = e instanceof TypeError ? 'the node does not answer' : e.message;
      lost = {kind: 'lost', since: lost?.since ?? Date.now(), why};
    }
  }

  async function run() {
    for (;;) {
      await attempt();
      onState({...lost, retryAt: Date.now() + pause});
      await waited(pause);
    }
  }

  /** The next pause is longer, unless somebody could not wait. */
  function waited(millis) {
    pause = Math.min(LONGEST_PAUSE, millis * 2);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis);
      wake = () => {
        clearTimeout(timer);
        pause = FIRST_PAUSE;
        resolve();
      };
    }).finally(() => {
      wake = () => {};
    });
  }

  run();
  return () => wake();
}
