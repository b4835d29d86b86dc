// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
(() => {
'use strict';

// ---------------------------------------------------------------- data

const D = JSON.parse(document.getElementById('data').textContent);
const VERDICTS = Object.keys(D.counts);
const GLYPHS = ['✓', '✗', '?', '◇', '–'];
const GROUPS = ['packages', 'nodes', 'llcs', 'clusters', 'cores'];
const text = i => (i === undefined || i < 0 ? '' : D.texts[i]);
const policyName = i => D.policies[i][0] || '(no ' + D.label + ')';
const byId = id => document.getElementById(id);

/** Every row of the matrix, in order: a scenario, or one example of it. */
const rows = [];
const rowByKey = new Map();
D.features.forEach((f, fi) => f.s.forEach(s => s.rows.forEach(r => {
  const row = {f, fi, s, r, index: rows.length};
  const key = f.p + ':' + r.l;
  row.key = rowByKey.has(key) ? key + '~' + rows.length : key;
  rowByKey.set(row.key, row);
  rows.push(row);
})));

const state = {base: 0, row: null, policy: -1, show: 'prose', hidden: new Set(), off: new Set()};

const cellOf = (row, p) => (row.r.c[p] < 0 || row.r.c[p] === undefined ? null : D.cells[row.r.c[p]]);
const decisionsOf = cell => (cell && cell.d !== undefined ? D.decisions[cell.d].d : []);

/** Decisions come as arrays, see Documents.java. */
function decision(a) {
  return {task: text(a[0]), waker: text(a[1]), thisCpu: a[2], context: text(a[3]), prev: a[4], flags: text(a[5]), path: text(a[6]),
    selected: a[7], cpu: a[8], by: text(a[9]), scanned: a[10], queued: text(a[11]), ladder: a[12] < 0 ? [] : D.ladders[a[12]],
    busy: a[13] < 0 ? null : text(a[13]) === 'none' ? '' : text(a[13])};
}

function rung(i) {
  const a = D.rungs[i];
  return {name: text(a[0]), depth: a[1], answer: text(a[2]), rule: text(a[3]), cpu: a[4], saw: a[5], probes: a[6]};
}

/** Whether two policies came to something else: another verdict, another CPU, or other measurements. */
function differs(a, b) {
  if (!a || !b || a === b) {
    return false;
  }
  const da = decisionsOf(a), db = decisionsOf(b);
  if (a.v !== b.v || da.length !== db.length || a.q !== b.q) {
    return true;
  }
  return da.some((d, i) => d[8] !== db[i][8]);
}

// ---------------------------------------------------------------- elements

function add(el, kids) {
  for (const kid of kids) {
    if (Array.isArray(kid)) {
      add(el, kid);
    } else if (kid !== null && kid !== undefined && kid !== false && kid !== '') {
      el.append(kid);
    }
  }
  return el;
}

function make(el, attrs, kids) {
  for (const [name, value] of Object.entries(attrs || {})) {
    if (name.startsWith('on')) {
      el.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      el.setAttribute(name, value === true ? '' : value);
    }
  }
  return add(el, kids);
}

const h = (tag, attrs, ...kids) => make(document.createElement(tag), attrs, kids);
const g = (tag, attrs, ...kids) => make(document.createElementNS('http://www.w3.org/2000/svg', tag), attrs, kids);
const say = (n, one, many) => n + ' ' + (n === 1 ? one : many || one + 's');

function hashOf(row, p) {
  return '#/' + encodeURI(row.key).replace(/#/g, '%23') + '@' + encodeURIComponent(D.policies[p][0]);
}

const shortPath = path => path.replace(/^.*?\/features\/(?=.*\/)|^.*\/(?=src\/)/, '').replace(/^.*\/features\//, '');

function where(path, line) {
  if (!path) {
    return '';
  }
  const label = shortPath(path) + (line > 0 ? ':' + line : '');
  if (D.link) {
    const address = D.link.replaceAll('{path}', () => encodeURI(path)).replaceAll('{line}', () => String(line));
    return h('a', {class: 'where', href: address, title: path, rel: 'noreferrer'}, label);
  }
  const feature = D.features.find(f => f.p === path);
  return feature && feature.src
    ? h('a', {class: 'where', href: '#source', title: path, onclick: e => { e.preventDefault(); showSource(feature, line); }}, label)
    : h('span', {class: 'where dim', title: path}, label);
}

function paragraphs(prose) {
  return prose ? prose.split(/\n\s*\n/).map(p => h('p', {}, p.replace(/\s*\n\s*/g, ' '))) : [];
}

// ---------------------------------------------------------------- steps

function quoted(words, values) {
  const filled = values ? words.replace(/<([^<>]+)>/g, (all, name) => (name in values ? values[name] : all)) : words;
  return filled.split(/("[^"]*")/).map((part, i) => (i % 2 ? h('em', {class: 'q'}, part) : part));
}

function step(st, values, isBackground) {
  const li = h('li', isBackground ? {class: 'bg'} : {}, h('b', {class: 'k'}, st[0]), ' ', quoted(st[1], values));
  for (const more of st.slice(3)) {
    if (Array.isArray(more)) {
      li.append(h('table', {tabindex: 0, 'aria-label': 'Table of the step'},
        h('tbody', {}, more.map(r => h('tr', {}, r.map(c => h('td', {}, quoted(c, values))))))));
    } else {
      li.append(h('pre', {tabindex: 0}, more));
    }
  }
  return li;
}

function steps(f, s, values) {
  const rule = f.r[s.r];
  const before = [...(f.b || []), ...((rule && rule.b) || [])];
  return h('ol', {class: 'steps'}, before.map(st => step(st, values, true)), s.st.map(st => step(st, values, false)));
}

function example(r) {
  return Object.entries(r.x).map(([k, v], i) => [i ? ' · ' : '', h('b', {}, k + ' '), v === '' ? '(empty)' : v]);
}

// ---------------------------------------------------------------- the list

const links = [];

function summary(cell) {
  const all = decisionsOf(cell);
  return all.length ? String(all[all.length - 1][8]) : '';
}

function cellLink(row, p) {
  const cell = cellOf(row, p);
  const cpu = summary(cell);
  const changed = p !== state.base && differs(cell, cellOf(row, state.base));
  const a = h('a', {class: 'c v' + cell.v + (changed ? ' diff' : ''), href: hashOf(row, p), 'data-p': policyName(p), tabindex: -1,
    'aria-label': policyName(p) + ': ' + VERDICTS[cell.v] + (cpu ? ', CPU ' + cpu : '') + (changed ? ', differs from ' + policyName(state.base) : '')},
  GLYPHS[cell.v] + (cpu ? ' ' + cpu : ''));
  a.row = row;
  a.policy = p;
  links.push(a);
  return a;
}

function firstPolicy(row) {
  return cellOf(row, state.base) ? state.base : row.r.c.findIndex(c => c >= 0);
}

function rowElement(row, columns, isExample) {
  const title = isExample ? h('span', {class: 'ex'}, example(row.r)) : row.s.n || '(no title)';
  const name = h('th', {scope: 'row', class: 'name'},
    h('a', {class: 't', href: hashOf(row, firstPolicy(row)), tabindex: -1}, title),
    isExample ? '' : [h('div', {class: 'prose'}, paragraphs(row.s.d)), row.s.st.length ? h('div', {class: 'steps later'}) : '']);
  row.el = h('tr', {class: isExample ? 'row ex' : 'row'}, name,
    columns.map(p => (cellOf(row, p) ? h('td', {class: 'p' + p}, cellLink(row, p)) : h('td', {class: 'none p' + p}))));
  row.el.row = row;
  return row.el;
}

function featureElement(f, fi) {
  const own = rows.filter(r => r.fi === fi);
  const columns = D.policies.map((_, p) => p).filter(p => own.some(r => cellOf(r, p)));
  const table = h('table', {class: 'matrix'},
    h('caption', {hidden: true}, f.n),
    h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, 'Scenario'),
      columns.map(p => h('th', {scope: 'col', class: 'p p' + p + (p === state.base ? ' isbase' : ''), title: D.policies[p][1]}, h('span', {}, policyName(p)))))));
  let rule = null;
  let body = null;
  f.groups = [];
  f.s.forEach(s => {
    if (body === null || s.r !== rule) {
      rule = s.r;
      body = h('tbody', {});
      if (rule) {
        body.append(h('tr', {class: 'rule'}, h('th', {colspan: columns.length + 1, scope: 'rowgroup'}, h('h3', {}, rule),
          h('div', {class: 'prose'}, paragraphs(f.r[rule] && f.r[rule].d)))));
      }
      table.append(body);
      f.groups.push(body);
    }
    const mine = own.filter(r => r.s === s);
    const outline = mine.length > 0 && mine[0].r.x;
    if (outline) {
      s.el = h('tr', {class: 'outline'}, h('th', {colspan: columns.length + 1, scope: 'rowgroup', class: 'name'}, s.n || '(no title)',
        h('div', {class: 'prose'}, paragraphs(s.d)), s.st.length ? h('div', {class: 'steps later'}) : ''));
      s.el.scenario = s;
      body.append(s.el);
    }
    mine.forEach(r => body.append(rowElement(r, columns, outline)));
  });
  f.el = h('section', {class: 'feature', id: 'f' + fi, 'aria-labelledby': 'f' + fi + 'h'},
    h('h2', {id: 'f' + fi + 'h', tabindex: -1}, f.n), where(f.p, 0), h('div', {class: 'prose'}, paragraphs(f.d)),
    h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Results of ' + f.n}, table));
  return f.el;
}

function build() {
  const list = byId('list');
  links.length = 0;
  list.replaceChildren(h('p', {class: 'empty', id: 'empty', hidden: true}, 'No scenario passes these filters. ',
    h('button', {type: 'button', onclick: reset}, 'Show all')));
  D.features.forEach((f, fi) => list.append(featureElement(f, fi)));
  if (state.show === 'full') {
    unfoldSteps();
  }
}

/** Steps of all scenarios are only made when somebody wants to see them. */
function unfoldSteps() {
  document.querySelectorAll('#list .steps.later').forEach(box => {
    const tr = box.closest('tr');
    const s = tr.scenario || tr.row.s;
    const f = tr.scenario ? D.features.find(x => x.s.includes(s)) : tr.row.f;
    box.classList.remove('later');
    box.append(steps(f, s, null));
  });
}

// ---------------------------------------------------------------- contents

function toc() {
  const nav = byId('toc');
  nav.replaceChildren();
  let folder = null;
  let list = null;
  D.features.forEach((f, fi) => {
    const parts = shortPath(f.p).split('/');
    const name = parts.length > 1 ? parts[parts.length - 2].replace(/_/g, ' ') : 'features';
    if (list === null || name !== folder) {
      folder = name;
      list = h('ol', {});
      nav.append(h('h2', {}, name), list);
    }
    f.count = h('span', {});
    f.toc = h('li', {}, h('a', {href: '#f' + fi, onclick: e => {
      e.preventDefault();
      close();
      f.el.scrollIntoView();
      byId('f' + fi + 'h').focus({preventScroll: true});
    }}, f.n, f.count));
    list.append(f.toc);
  });
}

// ---------------------------------------------------------------- filters

const filters = {};

function option(value, label) {
  return h('option', {value}, label);
}

function controls() {
  const form = byId('filters');
  form.addEventListener('submit', e => e.preventDefault());
  filters.query = h('input', {type: 'search', id: 'q', placeholder: 'Search  ( / )', 'aria-label': 'Search titles, steps, tags, rules and messages', autocomplete: 'off', oninput: later(apply)});
  form.append(filters.query);
  filters.verdicts = h('fieldset', {class: 'chips', 'aria-label': 'Verdicts'}, VERDICTS.map((v, i) => (D.counts[v]
    ? h('button', {type: 'button', class: 'chip v' + i, 'aria-pressed': 'true', onclick: e => {
      const on = state.off.delete(i) || !state.off.add(i);
      e.currentTarget.setAttribute('aria-pressed', String(on));
      apply();
    }}, GLYPHS[i] + ' ' + D.counts[v] + ' ' + v)
    : '')));
  form.append(filters.verdicts);
  const tags = new Map();
  rows.forEach(r => r.r.t.forEach(t => tags.set(text(t), (tags.get(text(t)) || 0) + 1)));
  filters.tag = h('select', {'aria-label': 'Tag', onchange: apply}, option('', 'any tag'), [...tags.keys()].sort().map(t => option(t, t + ' (' + tags.get(t) + ')')));
  if (tags.size) {
    form.append(filters.tag);
  }
  const machines = new Map();
  D.machines.forEach((m, i) => machines.set(m.n, [...(machines.get(m.n) || []), i]));
  filters.machine = h('select', {'aria-label': 'Machine', onchange: apply}, option('', 'any machine'), [...machines.keys()].sort().map(m => option(m, m)));
  filters.machineNumbers = machines;
  if (machines.size > 1) {
    form.append(filters.machine);
  }
  if (D.policies.length > 1) {
    filters.differs = h('input', {type: 'checkbox', onchange: apply});
    filters.base = h('select', {'aria-label': 'Compare with', onchange: () => {
      state.base = Number(filters.base.value);
      const from = state.row && [state.row, state.policy];
      build();
      apply();
      if (from) {
        open(from[0], from[1]);
      }
    }}, D.policies.map((p, i) => option(String(i), policyName(i))));
    form.append(h('label', {}, filters.differs, 'differs from'), filters.base);
    const boxes = D.policies.map((p, i) => h('label', {}, h('input', {type: 'checkbox', checked: true, onchange: e => {
      state.hidden[e.target.checked ? 'delete' : 'add'](i);
      columns();
      apply();
    }}), h('span', {}, policyName(i), h('small', {}, [p[1], p[2]].filter(x => x).join(', ')))));
    const all = on => () => {
      boxes.forEach((b, i) => {
        b.firstChild.checked = on;
        state.hidden[on ? 'delete' : 'add'](i);
      });
      columns();
      apply();
    };
    filters.policies = boxes;
    form.append(h('details', {class: 'menu'}, h('summary', {}, 'Columns'),
      h('div', {}, h('div', {class: 'bar'}, h('button', {type: 'button', onclick: all(true)}, 'All'), h('button', {type: 'button', onclick: all(false)}, 'None')), boxes)));
  }
  filters.show = h('select', {'aria-label': 'Show', onchange: () => show(filters.show.value)}, option('matrix', 'matrix only'), option('prose', 'with prose'), option('full', 'with steps'));
  filters.show.value = state.show;
  filters.theme = h('select', {'aria-label': 'Colours', onchange: () => {
    document.documentElement.setAttribute('data-theme', filters.theme.value);
  }}, option('auto', 'auto'), option('light', 'light'), option('dark', 'dark'));
  filters.shown = h('output', {id: 'shown', 'aria-live': 'polite'});
  form.append(filters.show, filters.theme, h('button', {type: 'button', onclick: () => byId('help').showModal()}, 'Keys'), filters.shown);
}

function later(f) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(f, 120);
  };
}

function show(how) {
  state.show = how;
  document.body.setAttribute('data-show', how);
  if (how === 'full') {
    unfoldSteps();
  }
}

/** Columns that are switched off; a rule for each in the page's own style sheet. */
function columns() {
  const sheet = document.styleSheets[0];
  while (sheet.cssRules.length && sheet.cssRules[sheet.cssRules.length - 1].selectorText && sheet.cssRules[sheet.cssRules.length - 1].selectorText.startsWith('.matrix .p')) {
    sheet.deleteRule(sheet.cssRules.length - 1);
  }
  state.hidden.forEach(p => sheet.insertRule('.matrix .p' + p + '{display:none!important}', sheet.cssRules.length));
}

function haystack(row) {
  if (row.hay === undefined) {
    const parts = [row.f.n, row.f.p, row.s.r, row.s.n, row.s.d, ...row.s.st.flat(4), ...Object.entries(row.r.x || {}).flat(), ...row.r.t.map(text)];
    row.r.c.forEach(c => {
      if (c >= 0) {
        parts.push(text(D.cells[c].m));
        decisionsOf(D.cells[c]).forEach(d => parts.push(text(d[9])));
      }
    });
    row.hay = parts.join('\n').toLowerCase();
  }
  return row.hay;
}

function passes(row, words, tag, machines) {
  if (tag && !row.r.t.some(t => text(t) === tag)) {
    return false;
  }
  const cells = row.r.c.map((c, p) => (c < 0 || state.hidden.has(p) ? null : D.cells[c]));
  if (machines && !cells.some(c => c && machines.includes(c.h))) {
    return false;
  }
  if (!cells.some(c => c && !state.off.has(c.v))) {
    return false;
  }
  if (filters.differs && filters.differs.checked) {
    const base = cellOf(row, state.base);
    if (!cells.some(c => differs(c, base))) {
      return false;
    }
  }
  return words.every(w => haystack(row).includes(w));
}

function apply() {
  const words = filters.query.value.toLowerCase().split(/\s+/).filter(w => w);
  const machines = filters.machine.value ? filters.machineNumbers.get(filters.machine.value) : null;
  let shown = 0;
  rows.forEach(row => {
    row.visible = passes(row, words, filters.tag.value, machines);
    row.el.hidden = !row.visible;
    shown += row.visible ? 1 : 0;
  });
  D.features.forEach((f, fi) => {
    const own = rows.filter(r => r.fi === fi);
    const visible = own.filter(r => r.visible);
    f.el.hidden = !visible.length;
    f.toc.hidden = !visible.length;
    f.s.forEach(s => {
      if (s.el) {
        s.el.hidden = !visible.some(r => r.s === s);
      }
    });
    f.groups.forEach(body => {
      body.hidden = ![...body.children].some(tr => tr.row && !tr.hidden);
    });
    const failed = visible.filter(r => r.r.c.some(c => c >= 0 && VERDICTS[D.cells[c].v] === 'failed')).length;
    f.count.replaceChildren(failed ? h('span', {class: 'bad'}, failed + ' ✗') : '', failed ? ' / ' : '', String(visible.length));
    f.count.title = say(visible.length, 'scenario') + (failed ? ', ' + failed + ' with failures' : '');
  });
  byId('empty').hidden = shown > 0;
  filters.shown.textContent = shown === rows.length ? say(shown, 'scenario') : shown + ' of ' + say(rows.length, 'scenario');
  rove(links.find(a => !a.row.el.hidden && !state.hidden.has(a.policy)));
}

function reset() {
  filters.query.value = '';
  filters.tag.value = '';
  filters.machine.value = '';
  if (filters.differs) {
    filters.differs.checked = false;
    filters.policies.forEach(b => { b.firstChild.checked = true; });
  }
  state.off.clear();
  state.hidden.clear();
  filters.verdicts.querySelectorAll('button').forEach(b => b.setAttribute('aria-pressed', 'true'));
  columns();
  apply();
}

// ---------------------------------------------------------------- keyboard in the matrix

let stop = null;

/** One cell at a time can be reached by tabulator; arrows go on from there. */
function rove(a) {
  if (stop) {
    stop.tabIndex = -1;
  }
  stop = a || null;
  if (stop) {
    stop.tabIndex = 0;
  }
}

function arrow(a, dx, dy) {
  if (dx) {
    const all = [...a.row.el.querySelectorAll('a.c')].filter(x => !state.hidden.has(x.policy));
    return all[all.indexOf(a) + dx];
  }
  for (let i = a.row.index + dy; i >= 0 && i < rows.length; i += dy) {
    if (rows[i].visible) {
      const all = [...rows[i].el.querySelectorAll('a.c')].filter(x => !state.hidden.has(x.policy));
      const near = all.filter(x => x.policy <= a.policy);
      if (all.length) {
        return near.length ? near[near.length - 1] : all[0];
      }
    }
  }
  return null;
}

function keys(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) {
    return;
  }
  const at = e.target;
  const isTyping = at.matches('input[type=search],select,textarea');
  if (e.key === 'Escape') {
    if (isTyping && at === filters.query && filters.query.value) {
      return;
    }
    if (state.row) {
      e.preventDefault();
      close();
    }
    return;
  }
  if (isTyping) {
    if (e.key === 'Enter' && at === filters.query && stop) {
      e.preventDefault();
      apply();
      if (stop) {
        stop.focus();
      }
    }
    return;
  }
  const moves = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  if (moves[e.key] && at.classList.contains('c')) {
    const next = arrow(at, ...moves[e.key]);
    if (next) {
      e.preventDefault();
      rove(next);
      next.focus();
    }
    return;
  }
  const actions = {
    '/': () => { filters.query.focus(); filters.query.select(); },
    '?': () => byId('help').showModal(),
    j: () => go(1), k: () => go(-1), l: () => turn(1), h: () => turn(-1),
  };
  if (actions[e.key]) {
    e.preventDefault();
    actions[e.key]();
  }
}

