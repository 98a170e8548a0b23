// A plugin of Swagger UI: searches operations by tag, method, path, summary and id. Each word must occur, in any case.

function SearchPlugin() {
  return {
    fn: { opsFilter: findOperations },
    wrapComponents: { operations: tellOfNoMatch, FilterContainer: nameSearch },
  };
}

function findOperations(tags, phrase) {
  const words = phrase
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return tags
    .map((tagged, tag) =>
      tagged.update('operations', (operations) =>
        operations.filter((operation) => {
          const text = describeForSearch(tag, operation);
          return words.every((word) => text.includes(word));
        }),
      ),
    )
    .filter((tagged) => tagged.get('operations').size > 0);
}

function describeForSearch(tag, operation) {
  const { method, path } = operation.toObject();
  const texts = ['summary', 'operationId'].map((key) => operation.getIn(['operation', key], ''));
  return [tag, method, path, ...texts].join(' ').toLowerCase();
}

/** Without this, an unsuccessful search looks like a document without operations. */
function tellOfNoMatch(Original, { React }) {
  return function Operations(props) {
    const { specSelectors, layoutSelectors } = props;
    const filter = layoutSelectors.currentFilter();
    return typeof filter === 'string' && filter !== '' && specSelectors.taggedOperations().size === 0
      ? React.createElement(
          'p',
          { className: 'no-match', role: 'status' },
          `No operation matches “${filter}”.`,
        )
      : React.createElement(Original, props);
  };
}

/** The field itself has no name for screen readers, and its placeholder promises less. */
function nameSearch(Original, { React }) {
  return function Search(props) {
    const container = React.useRef(null);
    React.useEffect(() => {
      const input = container.current?.querySelector('input');
      if (!input) return;
      input.placeholder = 'Search operations';
      input.setAttribute('aria-label', 'Search operations');
      input.type = 'search';
    });
    return React.createElement(
      'div',
      { ref: container, role: 'search' },
      React.createElement(Original, props),
    );
  };
}
