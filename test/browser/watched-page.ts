// A browser page under watch: what it asked the network for, and what it was forbidden.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Addresses outside the page's own origin that it asked for. */
  readonly strayRequests: string[];
  /** Violations of the Content-Security-Policy, uncaught errors, and dialogs. */
  readonly complaints: string[];
}

/** Opens a documentation page and waits until it is all there; the network alone is idle while scripts still compile. */
export async function openWatched(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const page = await browser.newPage(options);
  const watched: WatchedPage = { page, strayRequests: [], complaints: [] };
  watchRequests(watched, new URL(address).origin);
  watchComplaints(watched);
  await page.goto(address);
  await page.locator('.info .title').waitFor();
  await page.waitForLoadState('networkidle');
  return watched;
}

function watchRequests({ page, strayRequests }: WatchedPage, origin: string): void {
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') strayRequests.push(request.url());
  });
}

function watchComplaints({ page, complaints }: WatchedPage): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}
