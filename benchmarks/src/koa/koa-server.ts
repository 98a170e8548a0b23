// A Koa application on a port.
import { createServer, type RequestListener } from 'node:http';
import { serve } from '../serve.js';

export function serveKoa(app: { callback(): RequestListener }): void {
  const answerRequest = app.callback();
  serve(
    createServer((request, response) => {
      answerRequest(request, response);
    }),
  );
}
