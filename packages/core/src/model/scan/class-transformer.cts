// Loads class-transformer if the application has it: `@ValidateNested` needs it, and the API must not show what `@Exclude`
// hides. CommonJS in both of our formats, because only `require` loads synchronously.
import type transformer = require('class-transformer');

interface ClassTransformer {
  readonly plainToInstance: typeof transformer.plainToInstance;
  /** The metadata of its decorators. */
  readonly types: DecoratorStorage;
}

interface DecoratorStorage {
  findTypeMetadata(target: object, property: string): object | undefined;
  findExcludeMetadata(
    target: object,
    property: string,
  ): { readonly options: transformer.ExcludeOptions } | undefined;
  /** `excludeAll` for a class that is excluded itself. */
  getStrategy(target: object): 'excludeAll' | 'exposeAll' | 'none';
}

/** The module; null if it is not installed. */
function loadClassTransformer(): ClassTransformer | null {
  try {
    const { plainToInstance } = require('class-transformer') as typeof transformer;
    const types = loadDecorators();
    return types && { plainToInstance, types };
  } catch {
    return null;
  }
}

/** The metadata of the decorators, from one small file; null if it is not installed. */
function loadDecorators(): DecoratorStorage | null {
  try {
    const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js') as {
      defaultMetadataStorage: DecoratorStorage;
    };
    return defaultMetadataStorage;
  } catch {
    return null;
  }
}

export = { loadClassTransformer, loadDecorators };
