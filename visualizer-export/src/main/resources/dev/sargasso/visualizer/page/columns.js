/** The columns of text, the trees and the live ranges. */
import { nameOf } from 'sargasso/model.js';
import { svg } from 'sargasso/sea.js';
import { spansOf } from 'sargasso/interference.js';

/** More rows of one column are not shown. */
const LIMIT = 4000;

/** @param {string} classes @param {string} text @param {string} [number] */
function row(classes, text, number) {
  const element = document.createElement('div');
  element.className = `row ${classes}`;
  if (number !== undefined) {
    const before = document.createElement('span');
    before.className = 'number';
    before.textContent = number;
    element.append(before);
  }
  element.append(text);
  return element;
}

/** Fills a column; each row says with `on` what a click on it selects. */
function fill(body, rows, empty) {
  body.replaceChildren();
  if (!rows.length) {
    const note = document.createElement('div');
    note.className = 'empty';
    note.textContent = empty;
    body.append(note);
  }
  body.append(...rows.slice(0, LIMIT));
  if (rows.length > LIMIT) body.append(row('', `… ${rows.length - LIMIT} more rows`));
}

const click = (element, action) => { element.addEventListener('click', action); return element; };

/** @param {string} text @param {Map<number, HTMLElement>} index lines to rows, filled here */
export function showSource(body, text, index, select) {
  index.clear();
  fill(body, text.split('\n').map((line, i) => {
    const element = click(row('', line, String(i + 1)), () => select({ line: i + 1 }));
    index.set(i + 1, element);
    return element;
  }), 'There is no source.');
}

/** The blocks of a schedule or of machine code with their nodes. */
export function showBlocks(body, phase, index, blocks, classesOf, select, empty) {
  index.clear();
  blocks.clear();
  const isMachine = phase?.stage === 'MACHINE';
  const rows = [];
  phase?.blocks?.forEach((block, number) => {
    const head = click(row('block', `B${number}${block.successors.length ? ' → ' + block.successors.map(b => 'B' + b).join(' ') : ''}`
      + `   ×${block.frequency}${block.depth ? `, loop depth ${block.depth}` : ''}`),
    () => select(isMachine ? { machineBlock: number } : { block: number }));
    blocks.set(number, head);
    rows.push(head);
    for (const id of block.nodes) {
      const node = phase.nodes.get(id);
      if (!node) continue;
      const text = isMachine ? node.text
        : `${nameOf(id)} = ${node.text} ${node.inputs.map(nameOf).join(', ')}`;
      const element = click(row(`k${node.kind} ${classesOf(id)}`, text, node.line ? String(node.line) : ''),
        () => select(isMachine ? { instruction: id } : { node: id }));
      element.title = isMachine ? node.origin : `line ${node.line || '?'}`;
      index.set(id, element);
      rows.push(element);
    }
  });
  fill(body, rows, empty);
}

/** Dominator tree and loop tree, indented. */
export function showTrees(body, raw, index, select) {
  index.clear();
  const rows = [];
  if (raw?.dominators) {
    const children = raw.dominators.map(() => []);
    raw.dominators.forEach((parent, block) => { if (parent >= 0) children[parent].push(block); });
    rows.push(row('block', 'dominators'));
    const stack = [[0, 0]];
    while (stack.length) {
      const [block, depth] = stack.pop();
      const element = click(row('', `${'  '.repeat(Math.min(depth, 30))}B${block}`), () => select({ block }));
      index.set(block, element);
      rows.push(element);
      for (const child of children[block].toReversed()) stack.push([child, depth + 1]);
    }
    rows.push(row('block', 'loops'));
    raw.loopHeaders.forEach((header, loop) => {
      let depth = 0;
      for (let outer = raw.loopParents[loop]; outer >= 0; outer = raw.loopParents[outer]) depth++;
      const inside = raw.loopOf.flatMap((each, block) => each === loop ? [`B${block}`] : []);
      rows.push(click(row('', `${'  '.repeat(depth)}loop of B${header}: ${inside.join(' ')}`), () => select({ block: header })));
    });
    if (!raw.loopHeaders.length) rows.push(row('', 'none'));
  }
  fill(body, rows, 'Trees are known from code motion on.');
}

/** When each value of machine code is alive. @param {import('sargasso/interference.js').Interference} graph */
export function showRanges(body, phase, index, graph, select) {
  index.clear();
  if (!phase?.blocks) {
    fill(body, [], 'Live ranges are known once instructions are selected.');
    graph.take(new Map(), new Map(), new Map());
    return;
  }
  const { spans, length } = spansOf(phase);
  const registers = new Map(), classes = new Map();
  const vectors = new Set(phase.raw.vectors.map(String));
  for (const range of spans.keys()) classes.set(range, vectors.has(range));
  for (const node of phase.nodes.values()) {
    for (const range of node.defines) if (node.registers.has(range)) registers.set(range, node.registers.get(range));
    for (const [range, location] of node.registers) if (!registers.has(range)) registers.set(range, location);
  }
  const ranges = [...spans].sort((a, b) => a[1][0][0] - b[1][0][0]);
  graph.take(new Map(ranges), classes, registers);
  const scale = Math.min(8, 130 / Math.max(1, length));
  fill(body, ranges.slice(0, 600).map(([range, list]) => {
    const name = `v${Number(range) - 1}`;
    const element = click(row('', (registers.get(range) ?? '').padEnd(6), name), () => select({ range }));
    element.append(svg('svg', { width: 134, height: 10 }, ...list.map(([from, to]) => svg('rect',
      { x: from * scale, y: 1, width: Math.max(1.5, (to - from + 1) * scale), height: 8, rx: 2 }))));
    element.title = `when ${name} is alive; click for what it interferes with`;
    index.set(range, element);
    return element;
  }), 'There are no values.');
}