/** The next or previous scenario that passes the filters. */
function go(by) {
  for (let i = (state.row ? state.row.index : by > 0 ? -1 : rows.length) + by; i >= 0 && i < rows.length; i += by) {
    if (rows[i].visible) {
      location.hash = hashOf(rows[i], cellOf(rows[i], state.policy) ? state.policy : firstPolicy(rows[i]));
      return;
    }
  }
}

/** The next or previous policy. */
function turn(by) {
  if (state.row) {
    for (let p = state.policy + by; p >= 0 && p < D.policies.length; p += by) {
      if (cellOf(state.row, p)) {
        location.hash = hashOf(state.row, p);
        return;
      }
    }
  }
}

// ---------------------------------------------------------------- machine

/** The CPUs of a kernel CPU list. */
function cpuList(list) {
  const cpus = [];
  if (list) {
    for (const part of list.split(',')) {
      const [from, to] = part.split('-').map(Number);
      for (let cpu = from; cpu <= (to === undefined ? from : to); cpu++) {
        cpus.push(cpu);
      }
    }
  }
  return cpus;
}

/** The parts of a machine, one inside the other; equal parts are one box. */
function machineTree(m) {
  if (m.tree) {
    return m.tree;
  }
  const group = {};
  const members = {};
  for (const kind of GROUPS) {
    group[kind] = new Array(m.c);
    members[kind] = m[kind] ? m[kind].map(cpuList) : Array.from({length: m.c}, (_, i) => [i]);
    members[kind].forEach((cpus, i) => cpus.forEach(cpu => { group[kind][cpu] = i; }));
  }
  const inside = (a, b) => members[a].every(cpus => cpus.every(cpu => group[b][cpu] === group[b][cpus[0]]));
  const nodesInside = inside('nodes', 'packages');
  const kinds = [];
  if (nodesInside) {
    kinds.push('packages');
  }
  kinds.push('nodes');
  if (!nodesInside && inside('packages', 'nodes')) {
    kinds.push('packages');
  }
  kinds.push('llcs', 'clusters', 'cores');
  const word = {packages: 'package', nodes: 'node', llcs: 'LLC', clusters: 'cluster', cores: 'core', machine: 'machine'};
  const split = (kind, cpus) => {
    const found = new Map();
    cpus.forEach(cpu => found.set(group[kind][cpu], [...(found.get(group[kind][cpu]) || []), cpu]));
    return [...found.entries()];
  };
  const box = (kind, label, cpus, inner) => {
    let name = label;
    let is = kind;
    for (let i = 0; i < inner.length; i++) {
      const next = inner[i];
      const parts = split(next, cpus);
      const onlyCores = next === 'clusters' && parts.every(([, p]) => p.length === members.cores[group.cores[p[0]]].length);
      if (parts.length > 1) {
        if (onlyCores) {
          continue;
        }
        const single = next === 'cores' && parts.length === cpus.length;
        return {kind: is, label: name, cpus, parts: single ? [] : parts.map(([n, p]) => box(next, word[next] + ' ' + n, p, inner.slice(i + 1)))};
      }
      if (onlyCores || (next === 'cores' && cpus.length === 1)) {
        continue;
      }
      name += (name === 'machine' ? ': ' : ', ') + word[next] + ' ' + parts[0][0];
      is = is === 'machine' ? next : is;
    }
    return {kind: is, label: name, cpus, parts: []};
  };
  m.tree = box('machine', 'machine', Array.from({length: m.c}, (_, i) => i), kinds);
  return m.tree;
}

