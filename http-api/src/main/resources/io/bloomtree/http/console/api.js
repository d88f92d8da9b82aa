// Talks to the node that served this page. Paths are relative, so that the page works behind a
// proxy that adds a prefix.

const TOKEN = 'bloomtree.token';
/** Heartbeats come more often than this: a stream that is silent for longer is dead. */
const SILENCE_MILLIS = 15000;

/** An answer that is no success, as problem+json tells it. */
export class Problem extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the node answered ${status}`);
    this.status = status;
  }
}

let askForToken = () => Promise.reject(new Error('nobody to ask for a token'));
let asked = null;

/** Tells whom to ask for a token when the node wants one; gives a promise of having one. */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

export function hasToken() {
  return sessionStorage.getItem(TOKEN) !== null;
}

export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

/** One question to the user, however many requests were refused at once. */
function tokenAsked(wasRefused) {
  asked ??= askForToken(wasRefused).finally(() => {
    asked = null;
  });
  return asked;
}

async function problemOf(response) {
  try {
    return new Problem(response.status, await response.json());
  } catch {
    return new Problem(response.status, {});
  }
}

async function request(path, options = {}) {
  for (;;) {
    const token = sessionStorage.getItem(TOKEN);
    const headers = {...options.headers, ...(token ? {Authorization: `Bearer ${token}`} : {})};
    const response = await fetch(path, {cache: 'no-store', ...options, headers});
    if (response.status === 401) {
      // another request may have got a new token while this one was under way
      if (sessionStorage.getItem(TOKEN) === token) {
        await tokenAsked(token !== null);
      }
      continue;
    }
    if (!response.ok) {
      throw await problemOf(response);
    }
    return response;
  }
}

export async function get(path) {
  return (await request(path)).json();
}

export async function post(path, body) {
  const response = await request(path, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  });
  return response.json();
}

/**
 * Reads the node's events until the stream ends, which it does with an error.
 * EventSource cannot send a token, so this reads the same format by fetch.
 */
export async function events(onOpen, onEvent) {
  const stop = new AbortController();
  let silence = 0;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(), SILENCE_MILLIS);
  };
  try {
    const response = await request('v1/events', {
      headers: {Accept: 'text/event-stream'},
      signal: stop.signal,
    });
    heard();
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const {done, value} = await reader.read();
      if (done) {
        throw new Error('the node closed the stream');
      }
      heard();
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop();
      blocks.forEach((block) => dispatch(block, onEvent));
    }
  } catch (e) {
    throw stop.signal.aborted ? new Error('the node fell silent') : e;
  } finally {
    clearTimeout(silence);
  }
}

function dispatch(block, onEvent) {
  let name = 'message';
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('event:')) {
      name = line.slice(6).trim();
    } else if (line.startsWith('data:')) {
      data.push(line.slice(5));
    }
  }
  if (data.length > 0) {
    onEvent(name, JSON.parse(data.join('\n')));
  }
}
