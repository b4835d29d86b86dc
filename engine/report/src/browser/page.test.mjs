// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
// The report page in a real browser. Expects page.html and again.html, two pages of the same results, beside it.
import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const address = pathToFileURL(resolve('page.html')).href;
const LIMIT = 45_000;
const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync('page.html', 'utf8'))[1]);

const profile = mkdtempSync(join(tmpdir(), 'wakespec-page-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  headless: true,
  timeout: LIMIT,
  viewport: {width: 1400, height: 900},
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
context.setDefaultTimeout(10_000);

let passed = 0;
let failed = 0;
const complaints = [];
const requests = [];

function check(holds, message) {
  if (!holds) {
    throw new Error(message);
  }
}

function equal(actual, expected, what) {
  check(JSON.stringify(actual) === JSON.stringify(expected), what + ': expected ' + JSON.stringify(expected) + ', found ' + JSON.stringify(actual));
}

async function newPage(options = {}) {
  const page = await context.newPage();
  page.on('console', m => m.type() === 'error' || m.type() === 'warning' ? complaints.push(m.text()) : null);
  page.on('pageerror', e => complaints.push(String(e)));
  page.on('request', r => requests.push(r.url()));
  await page.setViewportSize({width: options.width || 1400, height: options.height || 900});
  await page.emulateMedia({colorScheme: options.scheme || 'light', media: options.media || null});
  await page.goto(address + (options.hash || ''));
  await page.waitForSelector('html[data-ready]', {state: 'attached'});
  return page;
}

async function test(name, body, options) {
  let page;
  let timer;
  try {
    page = await newPage(options);
    await Promise.race([body(page), new Promise((_, no) => { timer = setTimeout(() => no(new Error('took longer than ' + LIMIT / 1000 + ' s')), LIMIT); })]);
    passed++;
  } catch (e) {
    failed++;
    console.log('FAILED ' + name + '\n    ' + String(e.message || e).split('\n').slice(0, 12).join('\n    '));
  } finally {
    clearTimeout(timer);
    await page?.close();
  }
}

/** The address of a cell: the first one for which the condition holds. */
function cellWhere(holds) {
  for (const feature of data.features) {
    for (const scenario of feature.s) {
      for (const row of scenario.rows) {
        for (let p = 0; p < row.c.length; p++) {
          if (row.c[p] >= 0 && holds(data.cells[row.c[p]], p, row, scenario)) {
            return '#/' + encodeURI(feature.p + ':' + row.l) + '@' + encodeURIComponent(data.policies[p][0]);
          }
        }
      }
    }
  }
  throw new Error('the results have no such cell');
}

const decided = cellWhere((cell, p, row) => cell.d !== undefined && p > 0 && row.c[0] >= 0 && data.cells[row.c[0]].d !== undefined
  && data.decisions[cell.d].d[0][8] !== data.decisions[data.cells[row.c[0]].d].d[0][8]);
const timed = cellWhere((cell, p, row) => cell.t !== undefined && p > 0 && row.c[0] >= 0 && data.cells[row.c[0]].q !== cell.q && data.measured[cell.q].h.some(h => h[2] > 100));
const failing = cellWhere(cell => cell.v === 1 && cell.m >= 0 && cell.d !== undefined);

async function axe(page, only) {
  // one feature of every kind is enough, and the whole list takes long
  await page.evaluate(() => {
    const keep = ['Every verdict', 'Clusters'];
    document.querySelectorAll('section.feature').forEach(s => { s.hidden = !keep.some(k => s.textContent.startsWith(k)); });
  });
  await page.evaluate(axeSource);
  return page.evaluate(async rules => {
    const found = await window.axe.run(document, {resultTypes: ['violations'], ...(rules ? {runOnly: {type: 'rule', values: rules}} : {})});
    return found.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + (n.any[0] ? n.any[0].message : '')).join(' | '));
  }, only);
}

const shown = page => page.locator('#shown').textContent();
const title = page => page.locator('#detail-title').textContent();

// ---------------------------------------------------------------- what must hold

await test('a scenario is found in two clicks', async page => {
  await page.click('#toc a >> nth=3');
  await page.locator('section.feature >> nth=3').locator('a.c >> nth=0').click();
  check(await page.locator('#detail .ladder li.final').first().isVisible() || await page.locator('#detail h3').first().isVisible(), 'no detail is shown');
  check((await title(page)).length > 0, 'the detail has no title');
});

