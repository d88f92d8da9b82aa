// Numbers for people. Four figures at most; a unit always, where there is one.

const NONE = '–';

/** Three figures, without zeros that say nothing. */
function short(number) {
  const size = Math.abs(number);
  const digits = size >= 100 || Number.isInteger(number) && size < 1000 ? 0 : size >= 10 ? 1 : 2;
  return number.toFixed(digits).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

function scaled(number, base, units) {
  let unit = 0;
  let rest = number;
  // 999.9 would be shown as 1000 of the smaller unit
  while (Math.abs(rest) >= base * 0.9995 && unit < units.length - 1) {
    rest /= base;
    unit++;
  }
  return [rest, units[unit]];
}

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/** 1234567 -> "1.23 M" */
export function count(number) {
  if (!isNumber(number)) {
    return NONE;
  }
  if (Math.abs(number) < 10000) {
    return Math.round(number).toLocaleString('en');
  }
  const [rest, unit] = scaled(number, 1000, ['', 'k', 'M', 'G', 'T']);
  return `${short(rest)} ${unit}`;
}

/** 340 -> "340/s" */
export function rate(perSecond) {
  if (!isNumber(perSecond)) {
    return NONE;
  }
  if (perSecond > 0 && perSecond < 10) {
    return `${short(perSecond)}/s`;
  }
  return perSecond < 10000 ? `${count(perSecond)}/s` : `${count(perSecond)}/s`.replace(' ', '\u00a0');
}

/** 1887436 -> "1.8 MiB" */
export function bytes(number) {
  if (!isNumber(number)) {
    return NONE;
  }
  const [rest, unit] = scaled(number, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
  return `${short(rest)} ${unit}`;
}

/** 0.1234 -> "12.3 %" */
export function percent(share) {
  if (!isNumber(share)) {
    return NONE;
  }
  const hundredths = share * 100;
  if (hundredths > 0 && hundredths < 0.01) {
    return '< 0.01 %';
  }
  return `${short(hundredths)} %`;
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 0.00001234 -> "1.2·10⁻⁵"; what is well above that as a percentage. */
export function probability(value) {
  if (!isNumber(value)) {
    return NONE;
  }
  if (value === 0) {
    return '0';
  }
  if (value >= 0.001) {
    return percent(value);
  }
  if (value >= 0.0001) {
    return `${Number((value * 100).toPrecision(2))} %`;
  }
  const [mantissa, exponent] = value.toExponential(1).split('e-');
  if (Number(exponent) > 30) {
    return '≈ 0';
  }
  return `${mantissa}·10⁻${[...exponent].map((digit) => SUPERSCRIPT[digit]).join('')}`;
}

/** Microseconds: 1234 -> "1.23 ms" */
export function micros(value) {
  if (!isNumber(value)) {
    return NONE;
  }
  const [rest, unit] = scaled(value, 1000, ['µs', 'ms', 's']);
  return `${short(rest)} ${unit}`;
}

/** Milliseconds as the largest two units: "3 min 20 s". */
export function duration(millis) {
  if (!isNumber(millis)) {
    return NONE;
  }
  const seconds = Math.round(millis / 1000);
  if (millis < 1000) {
    return `${Math.round(millis)} ms`;
  }
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const first = parts.findIndex(([size]) => seconds >= size);
  const [size, unit] = parts[first];
  const rest = first < parts.length - 1
    ? Math.floor((seconds % size) / parts[first + 1][0]) : 0;
  return `${Math.floor(seconds / size)} ${unit}` + (rest ? ` ${rest} ${parts[first + 1][1]}` : '');
}

const two = (number) => String(number).padStart(2, '0');

/** The time of day: "14:03:09". */
export function clock(millis) {
  if (!isNumber(millis)) {
    return NONE;
  }
  const date = new Date(millis);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** A long id in the middle: "eu-west-very…-17". */
export function ellipsis(text, most) {
  if (text.length <= most) {
    return text;
  }
  const tail = Math.floor((most - 1) / 3);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** The first of some names, and how many more there are. */
export function listed(names, most) {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function plural(number, word, words = `${word}s`) {
  return `${count(number)} ${number === 1 ? word : words}`;
}