const round = v => Math.round(v * 10) / 10;

/** The machine, the state of its CPUs and a placement; state is told by form as well as by colour. */
function machineSvg(m, d, other) {
  const n = m.c;
  const font = n <= 32 ? 14 : n <= 128 ? 12 : 11;
  const digits = Math.max(2, String(n - 1).length);
  const cw = Math.round(font * (0.66 * digits + 1.3));
  const ch = Math.round(font * 2.5);
  const gap = n <= 32 ? 8 : n <= 128 ? 6 : 5;
  const header = b => (b.kind !== 'cores' && (b.kind !== 'machine' || !b.parts.length) ? font + 8 : 0);
  const padding = b => (b.kind === 'cores' ? 2 : gap);
  const columns = (count, w, hh) => {
    let best = 1;
    let least = Infinity;
    for (let c = 1; c <= count; c++) {
      const r = Math.ceil(count / c);
      const cost = Math.abs(Math.log(c * w / (r * hh) / 1.9)) + 3 * (r * c - count) / count;
      if (cost < least - 1e-9) {
        least = cost;
        best = c;
      }
    }
    return best;
  };
  const lay = b => {
    const laid = {b, parts: b.parts.map(lay)};
    const pad = padding(b);
    const leaf = !b.parts.length;
    const w = leaf ? cw : Math.max(...laid.parts.map(p => p.w));
    const hh = leaf ? ch : Math.max(...laid.parts.map(p => p.h));
    const between = leaf ? (b.kind === 'cores' ? 2 : 4) : b.parts[0].kind === 'cores' ? 4 : gap;
    const count = leaf ? b.cpus.length : b.parts.length;
    laid.columns = b.kind === 'cores' ? count : columns(count, w + between, hh + between);
    const lines = Math.ceil(count / laid.columns);
    laid.parts.forEach((p, i) => {
      p.x = pad + (i % laid.columns) * (w + between);
      p.y = header(b) + pad + Math.floor(i / laid.columns) * (hh + between);
    });
    laid.w = Math.max(2 * pad + laid.columns * (w + between) - between, header(b) ? (font - 1) * 0.58 * b.label.length + 2 * gap : 0);
    laid.h = header(b) + 2 * pad + lines * (hh + between) - between;
    return laid;
  };
  const root = lay(machineTree(m));
  const known = d && d.busy !== null;
  const busy = new Set(known ? cpuList(d.busy) : []);
  const off = new Set(cpuList(m.offline));
  const iso = new Set(cpuList(m.isolated));
  const probed = new Set();
  if (d) {
    d.ladder.map(rung).forEach(r => {
      for (let i = 0; i < r.probes.length; i += 3) {
        for (let cpu = r.probes[i]; cpu <= r.probes[i + 1]; cpu++) {
          probed.add(cpu);
        }
      }
    });
  }
  const label = d ? d.waker + ' on CPU ' + d.thisCpu + ' wakes ' + d.task + ' from CPU ' + d.prev + ' to CPU ' + d.cpu + ' on ' + m.n : m.n;
  const svg = g('svg', {viewBox: '0 0 ' + round(root.w + 4) + ' ' + round(root.h + 4), width: round(root.w + 4), height: round(root.h + 4), role: 'img', 'aria-label': label});
  const marks = g('g', {});
  const cell = (cpu, x, y) => {
    const kind = off.has(cpu) ? 'off' : iso.has(cpu) ? (busy.has(cpu) ? 'isob' : 'iso') : busy.has(cpu) ? 'busy' : known ? 'idle' : 'unk';
    svg.append(g('g', {}, g('title', {}, 'CPU ' + cpu + (off.has(cpu) ? ', offline' : known ? (busy.has(cpu) ? ', busy' : ', idle') : '') + (iso.has(cpu) ? ', isolated' : '') + (probed.has(cpu) ? ', probed' : '')),
      g('rect', {class: kind, x: round(x), y: round(y), width: cw, height: ch, rx: 3}),
      off.has(cpu) ? g('path', {class: 'xx', d: 'M' + round(x + 3) + ' ' + round(y + 3) + 'L' + round(x + cw - 3) + ' ' + round(y + ch - 3)}) : '',
      g('text', {class: off.has(cpu) ? 'offn' : '', x: round(x + cw / 2), y: round(y + font * 1.15), 'font-size': font, 'text-anchor': 'middle'}, String(cpu)),
      probed.has(cpu) ? g('circle', {class: 'dot', cx: round(x + cw - font * 0.36), cy: round(y + font * 0.36), r: round(font * 0.24)}) : ''));
    if (!d) {
      return;
    }
    const letters = [];
    const mark = (on, letter, css, grow) => {
      if (on) {
        marks.append(g('rect', {class: 'm' + css, x: round(x - grow), y: round(y - grow), width: round(cw + 2 * grow), height: round(ch + 2 * grow), rx: 3}));
        letters.push([letter, 't' + css]);
      }
    };
    mark(cpu === d.cpu, 'C', 'c', 1);
    mark(other && other.cpu !== d.cpu && cpu === other.cpu, 'B', 'b', 1);
    mark(cpu === d.prev, 'P', 'p', -1.5);
    mark(cpu === d.thisCpu, 'W', 'w', -1.5);
    letters.reverse().forEach(([letter, css], i) => marks.append(g('text', {class: css, x: round(x + cw / 2 + (i - (letters.length - 1) / 2) * font * 0.85),
      y: round(y + font * 2.15), 'font-size': round(font * 0.88), 'text-anchor': 'middle'}, letter)));
  };
  const draw = (laid, x, y, depth) => {
    const b = laid.b;
    svg.append(g('rect', {class: b.kind === 'cores' ? 'core' : depth % 2 ? 'b1' : 'b0', x: round(x), y: round(y), width: round(laid.w), height: round(laid.h), rx: b.kind === 'cores' ? 3 : 5}));
    if (header(b)) {
      svg.append(g('text', {class: 'l', x: round(x + padding(b)), y: round(y + font + 3), 'font-size': font - 1}, b.label));
    }
    laid.parts.forEach(p => draw(p, x + p.x, y + p.y, depth + 1));
    if (!laid.parts.length) {
      const between = b.kind === 'cores' ? 2 : 4;
      b.cpus.forEach((cpu, i) => cell(cpu, x + padding(b) + (i % laid.columns) * (cw + between),
        y + header(b) + padding(b) + Math.floor(i / laid.columns) * (ch + between)));
    }
  };
  draw(root, 2, 2, 0);
  svg.append(marks);
  return {svg, has: {busy: busy.size, iso: iso.size, off: off.size, probed: probed.size, known, other: other && d && other.cpu !== d.cpu}};
}