await test('the page is smaller than 5 MB and opens in less than 1 s', async page => {
  const rows = data.features.reduce((n, f) => n + f.s.reduce((m, s) => m + s.rows.length, 0), 0);
  check(rows >= 190 && data.policies.length >= 8, 'too small a page to tell: ' + rows + ' scenarios, ' + data.policies.length + ' policies');
  const bytes = statSync('page.html').size;
  check(bytes < 5e6, 'the page has ' + bytes + ' bytes');
  // what the page itself takes, whatever else the machine does: processor time of its thread, from load to the frame after it
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', {timeDomain: 'threadTicks'});
  const spent = async () => 1000 * (await devtools.send('Performance.getMetrics')).metrics.find(m => m.name === 'TaskDuration').value;
  const times = [];
  const own = [];
  for (let i = 0; i < 7; i++) {
    const before = await spent();
    await page.reload();
    await page.waitForSelector('html[data-ready]', {state: 'attached'});
    // the frame after the script has run is on the screen
    times.push(await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(performance.now())))))));
    own.push(Math.round(await spent() - before));
  }
  console.log('page: ' + rows + ' scenarios x ' + data.policies.length + ' policies, ' + Math.round(bytes / 1024) + ' KiB, opens in ' + Math.min(...times) + ' ms (best of ' + times.join(', ') + '), ' + Math.min(...own) + ' ms of them its own');
  check(Math.min(...own) > 0 && Math.min(...own) < 1000, 'opening takes ' + Math.min(...own) + ' ms of processor time');
});

await test('equal results give equal bytes', async () => {
  check(readFileSync('page.html').equals(readFileSync('again.html')), 'two pages of the same results differ');
});

// ---------------------------------------------------------------- filters

await test('the search finds titles, steps, tags and rules', async page => {
  const all = await shown(page);
  await page.fill('#q', '</td><script>window.pwned');
  await page.waitForFunction(before => document.getElementById('shown').textContent !== before, all);
  check((await shown(page)).startsWith('1 of '), 'shown: ' + await shown(page));
  equal(await page.locator('section.feature:visible').count(), 1, 'features shown');
  await page.fill('#q', 'sis:prev-idle');
  await page.waitForFunction(() => !document.getElementById('shown').textContent.startsWith('1 of'));
  check(Number.parseInt(await shown(page), 10) > 5, 'a rule is searched for: ' + await shown(page));
  await page.fill('#q', 'no such words anywhere');
  await page.waitForSelector('#empty:visible');
  await page.click('#empty button');
  equal(await shown(page), all, 'after showing all');
});

await test('verdicts, tags, machines and differences filter', async page => {
  const count = async () => Number.parseInt(await shown(page), 10);
  const all = await count();
  await page.locator('.chip', {hasText: 'passed'}).click();
  const notPassed = await count();
  check(notPassed > 0 && notPassed < 10, 'scenarios that did not pass: ' + notPassed);
  await page.locator('.chip', {hasText: 'passed'}).click();
  await page.selectOption('select[aria-label=Tag]', '@hostile');
  equal(await count(), 5, 'scenarios of the tag');
  await page.selectOption('select[aria-label=Tag]', '');
  await page.selectOption('select[aria-label=Machine]', 'zen3-2p-128c256t');
  const big = await count();
  check(big > 0 && big < all, 'scenarios of the machine: ' + big);
  await page.selectOption('select[aria-label=Machine]', '');
  await page.check('#filters input[type=checkbox] >> nth=0');
  const differing = await count();
  check(differing > 0 && differing < all, 'scenarios that differ: ' + differing);
  const corners = await page.locator('tr.row:visible:has(a.diff)').count();
  equal(corners, differing, 'rows with a marked cell');
  await page.selectOption('select[aria-label="Compare with"]', {label: 'no-sync'});
  check(await count() !== differing, 'another policy to compare with changes nothing');
});

await test('columns can be switched off', async page => {
  await page.click('details.menu summary');
  await page.locator('details.menu label', {hasText: 'vagin-sync'}).click();
  equal(await page.locator('th.p:visible', {hasText: 'vagin-sync'}).count(), 0, 'columns left');
  check(await page.locator('th.p:visible', {hasText: 'sync-pair-v4'}).count() > 0, 'the other columns are gone, too');
});

await test('prose, steps, or the matrix alone', async page => {
  await page.selectOption('select[aria-label=Show]', 'full');
  check(await page.locator('#list ol.steps li').count() > 500, 'steps are missing');
  await page.selectOption('select[aria-label=Show]', 'matrix');
  equal(await page.locator('#list .prose:visible').count() + await page.locator('#list .steps:visible').count(), 0, 'prose in the matrix');
});

