/** The sea of nodes as a picture, with groups of nodes folded where there are too many. */
import { layOut } from 'sargasso/layout.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** So many nodes are drawn one by one. */
const UNFOLDED = 300;
/** More are never drawn at once. */
const LIMIT = 1500;

/** @param {string} name @param {Record<string, any>} attributes */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

export class Sea {
  /** @param {HTMLElement} section @param {(id: number) => void} onNode @param {() => void} onFold */
  constructor(section, onNode, onFold) {
    this.body = section.querySelector('.body');
    this.progress = section.querySelector('progress');
    this.onNode = onNode;
    this.onFold = onFold;
    this.open = new Set();
    this.everything = false;
    this.view = [0, 0, 100, 100];
    this.elements = new Map();
    this.known = new Map();
    this.picture = svg('svg', { role: 'img', 'aria-label': 'sea of nodes' });
    this.body.append(this.picture);
    this.picture.addEventListener('wheel', event => this.zoom(event), { passive: false });
    this.picture.addEventListener('pointerdown', event => this.drag(event));
  }

  /** Forgets what is unfolded and where nodes were. */
  reset() {
    this.open.clear();
    this.known.clear();
    this.fitted = false;
  }

  /**
   * Shows a graph. Nodes whose layout is known already stay where they are.
   * @param {Map<number, any>} nodes what is drawn
   * @param {Map<number, any>} all what is laid out: that of all phases
   * @param {(id: number) => string} groupOf in which fold a node would be
   */
  async show(nodes, all, groupOf, classesOf) {
    const laid = this.everything && all.size > LIMIT && nodes.size <= LIMIT ? nodes : all;
    const folds = laid.size > UNFOLDED && !(this.everything && laid.size <= LIMIT);
    const place = new Map(), sizes = new Map(), members = new Map();
    for (const id of laid.keys()) {
      const group = folds ? groupOf(id) : '';
      const key = folds && !this.open.has(group) ? group : `n${id}`;
      place.set(id, key);
      if (nodes.has(id)) {
        if (!members.has(key)) members.set(key, []);
        members.get(key).push(id);
      }
      if (!sizes.has(key)) {
        const label = key === group ? group : laid.get(id).text;
        sizes.set(key, [key, Math.min(190, 7 * Math.min(label.length, 25) + (key === group ? 90 : 14)), 24]);
      }
    }
    const weights = new Map();
    for (const node of laid.values()) {
      node.inputs.forEach((input, i) => {
        const from = place.get(input), to = place.get(node.id);
        // Between two folds control tells enough; the rest would be a thicket.
        const isThicket = node.kinds[i] !== '0' && /^[^n]/.test(from ?? '') && /^[^n]/.test(to);
        if (from && from !== to && !isThicket) {
          const key = `${from} ${to} ${node.kinds[i]}`;
          const known = weights.get(key);
          if (known) known.uses.push([input, node.id]);
          else weights.set(key, { from, to, kind: node.kinds[i], uses: [[input, node.id]] });
        }
      });
    }
    const edges = [...weights.values()];
    const signature = [...sizes.keys()].join() + '|' + [...weights.keys()].join();
    let layout = this.known.get(signature);
    if (!layout) {
      this.progress.hidden = false;
      this.progress.value = 0;
      layout = await layOut([...sizes.values()],
        edges.map(each => [each.from, each.to, each.kind === '0' ? 4 : 1]),
        done => { this.progress.value = done; this.progress.title = `${Math.round(100 * done)} %`; });
      this.known.set(signature, layout);
      this.progress.hidden = true;
    }
    this.draw(nodes, layout, edges, sizes, members, classesOf);
  }

