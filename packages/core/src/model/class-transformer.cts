// class-transformer, where the application has it: `@ValidateNested` needs it, and the API must not show what `@Exclude` hides.
// Its users import it themselves. CommonJS in both of our formats, because only `require` loads at once.
import type transformer = require('class-transformer');

interface ClassTransformer {
  readonly plainToInstance: typeof transformer.plainToInstance;
  /** What `@Type` has said. */
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

/** The module; null where it is not installed. */
function loadClassTransformer(): ClassTransformer | null {
  try {
    const { plainToInstance } = require('class-transformer') as typeof transformer;
    const types = loadDecorators();
    return types && { plainToInstance, types };
  } catch {
    return null;
  }
}

/** What the decorators have said, which takes one small file; null where it is not installed. */
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
