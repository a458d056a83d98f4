import { stripTypeScriptTypes } from "node:module";

/** Jest's transform: what Node does to a .ts file when it runs it. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
