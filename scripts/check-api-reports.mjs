// Checks the public surface of each package's entry points against api-reports/*.api.md; --update writes the reports.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'api-reports');
const current = join(root, 'node_modules/.cache/api-report');
const update = process.argv.includes('--update');
mkdirSync(current, { recursive: true });
mkdirSync(reports, { recursive: true });

const stale = ['core', 'openapi', 'koa'].flatMap(findEntryPoints).filter((entry) => !checkReport(entry));
if (stale.length > 0) {
  console.error(`Stale: ${stale.map(({ file }) => `api-reports/${file}`).join(', ')}.`);
  console.error('Record an intended change with `npm run api:update`.');
  process.exitCode = 1;
}

/** The entry points of a package, with the names of their reports. */
function findEntryPoints(name) {
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

/** Whether the report is unchanged, or was updated. */
function checkReport({ folder, types, file }) {
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: buildConfig(folder, types, file),
  });
  const { succeeded, apiReportChanged } = Extractor.invoke(config, {
    localBuild: update,
    messageCallback: (message) => (message.handled = message.category === 'console'),
  });
  if (apiReportChanged && !update) printDifference(file);
  return succeeded && (update || !apiReportChanged);
}

function buildConfig(folder, types, file) {
  const off = { enabled: false };
  const silent = { default: { logLevel: 'none' } };
  return {
    projectFolder: folder,
    mainEntryPointFilePath: types,
    compiler: { tsconfigFilePath: join(folder, 'tsconfig.json') },
    apiReport: { enabled: true, reportFileName: file, reportFolder: reports, reportTempFolder: current },
    docModel: off,
    dtsRollup: off,
    tsdocMetadata: off,
    messages: {
      // The report lists types that a public type refers to and that are not exported.
      extractorMessageReporting: {
        ...silent,
        'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true },
      },
      tsdocMessageReporting: silent,
    },
  };
}

function printDifference(file) {
  const files = [join(reports, file), join(current, file)];
  spawnSync('git', ['--no-pager', 'diff', '--no-index', '--', ...files], { stdio: 'inherit' });
}
