/** What is shown, what is selected, and the keys. */
import { blockOf, nameOf, phasesOf, unionOf, usersOf } from 'sargasso/model.js';
import { Sea } from 'sargasso/sea.js';
import { Interference } from 'sargasso/interference.js';
import { connect, recall, remember } from 'sargasso/live.js';
import { showBlocks, showRanges, showSource, showTrees } from 'sargasso/columns.js';

const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const body = id => $(id).querySelector('.body');
const indices = Object.fromEntries(
  ['source', 'schedule', 'blocks', 'trees', 'ranges', 'machine', 'machineBlocks'].map(name => [name, new Map()]));
const sea = new Sea($('sea'), id => select({ node: id }), () => showSea());
const interference = new Interference(body('ranges'), range => select({ range }));
let phases = [], at = 0, union = new Map(), seaPhase, schedule, machine, places;
/** @type {{node?: number, block?: number, line?: number, instruction?: number, machineBlock?: number, range?: string}} */
let selection = {};
let hits = [], hit = 0;

function showFunction(name) {
  phases = phasesOf(data.functions.find(each => each.name === name));
  schedule = phases.find(each => each.stage === 'SCHEDULE');
  places = blockOf(schedule?.blocks);
  union = unionOf(phases);
  selection = {};
  sea.reset();
  const first = phases.findIndex(each => each.stage === 'SCHEDULE');
  showPhase(first < 0 ? phases.length - 1 : first);
  sea.fitted = false;
}

const changeOf = phase => id => phase?.added.has(id) ? 'change-added' : phase?.moved.has(id) ? 'change-moved' : '';

function showPhase(index) {
  at = Math.max(0, Math.min(index, phases.length - 1));
  const phase = phases[at];
  const before = phases.slice(0, at + 1);
  seaPhase = before.findLast(each => each.stage === 'SEA' || each.stage === 'SCHEDULE') ?? phases[0];
  machine = before.findLast(each => each.stage === 'MACHINE') ?? phases.findLast(each => each.stage === 'MACHINE');
  showTime();
  showBlocks(body('schedule'), schedule, indices.schedule, indices.blocks,
    id => phase.stage === 'MACHINE' ? '' : changeOf(phase)(id), select, 'This function has no schedule.');
  showTrees(body('trees'), schedule?.raw, indices.trees, select);
  showBlocks(body('machine'), machine, indices.machine, indices.machineBlocks,
    id => phase === machine ? changeOf(phase)(id) : '', select, 'No machine code was made.');
  showRanges(body('ranges'), machine, indices.ranges, interference, select);
  if (data.live) remember({ function: $('function').value, phase: phase.name });
  showSea().then(mark);
  mark();
}

