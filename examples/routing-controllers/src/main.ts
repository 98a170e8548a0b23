// Runs the helpdesk on `PORT`, 3000 by default, until it is interrupted.
import 'reflect-metadata';
import { openHelpdesk } from './app.js';

const port = Number(process.env.PORT ?? 3000);
const { app, dataSource } = await openHelpdesk();
const server = app.listen(port, () => {
  console.log(`The helpdesk is open. Documentation: http://localhost:${String(port)}/api/docs`);
  console.log(
    `Try: curl -H 'Authorization: Bearer ben-token' http://localhost:${String(port)}/api/tickets?pretty=true`,
  );
});
process.once('SIGINT', stop).once('SIGTERM', stop);

function stop(): void {
  server.close(() => void dataSource.destroy());
  server.closeIdleConnections();
}
