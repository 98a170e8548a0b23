// A plugin of Swagger UI: folds filters and parameters of edges, whose names have a dot, behind a button where an operation
// has more than ten of them. Lists of large classes have hundreds, which would hide everything below.

const foldedFrom = 11;

function FoldingPlugin() {
  return { wrapComponents: { parameterRow: createFoldableRow } };
}

function createFoldableRow(Original, { React, layoutSelectors, layoutActions }) {
  return function FoldableRow(props) {
    const { rawParam, pathMethod, specSelectors } = props;
    const row = React.createElement(Original, props);
    if (!isFoldable(rawParam)) return row;
    const foldable = listFoldable(specSelectors, pathMethod);
    if (foldable.length < foldedFrom) return row;
    const key = ['filters', ...pathMethod];
    const isOpen = layoutSelectors.isShown(key, false);
    const isVisible = isOpen || isChosen(props.param);
    if (!isSame(rawParam, foldable[0])) return isVisible ? row : null;
    const hidden = foldable.filter(
      (one) => !isChosen(specSelectors.parameterWithMetaByIdentity(pathMethod, one)),
    );
    const button = createFoldButton(React, {
      isOpen,
      text: nameFoldButton(isOpen, hidden.length, foldable.length),
      toggle: () => layoutActions.show(key, !isOpen),
    });
    return React.createElement(React.Fragment, null, button, isVisible ? row : null);
  };
}

/** What a request needs is never folded, nor what the page fills in: Swagger UI fills in what it shows. */
function isFoldable(parameter) {
  const isFilledIn = parameter.get('required') || parameter.get('example') !== undefined;
  return parameter.get('name', '').includes('.') && !isFilledIn;
}

function listFoldable(specSelectors, [path, method]) {
  const parameters = specSelectors.specResolvedSubtree(['paths', path, method, 'parameters']);
  return parameters ? parameters.filter(isFoldable).toArray() : [];
}

function isSame(one, other) {
  return one.get('name') === other.get('name') && one.get('in') === other.get('in');
}

/** What a request would send is always shown. */
function isChosen(parameter) {
  const value = parameter?.get('value');
  return value !== undefined && value !== null && value !== '' && value.size !== 0;
}

function nameFoldButton(isOpen, hidden, all) {
  if (isOpen) return `Hide ${all} filters`;
  return hidden === all ? `Show ${all} filters` : `Show ${hidden} more filters`;
}

function createFoldButton(React, { isOpen, text, toggle }) {
  const button = React.createElement(
    'button',
    { type: 'button', className: 'btn fold-filters', 'aria-expanded': isOpen, onClick: toggle },
    text,
  );
  return React.createElement('tr', null, React.createElement('td', { colSpan: 2 }, button));
}
