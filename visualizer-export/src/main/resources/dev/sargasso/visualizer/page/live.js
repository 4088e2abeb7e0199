/** A page that is served: it is made anew when the source or an option changes. */

const KEY = 'sargasso';

/** What was shown before the page was made anew. @returns {{function?: string, phase?: string}} */
export const recall = () => JSON.parse(sessionStorage.getItem(KEY) ?? '{}');

/** @param {{function?: string, phase?: string}} shown */
export const remember = shown => sessionStorage.setItem(KEY, JSON.stringify(shown));

function choice(text, name, values, value, change) {
  const label = document.createElement('label'), select = document.createElement('select');
  select.name = name;
  select.append(...values.map(each => new Option(each, each, false, each === value)));
  select.addEventListener('change', () => change(name, select.value));
  label.append(`${text} `, select);
  return label;
}

/**
 * Adds the options to the header, and listens to the server.
 * @param {{level: string, levels: string[], policy: string, policies: string[], passes: string[], off: string[], error: string}} live
 * @param {HTMLElement} header
 */
export function connect(live, header) {
  const set = (name, value) => {
    const query = new URLSearchParams(location.search);
    query.set(name, value);
    location.search = query.toString();
  };
  const passes = document.createElement('details'), summary = document.createElement('summary');
  passes.className = 'passes';
  summary.textContent = live.off.length ? `Passes (${live.off.length} off)` : 'Passes';
  passes.append(summary);
  for (const name of live.passes) {
    const label = document.createElement('label'), box = document.createElement('input');
    box.type = 'checkbox';
    box.name = name;
    box.checked = !live.off.includes(name);
    box.addEventListener('change', () => set('off',
      (box.checked ? live.off.filter(each => each !== name) : [...live.off, name]).join()));
    label.append(box, ` ${name}`);
    passes.append(label);
  }
  header.append(choice('Level', 'level', live.levels, live.level, set),
    choice('Placement', 'policy', live.policies, live.policy, set), passes);
  if (live.error) {
    const error = document.createElement('pre');
    error.className = 'error';
    error.setAttribute('role', 'alert');
    error.textContent = live.error;
    header.after(error);
  }
  new EventSource('events').addEventListener('message', () => location.reload());
}
