/** The compilation as data: phases are made again from what differs between them. */

/**
 * @typedef {{id: number, kind: number, name: string, type: string, text: string, line: number, column: number,
 *   inputs: number[], kinds: string, origin: string, range: string, register: string,
 *   defines?: string[], uses?: string[], registers?: Map<string, string>}} Node ranges are those of machine code
 * @typedef {{nodes: number[], successors: number[], depth: number, frequency: number, came: number[], gone: number[]}} Block
 * @typedef {{name: string, us: number, stage?: string, nodes: Map<number, Node>, blocks?: Block[], raw: any,
 *   added: Set<number>, moved: Set<number>, removed: Map<number, Node>, unchanged: boolean}} Phase
 */

/** @param {any[]} fields @returns {Node} */
const node = ([id, kind, name, type, text, line, column, inputs, kinds, origin, range, register]) =>
  ({ id, kind, name, type, text, line, column, inputs, kinds, origin, range, register });

/** The live ranges of an instruction, whose text lists its operands: `=v3:rax` is defined, `v4` used. */
function operandsOf(instruction) {
  const defines = [], uses = [], registers = new Map();
  for (const [, equals, register, location] of instruction.text.matchAll(/(=?)\bv(\d+)(?::([^\s,]+))?/g)) {
    const range = String(Number(register) + 1);
    (equals || instruction.name === 'parameter' ? defines : uses).push(range);
    if (location) registers.set(range, location);
  }
  return { defines, uses, registers };
}

/**
 * All phases of a function. Maps of nodes are shared by phases that change nothing.
 * @param {{phases: any[]}} record
 * @returns {Phase[]}
 */
export function phasesOf(record) {
  let sea = new Map(), machine = new Map();
  return record.phases.map(raw => {
    const isMachine = raw.stage === 'MACHINE';
    const before = isMachine ? machine : sea;
    const phase = { name: raw.phase, us: raw.us, stage: raw.stage, nodes: before, raw,
      added: new Set(), moved: new Set(), removed: new Map(), unchanged: !raw.stage };
    if (phase.unchanged) return phase;
    const now = new Map(before);
    for (const id of raw.gone) {
      phase.removed.set(id, now.get(id));
      now.delete(id);
    }
    for (const fields of raw.set) {
      (before.has(fields[0]) ? phase.moved : phase.added).add(fields[0]);
      const each = node(fields);
      now.set(fields[0], isMachine ? Object.assign(each, operandsOf(each)) : each);
    }
    phase.nodes = now;
    phase.blocks = raw.blocks?.map(([nodes, successors, depth, frequency, came, gone]) =>
      ({ nodes, successors, depth, frequency, came, gone }));
    if (isMachine) machine = now; else sea = now;
    return phase;
  });
}

/**
 * All nodes that there ever are with all inputs that they ever have: laid out once, so that nothing
 * moves from phase to phase.
 * @param {Phase[]} phases @returns {Map<number, Node>}
 */
export function unionOf(phases) {
  const all = new Map();
  for (const phase of phases) {
    if (phase.stage === 'MACHINE') continue;
    for (const id of [...phase.added, ...phase.moved]) {
      const now = phase.nodes.get(id), known = all.get(id);
      if (!known) {
        all.set(id, { ...now, inputs: [...now.inputs] });
        continue;
      }
      if (now.text.length > known.text.length) known.text = now.text;
      const inputs = new Set(known.inputs);
      now.inputs.forEach((input, i) => {
        if (inputs.has(input)) return;
        known.inputs.push(input);
        known.kinds += now.kinds[i];
      });
    }
  }
  return all;
}

/** Users of each node. @param {Map<number, Node>} nodes @returns {Map<number, number[]>} */
export function usersOf(nodes) {
  const users = new Map();
  for (const each of nodes.values()) {
    for (const input of each.inputs) {
      if (!users.has(input)) users.set(input, []);
      users.get(input).push(each.id);
    }
  }
  return users;
}

/** The block of each node. @param {Block[] | undefined} blocks @returns {Map<number, number>} */
export function blockOf(blocks) {
  const result = new Map();
  blocks?.forEach((block, number) => block.nodes.forEach(id => result.set(id, number)));
  return result;
}

/** @param {number} id a node of the sea, as the compiler prints it */
export const nameOf = id => `v${id}`;
