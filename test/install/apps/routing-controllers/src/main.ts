import { RestController, restControllers, type RestRequest } from '@decorest/koa/routing-controllers';
import Koa from 'koa';
import { JsonController, useKoaServer } from 'routing-controllers';
import { api } from './api';
import { Pet, User } from './entities';

async function start(): Promise<void> {
  const built = await api();

  @JsonController()
  class Pets extends RestController(built, Pet) {
    override list(request: RestRequest) {
      return super.list(request);
    }
  }

  @JsonController()
  class Users extends RestController(built, User) {}

  const options = { routePrefix: '/api', controllers: [Pets, Users] };
  const app = new Koa();
  app.use(restControllers(built, options));
  useKoaServer(app, options);
  app.listen(Number(process.env.PORT));
}

void start();