function legend(has, d, other) {
  const item = (words, ...inside) => h('li', {}, g('svg', {width: 24, height: 18, 'aria-hidden': 'true'}, inside), words);
  const rect = (css, x, y, w, hh) => g('rect', {class: css, x, y, width: w, height: hh, rx: 3});
  const mark = (words, css) => item(words, rect('idle', 2, 2, 20, 14), rect('m' + css, 3, 3, 18, 12));
  return h('ul', {class: 'legend'},
    has.known ? item('idle', rect('idle', 1, 1, 22, 16)) : '',
    has.busy ? item('busy', rect('busy', 1, 1, 22, 16)) : '',
    has.iso ? item('isolated', rect('iso', 1, 1, 22, 16)) : '',
    has.off ? item('offline', rect('off', 1, 1, 22, 16), g('path', {class: 'xx', d: 'M4 4L20 14'})) : '',
    d ? [mark('W waker', 'w'), mark('P previous', 'p'), mark('C chosen', 'c')] : '',
    has.other ? mark('B chosen by ' + other, 'b') : '',
    has.probed ? item('probed', rect('idle', 1, 1, 22, 16), g('circle', {class: 'dot', cx: 18, cy: 6, r: 3.5})) : '');
}

function machineFigure(m, d, other, otherName) {
  const {svg, has} = machineSvg(m, d, other);
  const box = h('div', {class: 'pic', tabindex: 0, role: 'group', 'aria-label': 'Picture of the machine'}, svg);
  const size = h('button', {type: 'button', class: 'noprint', onclick: () => {
    const big = box.classList.toggle('big');
    size.textContent = big ? 'Fit' : 'Full size';
  }}, 'Full size');
  return h('figure', {}, box, legend(has, d, otherName), h('figcaption', {}, m.n + (m.n === m.s ? '' : ': ' + m.s), m.capacities ? '; capacity ' + Object.entries(m.capacities).map(([c, list]) => c + ' on CPUs ' + list).join(', ') : '', ' ', m.c > 64 ? size : ''));
}

