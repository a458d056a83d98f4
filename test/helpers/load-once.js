/**
 * Jest's transform of the entry of graphql, which Jest would evaluate again for each test file. Tests get it from Node
 * instead, which evaluates it once for a process. Jest's own set-up, which has no such global, is left as it is.
 */
export default {
  process: (source, path) => ({
    code: `if (globalThis.requireOnce) module.exports = requireOnce(${JSON.stringify(path)}); else {${source}\n}`,
  }),
};