// ---------------------------------------------------------------- keyboard

await test('everything can be done with the keyboard', async page => {
  await page.keyboard.press('/');
  await page.keyboard.type('reciprocal');
  await page.waitForFunction(() => document.getElementById('shown').textContent.includes(' of '));
  await page.keyboard.press('Enter');
  const at = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  const first = await at();
  check(/passed|failed/.test(first), 'Enter does not lead to a cell: ' + first);
  await page.keyboard.press('ArrowRight');
  const right = await at();
  check(right !== first, 'the arrow does not move');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#detail-title');
  equal(await page.evaluate(() => document.activeElement.id), 'detail-title', 'focus in the detail');
  const hash = () => page.evaluate(() => location.hash);
  const there = await hash();
  for (const [away, back] of ['jk', 'lh']) {
    await page.keyboard.press(away);
    await page.waitForFunction(h => location.hash !== h, there);
    await page.keyboard.press(back);
    await page.waitForFunction(h => location.hash === h && document.querySelector('#list a.c[aria-current]')?.getAttribute('href') === h, there);
  }
  await page.keyboard.press('Escape');
  await page.waitForSelector('#detail', {state: 'hidden'});
  check(await page.evaluate(() => document.activeElement.classList.contains('c')), 'the focus is not back in the matrix');
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help', {state: 'hidden'});
});

await test('one stop for the tabulator in the matrix', async page => {
  equal(await page.locator('#list a.c[tabindex="0"]').count(), 1, 'cells that can be reached');
});

// ---------------------------------------------------------------- detail

await test('a cell shows ladder, machine and what the other policy chose', async page => {
  equal(await page.locator('.ladder').first().locator('li.final').count(), 1, 'deciding rungs');
  const svg = page.locator('#detail figure svg[role=img]').first();
  for (const css of ['mw', 'mp', 'mc', 'mb']) {
    check(await svg.locator('.' + css).count() >= 1, 'no mark ' + css + ' in the picture');
  }
  check(await svg.locator('.busy, .isob').count() >= 1 && await svg.locator('.idle').count() >= 1, 'no busy and idle CPUs in the picture');
  check(/LLC/.test(await svg.textContent()), 'no LLC in the picture');
  check(await page.locator('#detail ol.steps li').count() >= 3, 'no steps');
}, {hash: decided});

await test('a run shows run queues and both histograms', async page => {
  equal(await page.locator('figure svg[aria-label^="Run queues"]').count(), 2, 'timelines');
  check(await page.locator('figure svg .h1').count() >= 1 && await page.locator('figure svg .h2').count() >= 1, 'not both histograms');
  check(await page.locator('svg[aria-label^="Run queues"] rect[class^=k]').count() > 10, 'nothing ran');
  check(await page.locator('table.figs').first().isVisible(), 'no figures');
}, {hash: timed});

await test('addresses lead to a cell, and back again', async page => {
  const first = await title(page);
  await page.locator('.pol a:not([aria-current])').first().click();
  await page.waitForFunction(h => location.hash !== h, decided);
  await page.goBack();
  await page.waitForFunction(t => document.getElementById('detail-title')?.textContent === t, first);
  await page.click('#detail .bar .x');
  await page.waitForSelector('#detail', {state: 'hidden'});
}, {hash: decided});

await test('the line of the feature is shown', async page => {
  await page.locator('#detail a.where').first().click();
  await page.waitForSelector('#source[open]');
  const words = await page.locator('#source li.hit').textContent();
  check(words.includes(await title(page)) || /\|/.test(words), 'another line is marked: ' + words);
  const line = Number(/:(\d+)@/.exec(decodeURIComponent(decided))[1]);
  equal(await page.locator('#source li').evaluateAll(all => all.findIndex(l => l.classList.contains('hit')) + 1), line, 'marked line');
}, {hash: decided});

await test('every cell can be drawn', async page => {
  const seen = new Set();
  const addresses = [];
  data.features.forEach(f => f.s.forEach(s => s.rows.forEach(r => r.c.forEach((c, p) => {
    if (c >= 0 && !seen.has(c)) {
      seen.add(c);
      addresses.push('#/' + encodeURI(f.p + ':' + r.l) + '@' + encodeURIComponent(data.policies[p][0]));
    }
  }))));
  const empty = await page.evaluate(async all => {
    const bad = [];
    for (const a of all) {
      location.hash = a;
      await new Promise(done => addEventListener('hashchange', done, {once: true}));
      if (!document.querySelector('#detail-title') || document.querySelector('.pol a[aria-current]') === null || !document.querySelector('#detail h3')) {
        bad.push(a);
      }
    }
    return bad;
  }, addresses.filter((_, i) => i % 4 === 0));
  // a scenario that could not be run has nothing but its message
  check(empty.length <= 5, 'cells without content: ' + empty.slice(0, 6).join(' '));
});