// ---------------------------------------------------------------- ladder

function probesText(p) {
  const parts = [];
  for (let i = 0; i < p.length; i += 3) {
    parts.push((p[i] === p[i + 1] ? 'CPU ' + p[i] : 'CPUs ' + p[i] + '-' + p[i + 1]) + (p[i + 2] ? ' idle' : ' busy'));
  }
  return parts.join(', ');
}

function sawText(r) {
  const parts = [];
  for (let i = 0; i < r.saw.length; i += 2) {
    parts.push(text(r.saw[i]) + ' ' + text(r.saw[i + 1]));
  }
  if (r.probes.length) {
    parts.push('probed ' + probesText(r.probes));
  }
  return parts.join(', ');
}

function finalRung(d) {
  for (let i = d.ladder.length - 1; i >= 0; i--) {
    const r = rung(d.ladder[i]);
    if (r.rule && d.by.endsWith(r.rule)) {
      return i;
    }
  }
  return -1;
}

function ladder(d, other) {
  const final = finalRung(d);
  const theirs = other ? new Set(other.ladder) : null;
  return h('ol', {class: 'ladder'}, d.ladder.map((number, i) => {
    const r = rung(number);
    const saw = sawText(r);
    const changed = theirs && !theirs.has(number);
    return h('li', {class: (i === final ? 'final' : r.rule ? 'rule' : '') + (changed ? ' differs' : '')},
      h('div', {class: 'd' + Math.min(4, r.depth)}, h('span', {class: 'rn'}, r.name), ' ', D.questions[r.name] || '', r.answer ? [' ', h('b', {}, r.answer)] : '',
        saw ? h('div', {class: 'saw'}, 'saw ' + saw) : '',
        r.rule ? h('div', {class: 'dec'}, (i === final ? '▶ decided: ' : 'decided: ') + r.rule + (r.cpu >= 0 ? ' → CPU ' + r.cpu : '')) : ''));
  }));
}

function headline(d) {
  if (d.flags.includes('WF_EXEC')) {
    return d.task + ' on CPU ' + d.thisCpu + ' calls exec';
  }
  if (d.flags.includes('WF_FORK')) {
    return d.waker + ' on CPU ' + d.thisCpu + ' forks ' + d.task;
  }
  const flags = d.flags.split(' ').filter(f => f === 'WF_SYNC' || f === 'WF_CURRENT_CPU');
  return d.waker + ' on CPU ' + d.thisCpu + ' (' + d.context + ') wakes ' + d.task + ', last on CPU ' + d.prev + (flags.length ? ', with ' + flags.join(' and ') : ', not sync');
}

function outcome(d) {
  const final = finalRung(d);
  const rule = final >= 0 ? rung(d.ladder[final]).rule : '';
  return h('p', {class: 'verdict'}, '→ ', h('b', {}, 'CPU ' + d.cpu), ' by ', h('span', {class: 'mono'}, d.by), D.meanings[rule] ? ': ' + D.meanings[rule] : '',
    d.path === 'fallback' && d.selected >= 0 ? ', after select_fallback_rq(): the policy chose CPU ' + d.selected + ', which the task cannot use' : '');
}

function decisionBody(row, cell, d, other, otherName) {
  const queued = {direct: '; enqueued by the waking CPU', wakelist: '; put on the wake list of CPU ' + d.cpu}[d.queued] || '';
  const same = other && other.cpu === d.cpu && other.by === d.by;
  return [outcome(d),
    h('p', {class: 'dim'}, 'core path: ' + d.path + '; ' + say(d.scanned, 'CPU') + ' examined' + queued),
    cell.h !== undefined ? machineFigure(D.machines[cell.h], d, other, otherName) : '',
    d.ladder.length ? [h('h4', {}, 'Decision ladder'), ladder(d, same ? null : other)] : '',
    other ? (same
      ? h('p', {class: 'dim'}, otherName + ' decides the same.')
      : h('details', {class: 'more'}, h('summary', {}, otherName + ': CPU ' + other.cpu + ' by ', h('span', {class: 'mono'}, other.by)),
        other.ladder.length ? ladder(other, d) : ''))
      : ''];
}

function decisions(row, cell, base, baseName) {
  const all = decisionsOf(cell).map(decision);
  const others = base ? decisionsOf(base).map(decision) : [];
  if (!all.length) {
    return [];
  }
  const unsaid = D.decisions[cell.d].u.map(text);
  return [h('h3', {}, all.length === 1 ? 'Decision' : all.length + ' decisions'),
    all.map((d, i) => {
      if (all.length === 1) {
        return [h('p', {}, headline(d)), decisionBody(row, cell, d, others[i], baseName)];
      }
      const box = h('details', {class: 'more'}, h('summary', {}, (i + 1) + '. ' + headline(d) + ' → ', h('b', {}, 'CPU ' + d.cpu)));
      const fill = () => {
        if (box.children.length === 1) {
          add(box, decisionBody(row, cell, d, others[i], baseName));
        }
      };
      box.addEventListener('toggle', fill);
      if (i === all.length - 1) {
        box.open = true;
        fill();
      }
      return box;
    }),
    unsaid.length ? h('details', {class: 'more'}, h('summary', {}, 'Left unsaid, filled in by default'), h('ul', {}, unsaid.map(u => h('li', {}, u)))) : ''];
}

// ---------------------------------------------------------------- time

function duration(ns) {
  const units = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']];
  for (const [size, unit] of units) {
    if (ns >= size) {
      const v = ns / size;
      return (v >= 100 ? v.toFixed(0) : v >= 10 ? v.toFixed(1) : v.toFixed(2)).replace(/\.0+$|(\.\d*?)0+$/, '$1') + ' ' + unit;
    }
  }
  return Math.round(ns) + ' ns';
}

