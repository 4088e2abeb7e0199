/** The compilation as data: phases are made again from what differs between them. */

/**
 * @typedef {{id: number, kind: number, name: string, type: string, text: string, line: number, column: number,
 *   inputs: number[], kinds: string, origin: string, range: string, register: string}} Node
 * @typedef {{nodes: number[], successors: number[], depth: number, frequency: number, liveOut: number[]}} Block
 * @typedef {{name: string, us: number, stage?: string, nodes: Map<number, Node>, blocks?: Block[], raw: any,
 *   added: Set<number>, moved: Set<number>, removed: Map<number, Node>, unchanged: boolean}} Phase
 */

/** @param {any[]} fields @returns {Node} */
const node = ([id, kind, name, type, text, line, column, inputs, kinds, origin, range, register]) =>
  ({ id, kind, name, type, text, line, column, inputs, kinds, origin, range, register });

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
      now.set(fields[0], node(fields));
    }
    phase.nodes = now;
    phase.blocks = raw.blocks?.map(([nodes, successors, depth, frequency, liveOut]) =>
      ({ nodes, successors, depth, frequency, liveOut }));
    if (isMachine) machine = now; else sea = now;
    return phase;
  });
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
