// A plugin of Swagger UI: shows `where` parameters as empty text fields. Otherwise Swagger UI generates an example from the
// schema, which takes minutes for a recursive one, and the example is not a meaningful condition.

/** A parameter, as far as the plugin changes it. */
interface Parameter {
  readonly name?: string;
  content?: Record<string, { readonly schema?: { readonly $ref?: string } } | undefined>;
  schema?: object;
  description?: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
}

/** A document, as far as the plugin reads it. */
interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** Runs in the browser, so it must not refer to this module. */
function showConditionsAsText(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...parameters, ...Object.values(document.components?.parameters ?? {})]) {
    const ref = parameter.content?.['application/json']?.schema?.$ref;
    if (ref === undefined || !/(^|\.)where$/.test(parameter.name ?? '')) continue;
    delete parameter.content;
    parameter.schema = { type: 'string' };
    parameter.description = `${parameter.description ?? ''} Its schema is \`${ref.split('/').pop() ?? ''}\`.`;
  }
  return document;
}

/** The name of the plugin in the page's script. */
export const conditionsPlugin = 'ConditionsPlugin';

/** The script that defines the plugin. */
export const conditionsPluginScript = `${String(showConditionsAsText)}
function ${conditionsPlugin}() {
  const updateJsonSpec = (update) => (document) => update(${showConditionsAsText.name}(document));
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec } } } };
}`;
