// The public surface of each package's entry points, as etc/*.api.md has it. Checks it, or writes it with --update.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'etc');
const found = join(root, 'node_modules/.cache/api-report');
const update = process.argv.includes('--update');
mkdirSync(found, { recursive: true });
mkdirSync(reports, { recursive: true });

const stale = ['core', 'openapi', 'koa'].flatMap(entryPoints).filter((entry) => !report(entry));
if (stale.length > 0) {
  console.error(`Stale: ${stale.map(({ file }) => `etc/${file}`).join(', ')}.`);
  console.error('A change that is meant is recorded with `npm run api:update`.');
  process.exitCode = 1;
}

/** What the `exports` of a package lead to, with the names of their reports. */
function entryPoints(name) {
  const folder = join(root, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path, target]) => ({
      folder,
      types: join(folder, target.import.types),
      file: `${[name, ...path.split('/').slice(1)].join('.')}.api.md`,
    }));
}

/** Whether the report is as it was, or could be updated. */
function report({ folder, types, file }) {
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: configOf(folder, types, file),
  });
  const { succeeded, apiReportChanged } = Extractor.invoke(config, {
    localBuild: update,
    messageCallback: (message) => (message.handled = message.category === 'console'),
  });
  if (apiReportChanged && !update) difference(file);
  return succeeded && (update || !apiReportChanged);
}

function configOf(folder, types, file) {
  const off = { enabled: false };
  const silent = { default: { logLevel: 'none' } };
  return {
    projectFolder: folder,
    mainEntryPointFilePath: types,
    compiler: { tsconfigFilePath: join(folder, 'tsconfig.json') },
    apiReport: { enabled: true, reportFileName: file, reportFolder: reports, reportTempFolder: found },
    docModel: off,
    dtsRollup: off,
    tsdocMetadata: off,
    messages: {
      // What a public type speaks of and nobody else can name is told in the report.
      extractorMessageReporting: {
        ...silent,
        'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true },
      },
      tsdocMessageReporting: silent,
    },
  };
}

function difference(file) {
  const files = [join(reports, file), join(found, file)];
  spawnSync('git', ['--no-pager', 'diff', '--no-index', '--', ...files], { stdio: 'inherit' });
}