function showTime() {
  const bar = $('time');
  bar.replaceChildren();
  let run = [];
  const flush = () => {
    if (!run.length) return;
    const button = document.createElement('button');
    const names = run.map(i => phases[i].name);
    button.className = 'folded';
    button.title = `Nothing changed: ${names.join(', ')}`;
    button.innerHTML = '<small></small>';
    button.firstChild.textContent = `${names.length} unchanged`;
    button.prepend('⋯');
    bar.append(button);
    run = [];
  };
  phases.forEach((phase, i) => {
    if (phase.unchanged) { run.push(i); return; }
    flush();
    const button = document.createElement('button');
    button.textContent = phase.name;
    button.dataset.phase = phase.name;
    const note = document.createElement('small');
    note.append(`${(phase.us / 1000).toFixed(2)} ms `);
    for (const [kind, sign, count] of [['added', '+', phase.added.size], ['removed', '−', phase.removed.size], ['moved', '~', phase.moved.size]]) {
      if (!count || i === 0) continue;
      const part = document.createElement('span');
      part.className = kind;
      part.textContent = `${sign}${count} `;
      part.title = `${count} nodes ${kind === 'moved' ? 'changed' : kind}`;
      note.append(part);
    }
    button.append(note);
    if (i === at) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => showPhase(i));
    bar.append(button);
    if (i === at) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  flush();
}

/** The neighbourhood of a node to a depth, along inputs and uses. */
function around(nodes, start, depth) {
  const users = usersOf(nodes);
  let edge = [start];
  const seen = new Set(edge);
  for (let step = 0; step < depth; step++) {
    edge = edge.flatMap(id => [...(nodes.get(id)?.inputs ?? []), ...(users.get(id) ?? [])]).filter(id => !seen.has(id) && seen.add(id));
  }
  return seen;
}

function visible(nodes, id) {
  const node = nodes.get(id);
  return !(filter('constants') && node.text.startsWith(node.type + ' ') && !node.inputs.length
    || filter('projections') && node.name === 'projection' || filter('control') && node.kind === 0);
}
const filter = name => document.querySelector(`[data-filter=${name}]`).checked;

async function showSea() {
  const present = new Map(seaPhase.nodes);
  for (const [id, node] of seaPhase.removed) if (seaPhase.stage) present.set(id, node);
  const depth = Number($('depth').value);
  const near = depth && selection.node !== undefined ? around(seaPhase.nodes, selection.node, depth) : undefined;
  const keep = source => new Map([...source].filter(([id]) => visible(source, id) && (!near || near.has(id))));
  const shown = keep(present);
  const change = changeOf(seaPhase);
  const all = keep(union);
  for (const [id, node] of shown) if (!all.has(id)) all.set(id, node);
  await sea.show(shown, all, groupOf,
    id => seaPhase.removed.has(id) ? 'change-removed' : seaPhase === phases[0] ? '' : change(id));
  mark();
}

/** Blocks, or outermost loops and runs of blocks if there are many. */
function groupOf(id) {
  const block = places.get(id);
  if (block === undefined) return `without a place ${Math.floor(id / Math.max(100, union.size / 40))}`;
  const count = schedule.blocks.length;
  if (count <= 120) return `B${block}`;
  let loop = schedule.raw.loopOf[block] ?? -1;
  while (loop >= 0 && schedule.raw.loopParents[loop] >= 0) loop = schedule.raw.loopParents[loop];
  const size = Math.ceil(count / 60), run = Math.floor(block / size) * size;
  return loop >= 0 && schedule.raw.loopHeaders.length <= 60
    ? `loop of B${schedule.raw.loopHeaders[loop]}` : `B${run} to B${run + size - 1}`;
}

function select(what) {
  selection = what;
  if (Number($('depth').value) && what.node !== undefined) showSea();
  mark(true);
}

/** Everything that belongs to the selection, in all columns. */
function related() {
  const nodes = new Set(), instructions = new Set(), lines = new Set(), blocks = new Set(), ranges = new Set();
  const code = machine?.nodes ?? new Map();
  const origin = new Map();
  for (const each of code.values()) {
    const id = /^v(\d+) /.exec(each.origin)?.[1];
    if (id !== undefined) { const key = Number(id); if (!origin.has(key)) origin.set(key, []); origin.get(key).push(each.id); }
  }
  if (selection.node !== undefined) nodes.add(selection.node);
  if (selection.block !== undefined) { blocks.add(selection.block); schedule?.blocks[selection.block]?.nodes.forEach(id => nodes.add(id)); }
  if (selection.line !== undefined) for (const each of seaPhase.nodes.values()) if (each.line === selection.line) nodes.add(each.id);
  if (selection.instruction !== undefined) instructions.add(selection.instruction);
  if (selection.machineBlock !== undefined) machine.blocks[selection.machineBlock].nodes.forEach(id => instructions.add(id));
  if (selection.range !== undefined) for (const each of code.values()) if (each.defines.includes(selection.range)) instructions.add(each.id);
  for (const id of [...instructions]) {
    const from = /^v(\d+) /.exec(code.get(id)?.origin ?? '')?.[1];
    if (from !== undefined) nodes.add(Number(from));
  }
  for (const id of nodes) {
    const node = seaPhase.nodes.get(id) ?? schedule?.nodes.get(id);
    if (node?.line) lines.add(node.line);
    if (places.has(id)) blocks.add(places.get(id));
    if (selection.instruction === undefined && selection.range === undefined) origin.get(id)?.forEach(each => instructions.add(each));
  }
  if (selection.line !== undefined) lines.add(selection.line);
  for (const id of instructions) code.get(id)?.defines.forEach(range => ranges.add(range));
  return { nodes, instructions, lines, blocks, ranges };
}

function mark(scroll) {
  for (const each of document.querySelectorAll('.row.lit, .row.chosen, .row.legal')) each.classList.remove('lit', 'chosen', 'legal');
  const lit = related();
  const light = (ids, index) => {
    let first = true;
    for (const id of ids) {
      const element = indices[index].get(id);
      element?.classList.add('lit');
      if (element && first && scroll === true) element.scrollIntoView({ block: 'nearest' });
      if (element) first = false;
    }
  };
  light(lit.lines, 'source');
  light(lit.nodes, 'schedule');
  light(lit.instructions, 'machine');
  light(lit.ranges, 'ranges');
  light(lit.blocks, 'trees');
  indices.blocks.get(selection.block)?.classList.add('lit');
  indices.schedule.get(selection.node)?.classList.add('chosen');
  indices.machine.get(selection.instruction)?.classList.add('chosen');
  sea.mark(lit.nodes, selection.node);
  if (scroll === true) sea.center([...lit.nodes][0]);
  details(lit);
}

function details(lit) {
  const out = $('details');
  out.replaceChildren();
  const say = (text, tag = 'span', name = '') => {
    const part = document.createElement(tag);
    part.textContent = text;
    part.className = name;
    out.append(part, ' ');
  };
  interference.mark(selection.range ?? [...lit.ranges][0]);
  if (selection.range) {
    const others = interference.of(selection.range);
    say(`v${selection.range - 1} is alive together with ${others.map(each => 'v' + (each - 1)).join(', ') || 'no other'}.`);
    for (const range of others) indices.ranges.get(range)?.classList.add('legal');
  }
  const id = selection.node ?? (lit.nodes.size === 1 ? [...lit.nodes][0] : undefined);
  const node = seaPhase.nodes.get(id) ?? schedule?.nodes.get(id);
  if (!node) {
    say(lit.nodes.size + lit.instructions.size
      ? `${lit.nodes.size} nodes, ${lit.instructions.size} instructions, lines ${[...lit.lines].sort((a, b) => a - b).join(', ') || 'none'}`
      : 'Click a value, a block, a source line or an instruction. ← → go through the phases; ? shows all keys.');
    return;
  }
  say(`${nameOf(node.id)} = ${node.text} ${node.inputs.map(nameOf).join(', ')}`, 'b');
  if (node.line) say(`line ${node.line}:${node.column}.`);
  const block = places.get(node.id), choice = schedule?.raw.places?.[node.id];
  if (choice) {
    const [[first, last], early, late, click, why] = choice;
    const path = [last];
    while (path[0] !== first) path.unshift(schedule.raw.dominators[path[0]]);
    say('May stand in');
    say(path.map(each => `B${each}`).join(' → '), 'span', 'path');
    say(`(early to late); is in B${block}: ${why}. Policies: early B${early}, late B${late}, click B${click}.`);
    for (const each of path) { indices.trees.get(each)?.classList.add('legal'); indices.blocks.get(each)?.classList.add('legal'); }
  } else if (block !== undefined) {
    say(`Is in B${block}: pinned there by control, or no other block is legal.`);
  } else if (schedule) {
    say('Is not in the schedule: a later phase removed or replaced it.');
  }
}

function search(text) {
  const wanted = text.trim().toLowerCase();
  hits = [];
  hit = 0;
  if (!wanted) { select({}); return; }
  for (const node of seaPhase.nodes.values()) {
    if (nameOf(node.id) === wanted || String(node.id) === wanted) hits.unshift(node.id);
    else if (node.text.toLowerCase().includes(wanted)) hits.push(node.id);
  }
  if (hits.length) select({ node: hits[0] });
  else { select({}); $('details').textContent = `No node of this phase has '${text}' in it.`; }
}

function step(direction) {
  for (let i = at + direction; i >= 0 && i < phases.length; i += direction) if (!phases[i].unchanged) { showPhase(i); return; }
}

function neighbour(useOrInput) {
  const nodes = seaPhase.nodes, id = selection.node ?? nodes.keys().next().value;
  const next = useOrInput === 'input' ? nodes.get(id)?.inputs[0] : usersOf(nodes).get(id)?.[0];
  if (next !== undefined) select({ node: next });
}

function toggleTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  showSea();
}

