// A plugin of Swagger UI: changes the parameters of the document before the page shows them.

/**
 * - A text that holds JSON is an empty text field. Swagger UI would ask for a file, and resolve the schema with all that it refers to,
 *   which takes minutes for a recursive one.
 * - Defaults and examples of optional parameters are text in their descriptions. Otherwise Swagger UI fills them in and sends
 *   them, so that a request has parameters that its sender has not chosen.
 * - A required parameter has the first example of its schema. Swagger UI fills in the example of a parameter alone.
 * - A bulk delete needs a filter, any of many: its first one has the example of its schema, too.
 */
function ParametersPlugin() {
  const updateJsonSpec = (update) => (document) => {
    for (const parameter of listParameters(document)) {
      showContentAsText(parameter);
      if (parameter.required) fillInExample(parameter);
      else showDefaultAsText(parameter);
    }
    fillInFilters(document);
    return update(document);
  };
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec } } } };
}

function listParameters({ paths = {}, components = {} }) {
  const items = Object.values(paths);
  const operations = items.flatMap((item) => Object.values(item));
  return [...items, ...operations]
    .flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []))
    .concat(Object.values(components.parameters ?? {}));
}

function showContentAsText(parameter) {
  const { contentMediaType, contentSchema, ...schema } = parameter.schema ?? {};
  if (contentMediaType !== 'application/json' || contentSchema?.$ref === undefined) return;
  parameter.schema = schema;
  addSentence(parameter, `Its schema is \`${contentSchema.$ref.split('/').pop()}\`.`);
}

function fillInExample(parameter) {
  const [first] = parameter.schema?.examples ?? [];
  if (first !== undefined && parameter.examples === undefined) parameter.example ??= first;
}

/** A delete with the parameter `all` is one of many rows. Operations share their filters, so that this one gets a copy. */
function fillInFilters({ paths = {}, components = {} }) {
  const resolve = (parameter) => components.parameters?.[parameter.$ref?.split('/').at(-1)] ?? parameter;
  for (const { parameters = [] } of Object.values(paths).flatMap((item) => item.delete ?? [])) {
    const names = parameters.map((parameter) => resolve(parameter).name);
    const at = names.findIndex((name) => name.includes('.'));
    if (at < 0 || !names.includes('all')) continue;
    parameters[at] = { ...resolve(parameters[at]) };
    fillInExample(parameters[at]);
  }
}

function showDefaultAsText(parameter) {
  const { schema = {} } = parameter;
  const { default: preset, example = schema.example } = { ...schema, ...parameter };
  if (preset !== undefined) addSentence(parameter, `Default: \`${formatValue(preset)}\`.`);
  if (example !== undefined) addSentence(parameter, `Example: \`${formatValue(example)}\`.`);
  for (const [name, { value }] of Object.entries(parameter.examples ?? {}))
    addSentence(parameter, `Example \`${name}\`: \`${formatValue(value)}\`.`);
  for (const member of ['default', 'example', 'examples']) delete parameter[member];
  if (parameter.schema) parameter.schema = omitInitialValues(schema);
}

function omitInitialValues(schema) {
  const others = { ...schema };
  delete others.default;
  delete others.example;
  return others;
}

/** A description that ends with the default already says it. */
function addSentence(parameter, sentence) {
  const { description = '' } = parameter;
  if (!description.includes(sentence)) parameter.description = `${description} ${sentence}`.trim();
}

function formatValue(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
