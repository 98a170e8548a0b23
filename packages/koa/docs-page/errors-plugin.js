// A plugin of Swagger UI: says beside the button Execute which value is wrong. Otherwise a parameter far above it turns red,
// and nothing seems to happen.

function ErrorsPlugin() {
  return {
    components: { InvalidValues },
    wrapComponents: { execute: addInvalidValues },
  };
}

function addInvalidValues(Original, { React, getComponent }) {
  return function ExecuteWithErrors(props) {
    const { path, method } = props;
    // A container: it renders whenever the state changes, as the operation around it does not.
    const Errors = getComponent('InvalidValues', true);
    return React.createElement(
      React.Fragment,
      null,
      React.createElement(Original, props),
      React.createElement(Errors, { path, method }),
    );
  };
}

function InvalidValues({ path, method, specSelectors, oas3Selectors, React }) {
  const errors = [
    ...specSelectors.validationErrors([path, method]),
    ...(oas3Selectors.requestBodyErrors(path, method)?.get?.('missingBodyValue')
      ? ['The body is missing.']
      : []),
  ];
  if (errors.length === 0) return null;
  const items = errors.map((error, at) => React.createElement('li', { key: at }, error));
  return React.createElement('ul', { className: 'invalid-values', role: 'alert' }, items);
}
