// The process of a test's own server of any kind: stop, pause and resume it.
import type { ServerProcess } from '../support/server-process.js';
import type { StopMode } from './own-server.js';

export abstract class OwnProcess {
  protected server: ServerProcess | undefined;

  /** What each way to stop it is called by the system. */
  protected abstract readonly signals: Readonly<Record<StopMode, NodeJS.Signals>>;

  async stop(mode: StopMode): Promise<void> {
    await this.server?.end(this.signals[mode]);
  }

  hang(): void {
    this.server?.hang();
  }

  wake(): void {
    this.server?.wake();
  }
}
