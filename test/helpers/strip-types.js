import { stripTypeScriptTypes } from "node:module";

/** Jest's transform. It strips types as Node does when it runs a .ts file. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
