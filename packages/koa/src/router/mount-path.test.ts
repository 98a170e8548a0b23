import { resolveMountPath } from './mount-path.js';

describe('mountPath', () => {
  test.each([
    ['/openapi.json', '/openapi.json', ''],
    ['/api/openapi.json?x=/openapi.json', '/openapi.json', '/api'],
    ['/t/a%2fb/openapi.json', '/openapi.json', '/t/a%2fb'],
    ['http://evil.example/api/openapi.json', '/openapi.json', '/api'],
    ['/api', '', '/api'],
    ['/rewritten', '/openapi.json', ''],
  ])('of %s, %s below it, is %s', (originalUrl, path, mount) => {
    expect(resolveMountPath(originalUrl, path)).toBe(mount);
  });
});
