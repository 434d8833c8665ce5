// Opens a page with the engine in a headless browser, and collects its console messages.
import { join } from 'node:path';
import { corpus, launchBrowser, programs, root, serve, site } from './common.mjs';

// Calls `use` with a page; fails if the page logged anything, or requested anything except its own files.
export async function withPage(t, use, rasterizer = 'swiftshader') {
  const { browser, why } = await launchBrowser(rasterizer);
  if (!browser) return t.skip(why);
  const server = await serve({
    '/site/': site,
    '/programs/': programs,
    '/page/': join(root, 'tests/web/page'),
    '/assets/': join(root, 'assets'),
    '/data/': join(root, 'tests/data'),
    '/corpus/': corpus,
  });
  const said = [];
  try {
    const page = await browser.newPage();
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url())) said.push(`request: ${request.url()}`);
    });
    await page.goto(`${server.url}/page/index.html`);
    await page.waitForFunction(() => window.ready);
    await use(page, said);
  } finally {
    await browser.close();
    server.close();
  }
  if (said.length > 0) throw new Error(`the page said:\n${said.join('\n')}`);
}