  draw(nodes, layout, edges, sizes, members, classesOf) {
    this.elements.clear();
    this.lines = [];
    const lines = svg('g'), boxes = svg('g');
    layout.edges.forEach((points, i) => {
      const edge = edges[i];
      const uses = edge.uses.filter(([from, to]) => nodes.has(from) && nodes.get(to)?.inputs.includes(from));
      if (!uses.length) return;
      const [start, ...rest] = points;
      let d = `M${start}`;
      for (let at = 0; at + 1 < rest.length; at++) {
        const middle = at + 2 === rest.length ? rest[at + 1]
          : [(rest[at][0] + rest[at + 1][0]) / 2, (rest[at][1] + rest[at + 1][1]) / 2];
        d += `Q${rest[at]} ${middle}`;
      }
      const line = svg('path', { d, class: `k${edge.kind}`, 'marker-end': `url(#arrow${edge.kind})` });
      lines.append(line);
      this.lines.push([line, uses]);
    });
    for (const [key, x, y] of layout.nodes) {
      const ids = members.get(key);
      if (!ids) continue;
      const width = sizes.get(key)[1], isFold = !/^n\d+$/.test(key);
      const node = nodes.get(ids[0]);
      const text = isFold ? `${key}: ${ids.length} nodes` : node.text.length > 25 ? node.text.slice(0, 24) + '…' : node.text;
      const box = svg('g', { transform: `translate(${x},${y})`,
        class: isFold ? 'node fold' : `node k${node.kind} ${classesOf(node.id)}`, tabindex: -1 },
      svg('rect', { x: -width / 2, y: -12, width, height: 24, rx: node.kind === 2 || isFold ? 11 : 3 }),
      svg('text', { y: 4 }, text),
      svg('title', {}, isFold ? `${text}; click to unfold` : `v${node.id} = ${node.text}`));
      box.addEventListener('click', () => {
        if (this.dragged) return;
        if (isFold) { this.open.add(key); this.onFold(); } else this.onNode(node.id);
      });
      boxes.append(box);
      for (const id of ids) this.elements.set(id, box);
    }
    const style = getComputedStyle(document.documentElement);
    const markers = ['control', 'memory', 'data'].map((kind, i) => svg('marker',
      { id: `arrow${i}`, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' },
      svg('path', { d: 'M0 0L8 4L0 8z', style: `fill:${style.getPropertyValue('--' + kind)};stroke:none` })));
    this.picture.replaceChildren(svg('defs', {}, ...markers), lines, boxes);
    this.size = [layout.width || 100, layout.height || 100];
    if (!this.fitted) this.begin(layout.nodes[0]);
  }

  /** Lights up nodes. @param {Set<number>} lit @param {number | undefined} chosen */
  mark(lit, chosen) {
    for (const box of new Set(this.elements.values())) box.classList.remove('lit', 'chosen', 'faint');
    for (const id of lit) this.elements.get(id)?.classList.add('lit');
    this.elements.get(chosen)?.classList.add('chosen');
    for (const [line, uses] of this.lines ?? []) {
      line.classList.toggle('lit', uses.some(([from, to]) => from === chosen || to === chosen));
    }
  }

  /** Moves the view so that a node is in its middle. */
  center(id) {
    const at = this.elements.get(id)?.transform.baseVal[0]?.matrix;
    if (!at) return;
    const [x, y, width, height] = this.view;
    if (at.e < x || at.e > x + width || at.f < y || at.f > y + height) {
      this.look(at.e - width / 2, at.f - height / 2, width, height);
    }
  }

  look(...view) {
    this.view = view;
    this.picture.setAttribute('viewBox', view.join(' '));
  }

  /** Shows the beginning, as large as can be read. */
  begin(first) {
    this.fit();
    const [, , width, height] = this.view;
    const readable = Math.min(width, this.body.clientWidth * 1.25);
    if (readable < width && first) this.look(first[1] - readable / 2, -20, readable, readable * height / width);
  }

  /** Shows the whole picture. */
  fit() {
    this.fitted = true;
    const [width, height] = this.size;
    const shape = this.body.clientWidth / Math.max(1, this.body.clientHeight);
    const wide = Math.max(width + 40, (height + 40) * shape);
    this.look((width - wide) / 2, -20, wide, wide / shape);
  }

  zoom(event) {
    event.preventDefault();
    const [x, y, width, height] = this.view;
    const factor = Math.exp(event.deltaY / 500);
    const box = this.picture.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width, down = (event.clientY - box.top) / box.height;
    this.look(x + width * across * (1 - factor), y + height * down * (1 - factor), width * factor, height * factor);
  }

  drag(start) {
    const [x, y, width, height] = this.view;
    const scale = width / this.picture.clientWidth;
    this.dragged = false;
    const move = event => {
      const across = event.clientX - start.clientX, down = event.clientY - start.clientY;
      this.dragged ||= Math.abs(across) + Math.abs(down) > 4;
      if (this.dragged) this.look(x - across * scale, y - down * scale, width, height);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true });
  }
}
