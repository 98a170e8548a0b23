// Runs the helpdesk on `PORT`, 3000 by default, until it is interrupted.
import 'reflect-metadata';
import { serve } from '@decorest/koa/serve';
import { openHelpdesk } from './app.js';

const { app, dataSource } = await openHelpdesk();
const { port } = await serve(app, {
  port: Number(process.env.PORT ?? 3000),
  close: () => dataSource.destroy(),
});
const base = `http://localhost:${String(port)}/api`;
console.log(`The helpdesk is open. Documentation: ${base}/docs`);
console.log(`Try: curl -H 'Authorization: Bearer ben-token' '${base}/tickets?pretty=true'`);