/** A step for an axis: 1, 2 or 5 times a power of ten. */
function tickStep(span, most) {
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
}

function intervals(flat) {
  const list = [];
  let start = 0;
  for (let i = 0; i < flat.length; i += 4) {
    start += flat[i + 2];
    list.push({cpu: flat[i], task: flat[i + 1], start, end: start + flat[i + 3]});
  }
  return list;
}

/** Waiting tasks of one CPU side by side, each in the first slot that is free. */
function stack(waits, most) {
  const ends = [];
  waits.forEach(w => {
    let slot = ends.findIndex(end => end <= w.start);
    slot = slot < 0 ? ends.length : slot;
    ends[slot] = w.end;
    w.slot = Math.min(slot, most - 1);
  });
  return Math.min(most, ends.length);
}

function timelineFigure(t, colours, name) {
  const span = Math.max(1, t.until - t.from);
  const running = intervals(t.r);
  const waiting = intervals(t.w);
  const cpus = [...new Set([...running, ...waiting].map(i => i.cpu))].sort((a, b) => a - b);
  const lanes = cpus.slice(0, 64);
  const left = 52;
  const width = 900;
  const x = ns => left + ns / span * (width - left - 4);
  const bar = 16;
  const svg = g('svg', {role: 'img', 'aria-label': 'Run queues over time under ' + name + ': ' + say(cpus.length, 'CPU') + ', ' + say(t.tasks.length, 'task')});
  const body = g('g', {});
  let y = 22;
  lanes.forEach(cpu => {
    const mine = waiting.filter(w => w.cpu === cpu);
    const deep = stack(mine, 8);
    const high = bar + (deep ? 2 + deep * 4 : 0);
    body.append(g('rect', {class: 'lane', x: left, y, width: width - left - 4, height: high}),
      g('text', {x: left - 6, y: y + 12, 'font-size': 12, 'text-anchor': 'end'}, 'CPU ' + cpu));
    running.filter(r => r.cpu === cpu).forEach(r => {
      const w = Math.max(0.5, x(r.end) - x(r.start));
      const task = t.tasks[r.task];
      body.append(g('rect', {class: 'k' + colours(task), x: round(x(r.start)), y, width: round(w), height: bar},
        g('title', {}, task + ' ran ' + duration(r.end - r.start) + ' on CPU ' + cpu + ' from ' + duration(r.start))));
      if (w > task.length * 7 + 6) {
        body.append(g('text', {class: 'on', x: round(x(r.start) + w / 2), y: y + 12, 'font-size': 11, 'text-anchor': 'middle'}, task));
      }
    });
    mine.forEach(r => body.append(g('rect', {class: 'wait k' + colours(t.tasks[r.task]), x: round(x(r.start)), y: y + bar + 2 + r.slot * 4, width: round(Math.max(0.5, x(r.end) - x(r.start))), height: 3},
      g('title', {}, t.tasks[r.task] + ' waited ' + duration(r.end - r.start) + ' on CPU ' + cpu + ' from ' + duration(r.start)))));
    y += high + 5;
  });
  const by = tickStep(span, 8);
  for (let at = 0; at <= span; at += by) {
    svg.append(g('path', {class: 'grid', d: 'M' + round(x(at)) + ' 18V' + round(y)}),
      g('text', {class: 'l', x: round(x(at)), y: 12, 'font-size': 11, 'text-anchor': at === 0 ? 'start' : x(at) > width - 40 ? 'end' : 'middle'}, at === 0 ? '0' : duration(at)));
  }
  svg.append(body);
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + round(y + 2));
  svg.setAttribute('width', width);
  svg.setAttribute('height', round(y + 2));
  const idle = running.reduce((sum, r) => sum + r.end - r.start, 0);
  return h('figure', {}, h('div', {class: 'pic', tabindex: 0, role: 'group', 'aria-label': 'Timeline'}, svg),
    h('figcaption', {}, name + ': ' + duration(span) + ' from ' + duration(t.from) + ' of virtual time'
      + (t.end > t.until ? ', the first part of ' + duration(t.end - t.from) + ' measured' : '')
      + '; ' + say(lanes.length, 'CPU') + ' that had tasks, busy ' + Math.round(100 * idle / span / Math.max(1, cpus.length)) + ' % of the time'
      + (cpus.length > lanes.length ? ' (of ' + cpus.length + ')' : '') + '. Thin bars below a CPU are tasks that wait in its run queue.'));
}

function timelines(cell, base, name, baseName) {
  if (cell.t === undefined) {
    return [];
  }
  const mine = D.timelines[cell.t];
  const theirs = base && base.t !== undefined && base.t !== cell.t ? D.timelines[base.t] : null;
  // copies of one task share a colour
  const group = task => task.replace(/-\d+$/, '');
  const names = [...new Set([...mine.tasks, ...(theirs ? theirs.tasks : [])].map(group))];
  const colours = task => names.indexOf(group(task)) % 10;
  return [h('h3', {}, 'Run queues over time'), timelineFigure(mine, colours, name),
    theirs ? timelineFigure(theirs, colours, baseName) : base && base.t === cell.t ? h('p', {class: 'dim'}, 'The same under ' + baseName + '.') : '',
    h('ul', {class: 'legend'}, names.slice(0, 20).map((n, i) => h('li', {}, g('svg', {width: 14, height: 14, 'aria-hidden': 'true'}, g('rect', {class: 'k' + i % 10, width: 14, height: 14, rx: 2})), n)),
      names.length > 20 ? h('li', {}, 'and ' + (names.length - 20) + ' more') : '')];
}

// ---------------------------------------------------------------- measurements

/** Share of samples by eighth of a power of two. */
function shares(hist) {
  const bins = new Map();
  const buckets = hist[4];
  for (let i = 0; i < buckets.length; i += 3) {
    const middle = Math.max(1, (buckets[i] + buckets[i + 1] / 2) * hist[1]);
    const bin = Math.floor(Math.log2(middle) * 4);
    bins.set(bin, (bins.get(bin) || 0) + buckets[i + 2] / hist[2]);
  }
  return bins;
}

function outline(bins, from, to, x, y) {
  let d = 'M' + round(x(from)) + ' ' + round(y(0));
  for (let b = from; b <= to; b++) {
    const v = bins.get(b) || 0;
    d += 'V' + round(y(v)) + 'H' + round(x(b + 1));
  }
  return d + 'V' + round(y(0));
}

function histogramSvg(mine, theirs, label) {
  const a = shares(mine);
  const b = theirs ? shares(theirs) : new Map();
  const all = [...a.keys(), ...b.keys()];
  // at least four octaves, so that there is something to read on the axis
  const spare = Math.max(1, Math.ceil((16 - (Math.max(...all) - Math.min(...all))) / 2));
  const from = Math.min(...all) - spare;
  const to = Math.max(...all) + spare;
  const most = Math.max(...a.values(), ...b.values());
  const width = 440;
  const height = 170;
  const x = bin => 44 + (bin - from) / (to + 1 - from) * (width - 54);
  const y = v => height - 26 - v / most * (height - 40);
  const svg = g('svg', {viewBox: '0 0 ' + width + ' ' + height, width, height, role: 'img', 'aria-label': label});
  for (const share of [0.5, 1]) {
    svg.append(g('path', {class: 'grid', d: 'M44 ' + round(y(share * most)) + 'H' + (width - 10)}),
      g('text', {class: 'l', x: 40, y: round(y(share * most) + 4), 'font-size': 11, 'text-anchor': 'end'}, Math.round(1000 * share * most) / 10 + ' %'));
  }
  let last = -100;
  for (let power = Math.ceil(from / 4 / Math.log2(10)); power <= (to + 1) / 4 / Math.log2(10); power++) {
    for (const f of [1, 2, 5]) {
      const at = x(Math.log2(f * 10 ** power) * 4);
      if (at >= 44 && at <= width - 10 && at - last > 46) {
        last = at;
        svg.append(g('path', {class: 'axis', d: 'M' + round(at) + ' ' + (height - 26) + 'v4'}),
          g('text', {class: 'l', x: round(at), y: height - 9, 'font-size': 11, 'text-anchor': at > width - 30 ? 'end' : 'middle'}, duration(f * 10 ** power)));
      }
    }
  }
  svg.append(g('path', {class: 'axis', d: 'M44 ' + (height - 26) + 'H' + (width - 10)}), g('path', {class: 'h1', d: outline(a, from, to, x, y)}));
  if (theirs) {
    svg.append(g('path', {class: 'h2', d: outline(b, from, to, x, y)}));
  }
  return svg;
}

