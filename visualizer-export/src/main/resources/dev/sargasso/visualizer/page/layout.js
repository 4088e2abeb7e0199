/** Layout off the main thread: a worker from the library that the page carries. */

/** Which part of the time has passed, as a rule, behind the steps that take long. */
const main = `const passed = {rank: .3, order: .8, position: .97};
onmessage = ({data: {ticket, nodes, edges}}) => {
  const graph = new self.dagre.graphlib.Graph({multigraph: true});
  graph.setGraph({rankdir: 'TB', nodesep: 14, ranksep: 30, edgesep: 6,
    ranker: nodes.length > 300 ? 'longest-path' : 'network-simplex'});
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [id, width, height] of nodes) graph.setNode(id, {width, height});
  edges.forEach(([from, to, weight], i) => graph.setEdge(from, to, {weight}, String(i)));
  // With debugTiming the library says when a step is done.
  console.log = text => {
    const done = passed[/^ *(\\w+)/.exec(text)?.[1]];
    if (done) postMessage({ticket, done});
  };
  self.dagre.layout(graph, {debugTiming: true});
  postMessage({ticket,
    nodes: nodes.map(([id]) => { const n = graph.node(id); return [id, n.x, n.y]; }),
    edges: edges.map(([from, to], i) => graph.edge(from, to, String(i)).points.map(p => [p.x, p.y])),
    width: graph.graph().width, height: graph.graph().height});
};`;

/** @type {Worker | undefined} */
let worker;
let ticket = 0;
let busy = false;

/**
 * Lays a graph out. A newer request ends an older one, whose promise then never settles.
 * @param {[string, number, number][]} nodes names and sizes
 * @param {[string, string, number][]} edges
 * @param {(done: number) => void} onProgress from 0 to 1
 * @returns {Promise<{nodes: [string, number, number][], edges: [number, number][][], width: number, height: number}>}
 */
export function layOut(nodes, edges, onProgress) {
  if (busy) worker?.terminate();
  if (busy || !worker) {
    const library = JSON.parse(document.getElementById('library').textContent);
    worker = new Worker(URL.createObjectURL(new Blob(
      ['self.window = self;\n', library, ';\n', main], { type: 'text/javascript' })));
  }
  busy = true;
  const mine = ++ticket;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.ticket !== mine) return;
      if (data.done) { onProgress(data.done); return; }
      busy = false;
      resolve(data);
    };
    worker.onerror = event => { busy = false; worker = undefined; reject(new Error(event.message)); };
    worker.postMessage({ ticket: mine, nodes, edges });
  });
}
