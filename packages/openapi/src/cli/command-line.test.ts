import { readCommand } from './command-line.js';
import { Failure } from './failure.js';

const command = { apiExport: null, optionsExport: null, file: null, format: 'json', check: false };

test.each([
  [['app.js'], { ...command, module: 'app.js' }],
  [['app.js', '--format', 'yaml'], { ...command, module: 'app.js', format: 'yaml' }],
  [['app.js', '--out', 'a.yml'], { ...command, module: 'app.js', file: 'a.yml', format: 'yaml' }],
  [['--out', 'a.yaml', '--format', 'json', 'app.js'], { ...command, module: 'app.js', file: 'a.yaml' }],
  [['app.js', '--out=a.json', '--check'], { ...command, module: 'app.js', file: 'a.json', check: true }],
  [
    ['app.js', '--export', 'shop', '--options', 'texts'],
    { ...command, module: 'app.js', apiExport: 'shop', optionsExport: 'texts' },
  ],
  [['--help'], 'help'],
  [['-h', 'app.js'], 'help'],
])('%j is understood', (args, expected) => {
  expect(readCommand(args)).toEqual(expected);
});

test.each([
  [[], 'The module is missing.'],
  [['a.js', 'b.js'], 'Expected one module, got 2.'],
  [['app.js', '--nope'], "Unknown option '--nope'."],
  [['app.js', '--out'], "Option '--out <value>' argument missing."],
  [['app.js', '--check=yes', '--out', 'a.json'], "Option '--check' does not take an argument."],
  [['app.js', '--check'], '--check requires --out <file>.'],
  [['app.js', '--format', 'xml'], "--format must be json or yaml, not 'xml'."],
  [['app.js', '--out', 'a.txt'], "'a.txt' ends in neither .json nor .yaml: choose one with --format."],
])('%j is refused', (args, message) => {
  expect(() => readCommand(args)).toThrow(new Failure(`${message} See decorest-openapi --help.`));
});
