/** The path of a file of the package core. */
export const core = (path) => `packages/core/src/${path}`;
