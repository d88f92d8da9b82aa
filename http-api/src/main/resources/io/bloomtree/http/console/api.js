// Talks to the node that served this page. Paths are relative, so that the page works behind a
// proxy that adds a prefix.

const TOKEN = 'bloomtree.token';
/** Heartbeats come more often than this: who is silent for longer is dead, before an answer too. */
const SILENCE_MILLIS = 15000;

/** An answer that is no success, as problem+json tells it. */
export class Problem extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the node answered ${status}`);
    this.status = status;
  }
}

/** Where nothing may be stored, a token lasts as long as the page. */
let token = stored();

function stored() {
  try {
    return sessionStorage.getItem(TOKEN);
  } catch {
    return null;
  }
}

export function hasToken() {
  return token !== null;
}

export function keepToken(given) {
  token = given;
  try {
    sessionStorage.setItem(TOKEN, given);
  } catch {
    // asked for again after a reload
  }
}

export function forgetToken() {
  token = null;
  try {
    sessionStorage.removeItem(TOKEN);
  } catch {
    // nothing was stored
  }
}

let askForToken = () => Promise.reject(new Error('nobody to ask for a token'));
let asked = null;

/** Tells whom to ask for a token when the node wants one; gives a promise of having one. */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

/** One question to the user, however many requests were refused at once. */
function tokenAsked(wasRefused) {
  asked ??= askForToken(wasRefused).finally(() => {
    asked = null;
  });
  return asked;
}

/** Ends a request when nothing was heard of the node for too long. */
class Silence {
  constructor() {
    this.stop = new AbortController();
    this.timer = 0;
    this.isOver = false;
  }

  heard() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.stop.abort();
    }, SILENCE_MILLIS);
  }

  /** While somebody else is waited for. */
  pause() {
    clearTimeout(this.timer);
  }

  /** Whatever of the answer is still to come is not wanted any more. */
  end() {
    clearTimeout(this.timer);
    this.stop.abort();
  }
}

async function problemOf(response, silence) {
  try {
    return new Problem(response.status, JSON.parse(await whole(response, silence)));
  } catch {
    return new Problem(response.status, {});
  }
}

async function request(path, options, silence) {
  for (;;) {
    const sent = token;
    const headers = {...options.headers, ...(sent ? {Authorization: `Bearer ${sent}`} : {})};
    silence.heard();
    const response = await fetch(path,
      {cache: 'no-store', ...options, headers, signal: silence.stop.signal});
    if (response.status === 401) {
      await response.body?.cancel();
      // another request may have got a new token while this one was under way
      if (token === sent) {
        silence.pause();
        await tokenAsked(sent !== null);
      }
      continue;
    }
    if (!response.ok) {
      throw await problemOf(response, silence);
    }
    return response;
  }
}

/** The text of an answer, part by part as it comes. */
async function* parts(response, silence) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    silence.heard();
    const {done, value} = await reader.read();
    if (done) {
      return;
    }
    yield value;
  }
}

async function whole(response, silence) {
  let text = '';
  for await (const part of parts(response, silence)) {
    text += part;
  }
  return text;
}

/** Asks and reads, to the end or until nothing is heard any more; leaves no connection open. */
async function listening(read) {
  const silence = new Silence();
  try {
    return await read(silence);
  } catch (e) {
    throw silence.isOver ? new Error('the node fell silent') : e;
  } finally {
    silence.end();
  }
}

function answer(path, options = {}) {
  return listening(async (silence) =>
    JSON.parse(await whole(await request(path, options, silence), silence)));
}

export function get(path) {
  return answer(path);
}

export function post(path, body) {
  return answer(path, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  });
}

/**
 * Reads the node's events until the stream ends, which it does with an error. A handler that throws
 * is reported as any other error of the page, and the stream goes on.
 * EventSource cannot send a token, so this reads the same format by fetch.
 */
export function events(onOpen, onEvent) {
  return listening(async (silence) => {
    const response = await request(
      'v1/events', {headers: {Accept: 'text/event-stream'}}, silence);
    guarded(onOpen);
    let rest = '';
    for await (const part of parts(response, silence)) {
      const blocks = (rest + part).split(/\r?\n\r?\n/);
      rest = blocks.pop();
      blocks.forEach((block) => dispatch(block, onEvent));
    }
    throw new Error('the node closed the stream');
  });
}

function guarded(handler, ...values) {
  try {
    handler(...values);
  } catch (e) {
    reportError(e);
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
    guarded(onEvent, name, JSON.parse(data.join('\n')));
  }
}