const judged = (percent, moreIsBetter) => ((percent > 0) === moreIsBetter ? 'better' : 'worse');

function change(mine, theirs, moreIsBetter) {
  if (theirs === undefined || theirs === null) {
    return '';
  }
  if (mine === theirs) {
    return '=';
  }
  if (!theirs) {
    return 'new';
  }
  const percent = 100 * (mine - theirs) / Math.abs(theirs);
  if (Math.abs(percent) < 0.05) {
    return '≈';
  }
  const words = (percent > 0 ? '+' : '−') + Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0) + ' %';
  return moreIsBetter === undefined ? words : h('span', {class: judged(percent, moreIsBetter)}, words + ' ' + judged(percent, moreIsBetter));
}

function figuresTable(head, lines, name, baseName, label) {
  return h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label || head}, h('table', {class: 'figs'},
    h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, head), h('th', {scope: 'col'}, name), baseName ? [h('th', {scope: 'col'}, baseName), h('th', {scope: 'col'}, 'change')] : '')),
    h('tbody', {}, lines.map(([what, mine, theirs, delta]) => h('tr', {}, h('th', {scope: 'row'}, what), h('td', {}, mine), baseName ? [h('td', {}, theirs), h('td', {}, delta)] : '')))));
}

const number = v => (Number.isInteger(v) ? v.toLocaleString('en') : v >= 1000 ? Math.round(v).toLocaleString('en') : v.toPrecision(4));

function pairs(flat) {
  const map = new Map();
  for (let i = 0; i < flat.length; i += 2) {
    map.set(text(flat[i]), flat[i + 1]);
  }
  return map;
}

function measured(cell, base, name, baseName) {
  if (cell.q === undefined) {
    return [];
  }
  const mine = D.measured[cell.q];
  const theirs = base && base.q !== undefined && base.q !== cell.q ? D.measured[base.q] : null;
  const against = theirs ? baseName : '';
  const out = [h('h3', {}, 'Measured'), h('p', {class: 'dim'}, (mine.p ? mine.p + '; ' : '') + duration(mine.ns) + ' of virtual time', base && base.q === cell.q ? '. The same under ' + baseName + ', to the last count.' : '')];
  if (mine.f.length) {
    out.push(figuresTable('Figure', mine.f.map(([what, value, more]) => {
      const other = theirs && theirs.f.find(f => f[0] === what);
      return [what, number(value), other ? number(other[1]) : '', other ? change(value, other[1], Boolean(more)) : ''];
    }), name, against));
  }
  const more = h('details', {class: 'more'}, h('summary', {}, say(mine.h.length - 3, 'more histogram')));
  mine.h.forEach((hist, i) => {
    const what = text(hist[0]);
    const other = theirs && theirs.h.find(x => text(x[0]) === what);
    const p = pairs(hist[3]);
    const q = other ? pairs(other[3]) : new Map();
    const label = k => ({0: 'min', 100: 'max'}[k] || 'p' + k);
    const parts = [hist[2] < 8 ? '' : h('figure', {}, h('div', {class: 'pic', tabindex: 0, role: 'group', 'aria-label': 'Histogram'}, histogramSvg(hist, other, what + ' under ' + name + (other ? ' and ' + baseName : ''))),
      h('ul', {class: 'legend'}, h('li', {}, g('svg', {width: 24, height: 14, 'aria-hidden': 'true'}, g('rect', {class: 'h1', x: 1, y: 1, width: 22, height: 12})), name + ', ' + number(hist[2]) + ' samples'),
        other ? h('li', {}, g('svg', {width: 24, height: 14, 'aria-hidden': 'true'}, g('path', {class: 'h2', d: 'M1 12V2H23V12'})), baseName + ', ' + number(other[2]) + ' samples') : '')),
    figuresTable('Percentile', [...p.entries()].map(([k, v]) => [label(k), duration(v * hist[1]), q.has(k) ? duration(q.get(k) * other[1]) : '', q.has(k) && k !== '0' ? change(v * hist[1], q.get(k) * other[1], false) : '']), name, other ? baseName : '', 'Percentiles of ' + what)];
    const shown = [h('h4', {}, what.charAt(0).toUpperCase() + what.slice(1)), h('div', {class: 'pair'}, parts)];
    if (i < 3 || mine.h.length === 4) {
      out.push(shown);
    } else {
      add(more, shown);
    }
  });
  if (more.children.length > 1) {
    out.push(more);
  }
  const counted = pairs(mine.c);
  const before = theirs ? pairs(theirs.c) : new Map();
  const names = [...new Set([...counted.keys(), ...before.keys()])].sort();
  if (names.length) {
    out.push(h('details', {class: 'more'}, h('summary', {}, say(names.length, 'counter')), figuresTable('Counter', names.map(n => [h('span', {class: 'mono'}, n), number(counted.get(n) || 0), theirs ? number(before.get(n) || 0) : '',
      theirs ? change(counted.get(n) || 0, before.get(n) || 0) : '']), name, against)));
  }
  return out;
}

// Means over seeds; a scenario that itself compares with another policy brings that one's figures along.
function overSeeds(cell, base, name, baseName) {
  if (cell.g === undefined) {
    return [];
  }
  const mine = D.figures[cell.g];
  const brought = cell.i === undefined ? null : D.figures[cell.i];
  const theirs = base && base.g !== undefined ? (base.g === cell.g ? null : D.figures[base.g]) : brought;
  if (mine.n < 2 && !brought) {
    return [];
  }
  const value = f => number(f[1]) + (f[2] ? ' ± ' + number(f[2]) : '');
  const head = 'Over ' + say(mine.n, 'seed');
  return [h('h3', {}, head), figuresTable('Figure', mine.f.map(f => {
    const other = theirs && theirs.f.find(x => x[0] === f[0]);
    return [/ p[\d.]+$/.test(f[0]) ? f[0] + ' (us)' : f[0], value(f), other ? value(other) : '', other ? change(f[1], other[1], Boolean(f[3])) : ''];
  }), name, theirs ? theirs.p || baseName : '', head)];
}

// ---------------------------------------------------------------- detail

function others(cell) {
  return (cell.o || []).map(([name, content, image]) => {
    const body = text(content);
    return h('details', {class: 'more', open: !image && body.length < 3000 && !body.startsWith('{') && text(name) !== 'events'}, h('summary', {}, text(name)),
      image ? h('img', {src: body, alt: text(name)}) : h('pre', {tabindex: 0}, body));
  });
}

