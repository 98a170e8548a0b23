// What every application must do: start, create, list, and describe itself.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, printedBy, run } from './commands.mjs';
import { scriptsOf } from './installed-app.mjs';
import { freePort, untilAnswered } from './ports.mjs';

/** Runs what an application has scripts for on a Node: its tests, its server, the command that writes the document. */
export async function exercise(folder, node) {
  const { test, start, document } = scriptsOf(folder);
  if (test !== undefined) await runTests(folder, node);
  if (start !== undefined) await withServer(folder, node, start.replace('node ', ''), checkApi);
  if (document !== undefined) await checkCommand(folder, node, document.split(' '));
}

/** The command that writes the document, of the API the application exports. */
async function checkCommand(folder, node, [command, ...args]) {
  const printed = await run(node.binary, [join(folder, 'node_modules/.bin', command), ...args], {
    cwd: folder,
  });
  assert.match(JSON.parse(printed).openapi, /^3\.1\./);
}

/** Jest, under the Node given. */
function runTests(folder, node) {
  return run(node.binary, [join(folder, 'node_modules/jest/bin/jest.js'), '--runInBand'], { cwd: folder });
}

/** Starts the server, lets `check` ask it, ends it. It must not have printed anything, a warning for instance. */
async function withServer(folder, node, main, check) {
  const port = await freePort();
  const server = spawn(node.binary, [main], { cwd: folder, env: environment({ PORT: String(port) }) });
  const printed = printedBy(server);
  const ended = new Promise((end) => server.once('close', end));
  try {
    const base = `http://127.0.0.1:${port}/api`;
    await untilAnswered(`${base}/pets`, server, printed);
    await check(base);
    assert.equal(printed(), '');
  } catch (error) {
    throw new Error(`${error.message}\n${printed()}`, { cause: error });
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
}

async function checkApi(base) {
  const owner = await post(`${base}/users`, { email: 'ada@example.com' });
  const pet = await post(`${base}/pets`, { name: 'Rex', age: 3, owner: owner.id });
  await post(`${base}/pets`, { name: 'Mia', age: 1 });
  assert.deepEqual(pet.edges.owner, owner);
  const list = await get(`${base}/pets?name.ihas=RE&age.gte=2&has.owner=true&sort=-name`);
  assert.deepEqual(list.content, [pet]);
  await checkDocument(base);
}

async function checkDocument(base) {
  const document = await get(`${base}/openapi.json`);
  assert.match(document.openapi, /^3\.1\./);
  assert.deepEqual(Object.keys(document.paths['/pets/{id}']), ['get', 'patch', 'delete']);
  await checkPage(`${base}/docs`);
}

/** The page is served, and every file that it links to. */
async function checkPage(page) {
  const response = await fetch(page);
  assert.equal(response.status, 200, page);
  const links = [...(await response.text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link);
  assert.equal(links.length, 5);
  for (const link of links) assert.equal((await fetch(new URL(link, page))).status, 200, link);
}

async function get(url) {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return response.json();
}

async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answered = await response.json();
  assert.equal(response.status, 201, JSON.stringify(answered));
  return answered;
}
