// Lints the OpenAPI document on standard input with Redocly's recommended rules and Spectral's OpenAPI rules, and
// prints the findings as JSON. A process of its own because the linters are ES modules and jest runs CommonJS.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import spectralRulesets from '@stoplight/spectral-rulesets';

const source = await text(process.stdin);
console.log(JSON.stringify([...(await redocly(source)), ...(await spectral(source))]));

async function redocly(source) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, severity, message, location }) => ({
    linter: 'redocly',
    rule: ruleId,
    severity,
    message,
    place: location[0]?.pointer ?? '',
  }));
}

async function spectral(source) {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });
  const document = new spectralCore.Document(source, spectralParsers.Json, 'openapi.json');
  const severities = ['error', 'warn', 'info', 'hint'];
  return (await linter.run(document)).map(({ code, severity, message, path }) => ({
    linter: 'spectral',
    rule: String(code),
    severity: severities[severity],
    message,
    place: path.join('/'),
  }));
}
