/** The interference graph of machine code, and the live ranges that it comes from. */
import { svg } from 'sargasso/sea.js';

/** More values are not drawn together. */
const LIMIT = 160;
/** Okabe and Ito without yellow, which says what is selected. */
const PALETTE = ['#e69f00', '#56b4e9', '#009e73', '#cc79a7', '#d55e00', '#0072b2', '#999999'];

/**
 * When each value is alive, as spans of places in the order of instructions. Linear in the code and
 * in how the sets of what is alive behind blocks change from one block to the next.
 * @param {import('sargasso/model.js').Phase} phase machine code
 * @returns {{spans: Map<string, [number, number][]>, length: number}}
 */
export function spansOf(phase) {
  const spans = new Map(), open = new Map();
  const add = (range, from, to) => {
    const list = spans.get(range), last = list?.at(-1);
    if (!list) spans.set(range, [[from, to]]);
    else if (from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else list.push([from, to]);
  };
  let at = 0;
  for (const block of phase.blocks) {
    const first = at, last = at + Math.max(0, block.nodes.length - 1);
    const starts = new Map(), ends = new Map();
    for (const id of block.nodes) {
      const node = phase.nodes.get(id);
      for (const range of node.uses) ends.set(range, at);
      for (const range of node.defines) {
        starts.set(range, at);
        if (!ends.has(range)) ends.set(range, at);
      }
      at++;
    }
    for (const range of block.gone.map(String)) {
      const from = open.get(range);
      open.delete(range);
      add(range, from, starts.has(range) ? first - 1 : ends.get(range) ?? first - 1);
      if (starts.has(range)) add(range, starts.get(range), ends.get(range));
      ends.delete(range);
    }
    for (const range of block.came.map(String)) {
      open.set(range, starts.get(range) ?? first);
      ends.delete(range);
    }
    for (const [range, end] of ends) {
      if (!open.has(range)) add(range, starts.get(range) ?? first, end);
      else if (starts.has(range)) {
        // It was alive before on another way, and is born again here.
        add(range, open.get(range), first - 1);
        open.set(range, starts.get(range));
      }
    }
    at = Math.max(at, last);
  }
  for (const [range, from] of open) add(range, from, at);
  return { spans, length: at };
}

/** Whether two values are ever alive together. */
const meet = (one, other) => {
  let i = 0, j = 0;
  while (i < one.length && j < other.length) {
    if (one[i][0] < other[j][1] && other[j][0] < one[i][1]) return true;
    if (one[i][1] < other[j][1]) i++; else j++;
  }
  return false;
};

export class Interference {
  /** @param {HTMLElement} body @param {(range: string) => void} onRange */
  constructor(body, onRange) {
    this.onRange = onRange;
    this.picture = svg('svg', { class: 'ring', role: 'img', 'aria-label': 'interference graph' });
    this.note = document.createElement('div');
    this.note.className = 'empty';
    body.before(this.note, this.picture);
    this.shown = '';
  }

  /** Takes another function or state. @param {Map<string, [number, number][]>} spans in order of birth */
  take(spans, classes, registers) {
    Object.assign(this, { spans, classes, registers, shown: '' });
    this.values = [...spans.keys()];
    const names = [...new Set([...registers.values()])].sort();
    this.colours = new Map(names.map((name, i) => [name, PALETTE[i % PALETTE.length]]));
    this.mark();
  }

  /** The values that are alive together with one, and of its class. */
  of(range) {
    const own = this.spans.get(range);
    return own ? this.values.filter(other => other !== range
      && this.classes.get(other) === this.classes.get(range) && meet(own, this.spans.get(other))) : [];
  }

  /** Draws the graph, or of a large one the neighbourhood of a value, and lights the value's edges. */
  mark(chosen) {
    const isLarge = this.values.length > LIMIT;
    const values = isLarge ? (chosen ? [chosen, ...this.of(chosen)].slice(0, LIMIT) : []) : this.values;
    const key = isLarge ? `of ${chosen}` : 'all';
    if (key !== this.shown) this.draw(values);
    this.shown = key;
    this.note.textContent = isLarge
      ? `${this.values.length} values: ${chosen ? `those that interfere with v${chosen - 1}` : 'click one to see those that it interferes with'}.` : '';
    this.note.hidden = !isLarge;
    for (const [line, one, other] of this.lines) line.classList.toggle('lit', one === chosen || other === chosen);
    for (const [range, dot] of this.dots) dot.classList.toggle('chosen', range === chosen);
  }

  draw(values) {
    this.lines = [];
    this.dots = new Map();
    this.picture.toggleAttribute('hidden', !values.length);
    const radius = 92, turn = 2 * Math.PI / Math.max(1, values.length);
    const place = values.map((_, i) => [radius * Math.sin(i * turn), -radius * Math.cos(i * turn)]);
    const lines = svg('g'), dots = svg('g');
    values.forEach((one, i) => {
      for (let j = 0; j < i; j++) {
        if (this.classes.get(one) !== this.classes.get(values[j]) || !meet(this.spans.get(one), this.spans.get(values[j]))) continue;
        const [x, y] = place[i], [u, v] = place[j];
        const line = svg('path', { d: `M${x.toFixed(1)} ${y.toFixed(1)}Q${(.3 * (x + u)).toFixed(1)} ${(.3 * (y + v)).toFixed(1)} ${u.toFixed(1)} ${v.toFixed(1)}` });
        lines.append(line);
        this.lines.push([line, one, values[j]]);
      }
    });
    values.forEach((range, i) => {
      const [x, y] = place[i], register = this.registers.get(range);
      const dot = svg('g', { class: 'dot', transform: `translate(${x.toFixed(1)},${y.toFixed(1)})` },
        svg('circle', { r: Math.min(6, Math.max(2, radius * turn * .42)), style: `fill:${this.colours.get(register) ?? 'var(--panel)'}` }),
        svg('title', {}, `v${range - 1}${register ? ` in ${register}` : ''}`));
      if (values.length <= 72) {
        const degrees = i * turn * 180 / Math.PI - 90, flip = i * turn > Math.PI;
        dot.append(svg('text', { transform: `rotate(${flip ? degrees + 180 : degrees})`, x: flip ? -9 : 9, y: 2.5,
          style: `text-anchor:${flip ? 'end' : 'start'}` }, `v${range - 1}`));
      }
      dot.addEventListener('click', () => this.onRange(range));
      dots.append(dot);
      this.dots.set(range, dot);
    });
    this.picture.setAttribute('viewBox', '-122 -122 244 244');
    this.picture.replaceChildren(lines, dots);
  }
}
