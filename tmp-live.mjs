import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--use-fake-device-for-media-stream','--use-fake-ui-for-media-stream'] });
const out = '/tmp/shots'; 
const errors = [];
async function login(who, viewport, opts = {}) {
  const c = await b.newContext({ viewport, permissions: ['camera','microphone'], baseURL: 'http://localhost:4200', ...opts });
  const p = await c.newPage();
  p.on('pageerror', (e) => errors.push(`${who}: ${e.message}`));
  p.on('console', (m) => m.type() === 'error' && errors.push(`${who} console: ${m.text()}`));
  await p.goto('/');
  await p.getByLabel('Email Address').fill(`${who}@example.org`);
  await p.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await p.getByRole('button', { name: 'LOGIN' }).click();
  await p.waitForURL(/\/user\//, { timeout: 60000 });
  await p.waitForTimeout(2500);
  return p;
}
const shot = (p, n) => p.screenshot({ path: `${out}/${n}.png`, fullPage: true });
for (const [who, vp, opts, tag] of [['odalie', { width: 820, height: 1180 }, { hasTouch: true }, '820'], ['juniper', { width: 360, height: 740 }, { hasTouch: true, isMobile: true, colorScheme: 'dark' }, '360d']]) {
  const p = await login(who, vp, opts);
  await shot(p, `${tag}-home`);
  const id = p.url().match(/user\/([^/]+)/)[1];
  await p.goto(`/user/${id}/edit?tab=notifications`); await p.waitForTimeout(2500);
  await shot(p, `${tag}-settings`);
  if (who === 'juniper') { await p.evaluate(() => { document.documentElement.style.fontSize = '200%'; }); await p.waitForTimeout(500); await shot(p, `${tag}-settings-200`);}
  await p.goto(`/user/${id}/connections`); await p.waitForTimeout(2000);
  await shot(p, `${tag}-connections`);
  await p.getByRole('button', { name: /^Ask .* a question|^Ask a question/ }).first().click(); await p.waitForTimeout(2500);
  await p.screenshot({ path: `${out}/${tag}-ask.png` });
  await p.context().close();
}
console.log(errors.join('\n') || 'no errors');
await b.close();