function unfold() {
  sea.everything = !sea.everything;
  sea.open.clear();
  sea.fitted = false;
  $('unfold').textContent = sea.everything ? 'Fold' : 'Unfold all';
  showSea();
}

/** An SVG element as text, with the styles that it has here. */
function svgText(picture) {
  const copy = picture.cloneNode(true);
  const from = picture.querySelectorAll('rect, path, text, circle'), to = copy.querySelectorAll('rect, path, text, circle');
  from.forEach((each, i) => {
    const style = getComputedStyle(each);
    to[i].setAttribute('style', ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font', 'text-anchor'].map(name => `${name}:${style.getPropertyValue(name)}`).join(';'));
  });
  if (picture === sea.picture) copy.setAttribute('viewBox', `-20 -20 ${sea.size[0] + 40} ${sea.size[1] + 40}`);
  const [, , width, height] = copy.getAttribute('viewBox').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return new XMLSerializer().serializeToString(copy);
}

function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
}

/** @param {'sea' | 'ranges'} column */
function exportPicture(column, kind) {
  const blob = new Blob([svgText(column === 'sea' ? sea.picture : interference.picture)], { type: 'image/svg+xml' });
  const name = `${$('function').value}-${column === 'sea' ? '' : 'interference-'}${phases[at].name}`;
  if (kind === 'svg') { save(`${name}.svg`, blob); return; }
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(result => save(`${name}.png`, result));
  };
  image.src = URL.createObjectURL(blob);
}

