'use strict';
const all = JSON.parse(document.getElementById('numbers').textContent);
const svgNamespace = 'http://www.w3.org/2000/svg';
const hidden = new Set();  // methods and accumulators that were switched off

// ---- numbers: JSON has no infinities, so they are strings

const isNumber = (x) => typeof x === 'number';
const short = (x) => !isNumber(x) ? (x === 'NaN' ? '–' : x)
  : x !== 0 && Math.abs(x) < 1e-3 ? x.toExponential(2) : String(Number(x.toPrecision(3)));
const shortError = (x) => x === 0 ? 'exact' : x === 'inf' ? 'inf' : short(x);
const superscript = (k) => String(k).replace(/./g, (c) => c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]);
const power = (k) => k === 0 ? '1' : k === 1 ? '10' : '10' + superscript(k);
const plain = (k) => String(Number((10 ** k).toPrecision(1)));
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
// What is accumulated in, and where the result is of another type, that too.
const kept = (row) => row.accumulator === row.result_type ? row.accumulator : `${row.accumulator}, result ${row.result_type}`;

// ---- elements

function add(parent, name, attributes, text) {
  const svg = parent.namespaceURI === svgNamespace || name === 'svg';
  const e = svg ? document.createElementNS(svgNamespace, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  if (text !== undefined) e.textContent = text;
  parent.appendChild(e);
  return e;
}
function facts(id, pairs) {
  const list = document.getElementById(id);
  for (const [name, value] of pairs) {
    if (value === '') continue;
    const one = add(list, 'div');
    add(one, 'dt', {}, name);
    add(one, 'dd', {}, value);
  }
}

// ---- how rows look: a colour a method, a shape and a dash an accumulator

const methods = [...new Set(all.rows.map((row) => row.method))];
const accumulators = [...new Set(all.rows.concat(all.by_condition.rows).map(kept))];
const colour = (row) => `var(--m${Math.max(0, methods.indexOf(row.method)) % 6})`;
const shapes = {
  'double': ['M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z', ''],
  'float': ['M-4.4 -4.4h8.8v8.8h-8.8z', '7 3'],
  'bfloat16': ['M0 -5.6L5.4 4.4H-5.4z', '2 3'],
  'half': ['M0 -6L6 0L0 6L-6 0z', '8 3 2 3'],
  'double, result float': ['M-1.8 -5.4h3.6v3.6h3.6v3.6h-3.6v3.6h-3.6v-3.6h-3.6v-3.6h3.6z', '12 3'],
};
const look = (key) => shapes[key] || shapes.double;
const isHidden = (row) => hidden.has(row.method) || hidden.has(kept(row));

function mark(parent, row, x, y, size, title) {
  const group = add(parent, 'g', {class: 'mark', 'data-row': row.name, transform: `translate(${x} ${y}) scale(${size})`});
  add(group, 'path', {d: look(kept(row))[0], fill: colour(row), stroke: 'var(--card)', 'stroke-width': .8});
  if (row.default && size >= 1) add(group, 'circle', {r: 9.5, class: 'ring'});
  if (title) add(group, 'title', {}, title);
}

// ---- logarithmic axes

// Positions of labels, [log10, text], `most` of them or one more: powers of ten, or 1, 2 and 5 of each where
// there are few of those.
function ticks(from, to, most, text) {
  const found = [];
  if (to - from <= 2.5 && most >= 6) {
    for (let k = Math.floor(from); k <= to; ++k)
      for (const m of [1, 2, 5]) found.push([k + Math.log10(m), String(Number((m * 10 ** k).toPrecision(1)))]);
  } else {
    const step = Math.max(1, Math.ceil((to - from) / most));
    for (let k = Math.ceil(from / step) * step; k <= to; k += step) found.push([k, text(k)]);
  }
  return found.filter(([at]) => at >= from - 1e-9 && at <= to + 1e-9);
}

// Draws series [{row, points: [{x, y, title}]}] over x; y is an error: 0 lies in the band `exact` below the
// axis, what is not finite in a band above.
function draw(place, {series, xLabel, lines, line}) {
  const shown = series.filter((s) => !isHidden(s.row))
    .map((s) => ({...s, points: s.points.filter((p) => isNumber(p.x) && p.x > 0)}));
  const points = shown.flatMap((s) => s.points);
  place.textContent = '';
  if (points.length === 0) {
    add(place, 'p', {}, shown.length === 0 && series.length !== 0 ? 'Every method is switched off.' : 'There is nothing to draw: it was not measured.');
    return;
  }
  const width = place.clientWidth, height = Math.round(Math.min(430, Math.max(300, width * .5)));
  const band = 24, left = 52, right = 14, top = line ? 44 : 26, bottom = height - 46;
  const above = points.some((p) => !isNumber(p.y));
  const errors = points.map((p) => p.y).filter((y) => isNumber(y) && y > 0).map(Math.log10);
  let low = errors.length ? Math.floor(Math.min(...errors) - .15) : -17, high = errors.length ? Math.ceil(Math.max(...errors) + .15) : -14;
  if (high - low < 3) low = high - 3;
  const xs = points.map((p) => Math.log10(p.x)).concat(line ? [Math.log10(line.x)] : []);
  let from = Math.min(...xs), to = Math.max(...xs);
  const room = Math.max(.03 * (to - from), lines ? .02 : .12);
  from -= room; to += room;
  const yTop = top + (above ? band : 0), yBottom = bottom - band;
  const X = (x) => left + (Math.log10(x) - from) / (to - from) * (width - left - right);
  const Y = (y) => !isNumber(y) ? top + band / 2 : y === 0 ? bottom - band / 2
    : yBottom - (Math.log10(y) - low) / (high - low) * (yBottom - yTop);

  const svg = add(place, 'svg', {width, height, role: 'img', 'aria-label': `relative error over ${xLabel}`});
  add(svg, 'rect', {class: 'band', x: left, y: yBottom, width: width - left - right, height: band});
  add(svg, 'text', {x: left - 7, y: bottom - band / 2 + 4, 'text-anchor': 'end'}, 'exact');
  if (above) {
    add(svg, 'rect', {class: 'band', x: left, y: top, width: width - left - right, height: band});
    add(svg, 'text', {x: left - 7, y: top + band / 2 + 4, 'text-anchor': 'end'}, 'inf');
  }
  for (const [at, text] of ticks(low, high, Math.min(5, (yBottom - yTop) / 34), power)) {
    const y = Y(10 ** at);
    add(svg, 'line', {class: 'grid', x1: left, x2: width - right, y1: y, y2: y});
    // A label on the edge of a band would lie on the band's.
    if (yBottom - y >= 9 && y - yTop >= (above ? 9 : 0)) add(svg, 'text', {x: left - 7, y: y + 4, 'text-anchor': 'end'}, text);
  }
  for (const [at, text] of ticks(from, to, (width - left - right) / 58, line ? plain : power)) {
    const x = X(10 ** at);
    add(svg, 'line', {class: 'grid', x1: x, x2: x, y1: top, y2: bottom});
    add(svg, 'text', {x, y: bottom + 18, 'text-anchor': 'middle'}, text);
  }
  add(svg, 'line', {class: 'axis', x1: left, x2: width - right, y1: bottom, y2: bottom});
  add(svg, 'text', {x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle'}, xLabel);
  add(svg, 'text', {x: 0, y: 12}, 'relative error');
  if (line) {
    const x = X(line.x), onTheLeft = x < width / 2;
    add(svg, 'line', {class: 'read', x1: x, x2: x, y1: top - 6, y2: bottom});
    add(svg, 'text', {x: x + (onTheLeft ? -4 : 4), y: top - 11, 'text-anchor': onTheLeft ? 'start' : 'end'}, line.text);
  }
  for (const s of shown) {
    if (lines)
      add(svg, 'path', {class: 'curve', 'data-row': s.row.name, stroke: colour(s.row), 'stroke-dasharray': look(kept(s.row))[1],
        d: s.points.map((p, i) => `${i ? 'L' : 'M'}${X(p.x).toFixed(1)} ${Y(p.y).toFixed(1)}`).join('')});
    for (const p of s.points) mark(svg, s.row, X(p.x), Y(p.y), lines ? .55 : 1, p.title);
  }
}

// ---- the three plots

function curve(data, axis) {
  return data.rows.map((row, i) => ({row, points: data.points.map((p) => ({
    x: p[axis], y: p.errors[i],
    title: `${row.name}: ${shortError(p.errors[i])} at n = ${grouped(p.n)}, condition number ${short(p.condition)}`}))}));
}
function drawAll() {
  draw(document.getElementById('speed'), {
    series: all.rows.map((row) => ({row, points: [{x: row.ns_per_element, y: row.error_relative,
      title: `${row.name}: ${row.result_text}, error ${shortError(row.error_relative)}, ${short(row.ns_per_element)} ns an element`}]})),
    xLabel: 'ns an element', lines: false,
    line: isNumber(all.read.ns_per_element) ? {x: all.read.ns_per_element, text: 'reading only'} : null});
  draw(document.getElementById('length'), {series: curve(all.by_n, 'n'), xLabel: 'elements', lines: true});
  draw(document.getElementById('condition'),
    {series: curve(all.by_condition, 'condition'), xLabel: 'condition number, sum |x| / |sum x|', lines: true});
}

// ---- the words and the table

function words() {
  const d = all.data, name = d.source.replace(/.*\//, '');
  document.title = `${all.reduction} of ${name} – accrue-compare`;
  document.getElementById('title').textContent = `${all.reduction} of ${name}`;
  const standard = all.rows.find((row) => row.default);
  const size = (e) => isNumber(e) ? e : Infinity;
  const worst = all.rows.reduce((a, b) => size(b.error_relative) > size(a.error_relative) ? b : a);
  const how = (row) => row.error_relative === 0 ? 'which is exact'
    : isNumber(row.error_ulp) ? `${short(row.error_ulp)} ulp of ${row.result_type} off` : 'which it is not';
  const speed = isNumber(standard.ns_per_element) ? `, at ${short(standard.ns_per_element)} ns an element` : '';
  document.getElementById('story').textContent = `The default, ${standard.name}, says ${standard.result_text}, ${how(standard)}${speed}.`
    + (worst.error_relative === 0 ? ' No method is off.' : ` The furthest off is ${worst.name}: ${worst.result_text}.`);
  facts('facts', [['the exact value of ' + all.quantity, all.exact.decimal], ['condition number', short(all.condition)],
    ['elements', `${grouped(d.n)} of ${d.type}, shape ${d.shape}`], ['the other source', d.with],
    [all.number ? all.number.name : '', all.number ? all.number.value : ''], ['threads', all.threads ?? ''], ['NaN left out', all.omitted ?? ''],
    ['slices', all.axis === null ? '' : `${grouped(all.slices)}, along axis ${all.axis}; of each row the worst`], ['memory', `${short(d.bytes / 1e6)} MB`], ['conversion', d.conversion]]);
  document.getElementById('n-text').textContent = `${all.reduction} of the first n elements.`;
  document.getElementById('condition-text').textContent = all.by_condition.reduction === all.reduction
    ? `${all.reduction} of ${d.type} numbers made to cancel.`
    : `${all.condition === 1 ? `${all.reduction} adds nothing that cancels: its condition number is 1. ` : ''}This is sum, of ${d.type} numbers made to cancel.`;
  facts('machine', [['CPU', all.machine.cpu], ['registers', all.machine.registers], ['compiler', all.machine.compiler],
    ['flags', all.machine.flags], ['accrue', all.version], ['written by', all.arguments.join(' ')]]);
}

const columns = [
  ['method', (row) => row.name, 'name'], ['added up in', kept, 'accumulator'], ['result', (row) => row.result_text, 'result'],
  ['ulp', (row) => shortError(row.error_ulp), 'error_ulp'], ['relative', (row) => shortError(row.error_relative), 'error_relative'],
  ['bound', (row) => short(row.bound_relative), 'bound_relative'], ['ns/element', (row) => short(row.ns_per_element), 'ns_per_element'],
  ...(all.axis === null ? [] : [['slice', (row) => grouped(row.worst_slice), 'worst_slice']]),
  ['GB/s', (row) => short(row.gb_per_s), 'gb_per_s'], ['of reading', (row) => short(row.share_of_read), 'share_of_read'],
];
function table() {
  const place = document.getElementById('table');
  const head = add(add(place, 'thead'), 'tr');
  for (const [title] of columns) add(head, 'th', {scope: 'col'}, title);
  const body = add(place, 'tbody');
  for (const row of all.rows) {
    const line = add(body, 'tr', {'data-row': row.name, class: row.default ? 'default' : ''});
    for (const [, text, key] of columns) {
      const cell = add(line, 'td', {'data-key': key, 'data-value': JSON.stringify(row[key])});
      if (key === 'share_of_read' && isNumber(row[key])) {
        const bar = add(cell, 'span', {class: 'bar', style: `color: ${colour(row)}`});
        add(bar, 'i', {style: `width: ${Math.min(100, row[key] * 100)}%`});
      }
      add(cell, 'span', {}, text(row) + (key === 'name' && row.default ? ' (default)' : ''));
    }
    line.addEventListener('mouseenter', () => highlight(row.name));
    line.addEventListener('mouseleave', () => highlight(null));
  }
}
function highlight(name) {
  for (const e of document.querySelectorAll('.mark, .curve'))
    e.classList.toggle('dim', name !== null && e.dataset.row !== name);
}

function legend() {
  const place = document.getElementById('legend');
  const button = (key, row, withColour) => {
    const b = add(place, 'button', {type: 'button', 'aria-pressed': 'true'});
    const icon = add(b, 'svg', {width: 26, height: 14, viewBox: '-13 -7 26 14', 'aria-hidden': 'true'});
    const fill = withColour ? colour(row) : 'var(--quiet)';
    add(icon, 'path', {d: 'M-13 0H13', stroke: fill, 'stroke-width': withColour ? 4 : 1.6, 'stroke-dasharray': withColour ? '' : look(key)[1]});
    if (!withColour) add(icon, 'path', {d: look(key)[0], fill});
    b.appendChild(document.createTextNode(withColour ? key : `in ${key}`));
    b.addEventListener('click', () => {
      if (!hidden.delete(key)) hidden.add(key);
      b.setAttribute('aria-pressed', String(!hidden.has(key)));
      drawAll();
    });
  };
  for (const method of methods) button(method, all.rows.find((row) => row.method === method), true);
  for (const key of accumulators) button(key, null, false);
}

words();
legend();
table();
drawAll();
addEventListener('resize', drawAll);
