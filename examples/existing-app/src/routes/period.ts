// `?from=2025-09-01&to=2025-09-30`, both days included.
import { IsISO8601 } from 'class-validator';

export class Period {
  @IsISO8601({ strict: true })
  from = '1970-01-01';

  @IsISO8601({ strict: true })
  to = '9999-12-31';
}