for (const [column, kind] of [['sea', 'svg'], ['sea', 'png'], ['ranges', 'svg'], ['ranges', 'png']]) {
  const button = document.createElement('button');
  button.textContent = kind.toUpperCase();
  button.title = `Save the picture as ${kind.toUpperCase()}`;
  button.addEventListener('click', () => exportPicture(column, kind));
  $(column).querySelector('h2').append(button);
}
const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => neighbour('input'), ArrowDown: () => neighbour('use'),
  '/': () => $('search').focus(), Escape: () => select({}), u: unfold, f: () => sea.fit(), t: toggleTheme, '?': () => $('keys').showModal(),
};
addEventListener('keydown', event => {
  if ($('keys').open) return;
  if (event.target.matches('input[type=search], input[type=number], select')) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); keys[event.key](); }
});
$('search').addEventListener('input', event => search(event.target.value));
$('search').addEventListener('keydown', event => { if (event.key === 'Enter' && hits.length) select({ node: hits[hit = (hit + 1) % hits.length] }); });
$('depth').addEventListener('input', () => { sea.fitted = false; showSea(); });
for (const each of document.querySelectorAll('[data-filter]')) each.addEventListener('change', () => showSea());
$('unfold').addEventListener('click', unfold);
$('theme').addEventListener('click', toggleTheme);
$('help').addEventListener('click', () => $('keys').showModal());
$('function').addEventListener('change', event => showFunction(event.target.value));
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';
document.title = `${data.title}: Sargasso`;
$('title').textContent = data.title;
const options = document.createElement('small');
options.textContent = data.options;
$('title').append(options);
for (const each of data.functions) $('function').append(new Option(each.name));
showSource(body('source'), data.source, indices.source, select);
// What was inlined everywhere has no code; what has most of it is what one wants to see first.
const size = each => each.phases.findLast(phase => phase.stage === 'MACHINE')?.set.length ?? 0;
const largest = data.functions.reduce((best, each) => size(each) > size(best) ? each : best, data.functions[0]);
if (data.live) connect(data.live, document.querySelector('header'));
const before = data.live ? recall() : {};
const shown = data.functions.find(each => each.name === before.function) ?? largest;
if (shown) {
  $('function').value = shown.name;
  showFunction(shown.name);
  const again = phases.findIndex(each => each.name === before.phase && !each.unchanged);
  if (again >= 0) showPhase(again);
}
else $('details').textContent = 'This program defines no functions.';
