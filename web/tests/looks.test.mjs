// Appearance and readability of the page: accessibility by axe-core, images at three sizes, the security
// policy, and the size of the scripts.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { Browser, figure, missing, picture_share, site, until, web } from './browser.mjs';
import { content_security_policy } from '../serve.mjs';

const kMaxScript_bytes = 60_000; // the page's own script with the engine's glue, as brotli sends it
const axe = missing() ? '' : readFileSync(join(web, 'node_modules/axe-core/axe.min.js'), 'utf8');
const pictures = process.env.SKELTER_PICTURES;

describe('how it looks', { skip: missing() }, () => {
  let browser;
  before(async () => void (browser = await Browser.start()));
  after(() => browser?.stop());
  afterEach(() => browser?.close_all());

  const serious = async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  };

  for (const scheme of ['light', 'dark'])
    test(`axe finds nothing serious, ${scheme}`, async () => {
      const page = await browser.page('/?example=mannequin.x&clip=walk&paused', { wait: 'figure', colorScheme: scheme, bypassCSP: true });
      await until(page, 'viewer.paused');
      for (const tab of ['view', 'select', 'tracks', 'compare', 'graph', 'check', 'save']) {
        await page.locator(`#tab-${tab}`).click();
        assert.deepEqual(await serious(page), [], tab);
      }
      await page.locator('#help-button').click();
      assert.deepEqual(await serious(page), [], 'help');
      await browser.close(page);
    });

  test('axe finds nothing serious in the course', async () => {
    const page = await browser.page('/course.html#3', { wait: 'figure', bypassCSP: true });
    assert.deepEqual(await serious(page), []);
    await browser.close(page);
  });

  for (const [width, height, scheme] of [[390, 844, 'light'], [1280, 800, 'light'], [1920, 1080, 'dark']])
    test(`at ${width} x ${height} nothing is cut off, and the model has enough space`, async () => {
      const page = await browser.page('/?example=mannequin.x&clip=walk&t=0.4&paused&show=skeleton', { wait: 'figure', viewport: { width, height }, colorScheme: scheme });
      await until(page, 'viewer.paused && report.clip === "walk"');
      const { wide, tall, share, small } = await page.evaluate(() => {
        const stage = document.querySelector('#stage').getBoundingClientRect();
        const small = [...document.querySelectorAll('button, select, input, a')].filter((element) => {
          const box = element.getBoundingClientRect();
          if (box.width === 0 || element.closest('[hidden], .skip')) return false;
          const area = element.closest('label')?.getBoundingClientRect() ?? box;
          return Math.round(area.width) < 24 || Math.round(area.height) < 24;
        });
        return { wide: document.documentElement.scrollWidth, tall: document.documentElement.scrollHeight, share: (stage.width * stage.height) / (innerWidth * innerHeight), small: small.map((element) => element.outerHTML.slice(0, 120)) };
      });
      assert.ok(wide <= width && tall <= height, `${wide} x ${tall}`);
      assert.ok(share > (width < 600 ? 0.55 : 0.45), `the figure has ${Math.round(share * 100)} % of the page`);
      assert.deepEqual(small, [], 'every target has 24 pixels');
      assert.ok((await picture_share(page)) > 0.03);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `page-${width}x${height}.png`) });
      }
      await browser.close(page);
    });

  // A phone held upright and sideways, and a window of 1280 x 800 at a zoom of 200 %.
  for (const [width, height] of [[390, 844], [320, 640], [844, 390], [667, 375], [640, 400]])
    test(`at ${width} x ${height} every tool is reachable, and the model has the rest`, async () => {
      const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure', viewport: { width, height } });
      await until(page, 'viewer.paused');
      const boxes = () => page.evaluate(() => {
        const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return [left, top, right, bottom].map(Math.round); };
        return { stage: box(document.querySelector('#stage')), outside: [...document.querySelectorAll('#rail button, #chips button, #transport button, #transport select')].filter((element) => element.offsetParent).filter((element) => {
          const [left, top, right, bottom] = box(element);
          const end = element.closest('.middle') ? Math.round(document.querySelector('.middle').getBoundingClientRect().right) : innerWidth;
          return left < 0 || top < 0 || right > end || bottom > innerHeight || right - left < 24 || bottom - top < 24;
        }).map((element) => element.textContent) };
      });
      const closed = await boxes();
      assert.deepEqual(closed.outside, []);
      assert.ok(closed.stage[2] - closed.stage[0] === width, `the picture is ${closed.stage} wide`);
      assert.equal(await page.locator('#rail [aria-selected="true"]').count(), 0, 'no tab looks open');
      for (const tab of ['Clips', 'Save']) {
        await page.getByRole('tab', { name: tab }).click();
        assert.equal(await page.getByRole('tab', { name: tab }).getAttribute('aria-selected'), 'true');
        assert.ok(await page.locator(tab === 'Save' ? '#panel-save' : '.clips-panel').isVisible());
        assert.deepEqual((await boxes()).outside, [], tab);
      }
      if (pictures) await page.screenshot({ path: join(pictures, `tools-${width}x${height}.png`) });
      await browser.close(page);
    });

  test('text scales with the font size of the user', async () => {
    const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure' });
    await page.locator('.node .name').first().waitFor({ state: 'attached' });
    const size = () => page.evaluate(() => ['body', '#title', '.panel h2', '.node .name', '#rail button', '#chips button'].map((name) => parseFloat(getComputedStyle(document.querySelector(name)).fontSize)));
    const before = await size();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    assert.deepEqual(await size(), before.map((points) => 2 * points));
    await browser.close(page);
  });

  test('the policy has no unsafe-eval, and header and page agree', async () => {
    const answer = await fetch(browser.origin + '/');
    const header = answer.headers.get('content-security-policy');
    const inside = /Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())[1];
    assert.equal(header, content_security_policy);
    assert.equal(inside, header);
    assert.ok(!/'unsafe-eval'|'unsafe-inline'|\*(?!;| |$)/.test(header.replaceAll(':*', '')), header);
    // The policy is enforced: the page may not use eval.
    const page = await browser.page();
    const refused = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.was_run = true';
      document.body.append(script);
      return globalThis.was_run === undefined;
    });
    assert.ok(refused);
    await browser.close(page, { quiet: false }); // the browser logs the violation
  });

  test('the scripts of the page are small', () => {
    const of = (path) => brotliCompressSync(readFileSync(path)).length;
    // Everything that the page loads at the start. Scripts that are loaded later, for video, also count.
    const page = readdirSync(join(site, 'js')).filter((name) => !/^(api|course|element)\.js$/.test(name));
    assert.ok(page.includes('skelter.js'), 'the glue is among them');
    const total = page.reduce((sum, name) => sum + of(join(site, 'js', name)), 0);
    assert.ok(total <= kMaxScript_bytes, `${total} bytes`);
  });

  test('the course moves the figure when a number is changed', async () => {
    const page = await browser.page('/course.html#5', { wait: 'figure' });
    await page.getByText('Why there are offsets').first().waitFor();
    await page.locator('#lab textarea').waitFor();
    await until(page, "report.file === 'sleeve.x'");
    // The hand is at the end of an arm of that length, which starts at a height of 10 and is turned by 20
    // degrees: (-length sin 20, 10 + length cos 20).
    const hand_at = async (length) => {
      await page.evaluate(() => ['clip rest', 'select Hand'].forEach((line) => document.querySelector('skelter-viewer').command(line)));
      await page.waitForFunction(([x, y]) => {
        const viewer = document.querySelector('skelter-viewer');
        viewer.draw(0);
        viewer.viewer.forget_report();
        const at = viewer.report.selected?.position;
        return at && Math.abs(at[0] - x) < 1e-5 && Math.abs(at[1] - y) < 1e-5;
      }, [-length * Math.sin(Math.PI / 9), 10 + length * Math.cos(Math.PI / 9)]);
    };
    await hand_at(5);
    const text = await page.locator('#lab textarea').inputValue();
    await page.locator('#lab textarea').fill(text.replace('0,0,1,0, 0,5,0,1;;', '0,0,1,0, 0,8,0,1;;'));
    await page.waitForFunction(() => {
      const viewer = document.querySelector('skelter-viewer');
      viewer.draw(0);
      viewer.viewer.forget_report();
      return (viewer.report.selected?.position?.[1] ?? 0) > 16; // it was below 15 in every pose
    });
    await hand_at(8);
    await browser.close(page);
  });

  test('every chapter of the course opens its model', async () => {
    const page = await browser.page('/course.html', { wait: 'figure' });
    const chapters = await page.locator('#chapters a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.equal(chapters.length, 18); // the introduction, eleven chapters, five demonstrations, the glossary
    for (const chapter of chapters) {
      await page.locator(`#chapters a[href="${chapter}"]`).click();
      await page.waitForFunction((name) => document.querySelector(`#chapters a[href="${name}"]`).getAttribute('aria-current') === 'page' && document.querySelector('#text h2'), chapter);
      await page.waitForFunction((name) => name === '#glossary' || document.querySelector('#lab').childElementCount > 0 || name === '#0', chapter);
      assert.equal(await page.locator('#message').isVisible() && (await page.locator('#message.is-error').count()) > 0 ? await page.locator('#message').innerText() : '', '', chapter);
    }
    await figure(page);
    await browser.close(page);
  });
});
