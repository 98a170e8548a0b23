// A headless Chromium for the browser tests: Debian's, installed on the spot where that is possible.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Nothing of Chromium's own may reach the network, or "no request leaves the page" could not be shown. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium. @throws Error saying what to do when there is none and none can be installed. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(path)) installChromium();
  return chromium.launch({ executablePath: path, args });
}

function installChromium(): void {
  try {
    // Another installation may be under way: wait for its lock.
    const wait = ['-o', 'DPkg::Lock::Timeout=300'];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', [...wait, 'update'], { env });
    execFileSync('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'chromium'], { env });
  } catch (cause) {
    throw new Error(missing, { cause });
  }
  if (!existsSync(path)) throw new Error(missing);
}

const missing =
  `The browser tests need Chromium: there is none at ${path}, and apt-get could not install it. ` +
  'Install it, or set CHROMIUM_PATH to where it is.';
