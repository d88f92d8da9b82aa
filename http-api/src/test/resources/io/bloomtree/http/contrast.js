// All visible text of a page whose contrast is less than WCAG AA asks for: 4.5 to 1. An expression.
(() => {
  const ENOUGH = 4.5;

  const parsed = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return {rgb: [red, green, blue], alpha};
  };
  const over = ({rgb, alpha}, below) => rgb.map((part, i) => part * alpha + below[i] * (1 - alpha));
  const grey = ([red, green, blue]) => Array(3).fill(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const luminance = (rgb) => rgb.map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);

  function contrast(element) {
    const style = getComputedStyle(element);
    const ink = parsed(element instanceof SVGElement ? style.fill : style.color);
    const layers = [];
    let isGrey = false;
    for (let at = element; at; at = at.parentElement) {
      const of = getComputedStyle(at);
      ink.alpha *= Number(of.opacity);
      isGrey ||= of.filter.includes('grayscale');
      layers.unshift(parsed(of.backgroundColor));
    }
    const below = layers.reduce((colour, layer) => over(layer, colour), [255, 255, 255]);
    const [dark, light] = [over(ink, below), below]
      .map((rgb) => luminance(isGrey ? grey(rgb) : rgb)).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  const faint = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (text !== '' && element.checkVisibility({visibilityProperty: true})
        && !element.closest('.visually-hidden, .skip, title, option')
        && contrast(element) < ENOUGH) {
      faint.add(`${contrast(element).toFixed(2)} ${element.tagName}: ${text}`);
    }
  }
  return [...faint];
})()
