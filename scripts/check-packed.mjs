// publint and attw on the tarballs that would be published.
import { spawnSync } from 'node:child_process';
import { packPackages } from './packed.mjs';

for (const { path } of packPackages()) {
  check('publint', [path, '--strict']);
  check('attw', [path, '--format', 'ascii', '--no-emoji']);
}

function check(tool, args) {
  const { status } = spawnSync('npx', ['--no-install', tool, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