function detail(row, p) {
  const cell = cellOf(row, p);
  const base = p === state.base ? null : cellOf(row, state.base);
  const name = policyName(p);
  const baseName = policyName(state.base);
  const title = h('h2', {tabindex: -1, id: 'detail-title'}, row.s.n || '(no title)');
  const box = byId('detail');
  box.replaceChildren();
  add(box, [
    h('div', {class: 'bar'}, h('button', {type: 'button', onclick: () => go(-1), title: 'Previous scenario (k)'}, '↑ Previous'), h('button', {type: 'button', onclick: () => go(1), title: 'Next scenario (j)'}, '↓ Next'),
      h('button', {type: 'button', class: 'x', onclick: close, title: 'Close (Esc)'}, '✕ Close')),
    h('p', {class: 'dim'}, row.f.n, row.s.r ? ' › ' + row.s.r : '', ' · ', where(row.f.p, row.r.l)),
    title,
    row.r.x ? h('p', {class: 'ex'}, example(row.r)) : '',
    h('ul', {class: 'pol', 'aria-label': 'Policies'}, row.r.c.map((c, i) => (c < 0 ? '' : h('li', {}, h('a', {class: 'v' + D.cells[c].v, href: hashOf(row, i), 'aria-current': i === p ? 'true' : null,
      title: VERDICTS[D.cells[c].v] + (D.policies[i][1] ? '; ' + D.policies[i][1] : '')},
    GLYPHS[D.cells[c].v] + ' ' + policyName(i) + (summary(D.cells[c]) ? ' → ' + summary(D.cells[c]) : '')))))),
    h('p', {}, h('span', {class: 'badge v' + cell.v}, GLYPHS[cell.v] + ' ' + VERDICTS[cell.v]), ' under ', h('b', {class: 'mono'}, name), D.policies[p][1] ? ', ' + D.policies[p][1] : '',
      D.policies[p][2] ? h('span', {class: 'dim'}, ' (' + D.policies[p][2] + ')') : '', base ? (differs(cell, base) ? h('span', {}, ' · differs from ' + baseName) : h('span', {class: 'dim'}, ' · as ' + baseName)) : ''),
    cell.m >= 0 ? h('pre', {tabindex: 0}, text(cell.m)) : '',
    cell.f >= 0 ? h('details', {class: 'more'}, h('summary', {}, 'Where'), h('pre', {tabindex: 0}, text(cell.f))) : '',
    paragraphs(row.s.d),
    steps(row.f, row.s, row.r.x),
    row.r.t.length ? h('p', {class: 'tags'}, row.r.t.map(text).join(' ')) : '',
    decisions(row, cell, base, baseName),
    measured(cell, base, name, baseName),
    overSeeds(cell, base, name, baseName),
    timelines(cell, base, name, baseName),
    cell.d === undefined && cell.h !== undefined ? [h('h3', {}, 'Machine'), machineFigure(D.machines[cell.h], null, null, '')] : '',
    (cell.o || []).length ? [h('h3', {}, 'Attached'), others(cell)] : '',
  ]);
  return title;
}

function open(row, p) {
  const list = byId('list');
  const wasOpen = state.row !== null;
  if (state.row) {
    state.row.el.classList.remove('on');
  }
  links.forEach(a => a.hasAttribute('aria-current') && a.removeAttribute('aria-current'));
  state.row = row;
  state.policy = p;
  const title = detail(row, p);
  byId('detail').hidden = false;
  byId('detail').scrollTop = 0;
  if (!wasOpen) {
    state.scroll = window.scrollY;
  }
  document.body.classList.add('open');
  row.el.hidden = false;
  row.el.classList.add('on');
  const link = links.find(a => a.row === row && a.policy === p);
  if (link) {
    link.setAttribute('aria-current', 'true');
    rove(link);
    const box = link.closest('.scroll');
    box.scrollLeft = Math.max(0, link.offsetLeft - box.clientWidth / 2);
  }
  document.title = (row.s.n || row.key) + ' – ' + policyName(p) + ' – ' + D.title;
  if (list.offsetParent !== null) {
    row.el.scrollIntoView({block: 'center', behavior: 'instant'});
    byId('panes').scrollIntoView({behavior: 'instant'});
  } else {
    window.scrollTo({top: 0, behavior: 'instant'});
  }
  title.focus({preventScroll: true});
}

function close() {
  if (!state.row) {
    return;
  }
  const {row, policy} = state;
  state.row = null;
  row.el.classList.remove('on');
  row.el.hidden = row.visible === false;
  byId('detail').hidden = true;
  byId('detail').replaceChildren();
  document.body.classList.remove('open');
  document.title = D.title;
  history.replaceState(null, '', location.pathname + location.search);
  const link = links.find(a => a.row === row && a.policy === policy);
  if (link) {
    link.removeAttribute('aria-current');
    row.el.scrollIntoView({block: 'center', behavior: 'instant'});
    link.focus({preventScroll: true});
  }
}

function route() {
  const found = /^#\/(.*)@([^@]*)$/.exec(location.hash);
  if (!found) {
    if (!location.hash && state.row) {
      close();
    }
    return;
  }
  let row;
  let p;
  try {
    row = rowByKey.get(decodeURIComponent(found[1]));
    p = D.policies.findIndex(x => x[0] === decodeURIComponent(found[2]));
  } catch (e) {
    return;
  }
  if (row && cellOf(row, p)) {
    open(row, p);
  } else if (row) {
    open(row, firstPolicy(row));
  }
}

// ---------------------------------------------------------------- dialogs

function showSource(feature, line) {
  const dialog = byId('source');
  const lines = feature.src.replace(/\n$/, '').split('\n').map((l, i) => h('li', {class: i + 1 === line ? 'hit' : null}, l || ' '));
  dialog.replaceChildren(h('div', {class: 'bar'}, h('h2', {id: 'source-title', class: 'where'}, feature.p), h('button', {type: 'button', class: 'x', onclick: () => dialog.close()}, '✕ Close')), h('ol', {class: 'src'}, lines));
  dialog.showModal();
  if (line > 0 && lines[line - 1]) {
    lines[line - 1].scrollIntoView({block: 'center', behavior: 'instant'});
  }
}

function help() {
  const key = (k, what) => [h('dt', {}, k.split(' ').map(x => [h('kbd', {}, x), ' '])), h('dd', {}, what)];
  byId('help').append(h('div', {class: 'bar'}, h('h2', {id: 'help-title'}, 'Keys'), h('button', {type: 'button', class: 'x', onclick: () => byId('help').close()}, '✕ Close')),
    h('dl', {class: 'keys'}, key('/', 'search; Enter goes to the first match'), key('← → ↑ ↓', 'from cell to cell'), key('Enter', 'open the cell'), key('j k', 'next, previous scenario'),
      key('l h', 'next, previous ' + D.label), key('Esc', 'close'), key('?', 'this list')),
    h('p', {}, 'In a cell: verdict and the CPU the task was placed on. ', GLYPHS.map((x, i) => [h('b', {class: 'v' + i}, ' ' + x + ' '), ' ' + VERDICTS[i] + '  ']),
      'A corner marks a cell that differs from the ' + D.label + ' compared with.'));
}

function about() {
  const counts = VERDICTS.filter(v => D.counts[v]).map(v => D.counts[v] + ' ' + v).join(', ');
  add(byId('about'), [h('b', {}, say(rows.length, 'scenario')), ' in ' + say(D.features.length, 'feature') + ', under ' + (D.policies.length === 1 ? policyName(0) : D.policies.length + ' policies').replace('policies', D.label === 'policy' ? 'policies' : D.label + 's')
    + ': ' + counts + '. Engine ' + D.engine + (D.selection.length ? '; ' + D.selection.join('; ') : '') + '.']);
  if (D.notes.length) {
    byId('notes').hidden = false;
    add(byId('notes'), D.notes.map(n => h('li', {}, n)));
  }
}

about();
controls();
toc();
show('prose');
build();
apply();
help();
document.addEventListener('keydown', keys);
document.addEventListener('click', e => {
  document.querySelectorAll('details.menu[open]').forEach(m => m.contains(e.target) || m.removeAttribute('open'));
});
byId('list').addEventListener('focusin', e => e.target.classList.contains('c') && rove(e.target));
window.addEventListener('hashchange', route);
window.addEventListener('beforeprint', () => state.row && byId('detail').querySelectorAll('details').forEach(d => { d.open = true; }));
route();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
