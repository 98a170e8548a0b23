// class-transformer, where the application has it: only `@ValidateNested` needs it, and its users import it themselves.
// CommonJS in both of our formats, because only `require` loads at once.
import type transformer = require('class-transformer');

interface ClassTransformer {
  readonly plainToInstance: typeof transformer.plainToInstance;
  /** What `@Type` has said. */
  readonly types: TypeStorage;
}

interface TypeStorage {
  findTypeMetadata(target: object, property: string): object | undefined;
}

/** The module; null where it is not installed. */
function loadClassTransformer(): ClassTransformer | null {
  try {
    const { plainToInstance } = require('class-transformer') as typeof transformer;
    const { defaultMetadataStorage: types } = require('class-transformer/cjs/storage.js') as {
      defaultMetadataStorage: TypeStorage;
    };
    return { plainToInstance, types };
  } catch {
    return null;
  }
}

export = { loadClassTransformer };