// ---------------------------------------------------------------- hostile texts

await test('what looks like markup stays text', async page => {
  await page.selectOption('select[aria-label=Show]', 'full');
  const section = page.locator('section.feature', {hasText: 'Every verdict'});
  check((await section.locator('h2').textContent()).includes('<script>window.pwned = 1</script>'), 'the title is not what it was');
  await section.locator('a.c').first().click();
  await page.waitForSelector('#detail-title');
  equal(await page.evaluate(() => window.pwned), undefined, 'a script of the data was run');
  equal(await page.locator('#list script, #detail script, #list img, #detail img').count(), 0, 'elements made of texts');
});

await test('a script that gets in all the same is not run (negative control)', async page => {
  const before = complaints.length;
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 8';
    document.body.append(script);
    const image = new Image();
    image.src = 'http://192.0.2.1/x.png';
    document.body.append(image);
  });
  await page.waitForTimeout(200);
  equal(await page.evaluate(() => window.pwned), undefined, 'the policy of the page lets scripts in');
  check(complaints.length >= before + 2, 'console errors are not noticed');
  complaints.length = before;
});

await test('a failure shows its message and where', async page => {
  check(/expected/.test(await page.locator('#detail pre').first().textContent()), 'no message');
  equal(await page.locator('#detail .badge.v1').count(), 1, 'badge');
}, {hash: failing});

// ---------------------------------------------------------------- looks

for (const scheme of ['light', 'dark']) {
  for (const [what, hash] of [['list', ''], ['decision', decided], ['run', timed], ['failure', failing]]) {
    await test('accessible: ' + what + ', ' + scheme, async page => {
      // colours are all that differs in the dark
      equal(await axe(page, scheme === 'dark' ? ['color-contrast'] : null), [], 'violations');
    }, {scheme, hash});
  }
}

await test('axe notices what is wrong (negative control)', async page => {
  await page.evaluate(() => {
    document.getElementById('about').classList.add('bad');
    document.getElementById('about').style.color = '#eee';
    document.documentElement.removeAttribute('lang');
  });
  const found = (await axe(page, ['color-contrast', 'html-has-lang'])).map(v => v.split(':')[0]);
  check(found.includes('color-contrast') && found.includes('html-has-lang'), 'found only ' + found.join(', '));
});

for (const [what, hash] of [['list', ''], ['decision', decided], ['run', timed], ['failure', failing]]) {
  await test('fits a phone: ' + what, async page => {
    const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    check(scroll <= inner, scroll + ' px on ' + inner);
    equal(await axe(page, ['scrollable-region-focusable', 'target-size', 'aria-hidden-focus']), [], 'violations');
  }, {width: 360, height: 740, hash});
}

await test('prints the list, and the open cell', async page => {
  equal(await page.locator('#filters:visible, #toc:visible').count(), 0, 'controls on paper');
  const paper = await page.pdf({format: 'A4'});
  check(paper.subarray(0, 4).toString() === '%PDF' && paper.length > 50_000, 'a list of ' + paper.length + ' bytes');
}, {media: 'print'});

await test('prints the open cell alone', async page => {
  check(await page.locator('#detail .ladder').first().isVisible() && !await page.locator('#list').isVisible(), 'not the cell');
  equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)', 'paper');
}, {media: 'print', hash: decided, scheme: 'dark'});

// ---------------------------------------------------------------- in all of this

equalAtEnd('console errors', complaints);
equalAtEnd('requests to elsewhere', requests.filter(r => !r.startsWith(address.split('#')[0]) && !r.startsWith('data:') && r !== 'http://192.0.2.1/x.png'));

function equalAtEnd(what, found) {
  if (found.length) {
    failed++;
    console.log('FAILED ' + what + ':\n    ' + found.slice(0, 5).join('\n    '));
  } else {
    passed++;
  }
}

await context.close();
rmSync(profile, {recursive: true, force: true});
console.log(passed + ' passed, ' + failed + ' failed');
process.exit(failed ? 1 : 0);
