import { createRequire } from "node:module";
import { join } from "node:path";
import { TestEnvironment as NodeEnvironment } from "jest-environment-node";
import { compileEmbedded } from "./held-code.ts";
import type { Template } from "./template.ts";

declare global {
  /** Imports a module as Node does, once for all test files of a process. */
  var importOnce: <T>(specifier: string) => Promise<T>;
  /** The same for packages of CommonJS: see load-once.js. */
  var requireOnce: NodeJS.Require;
}

const { serverUrl, directory }: Template = JSON.parse(process.env.TEST_TEMPLATE as string);
/** Compiled code, held until the process ends. */
export const held = serverUrl ? [] : compileEmbedded(join(directory, "template"));

/**
 * Jest loads this once for each process, but evaluates the imports of each test file again. That takes long for
 * PostGraphile, and loses V8's compiled code. Modules that test files import by `importOnce` stay.
 */
export default class TestEnvironment extends NodeEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global.importOnce = (specifier: string) => import(specifier);
    this.global.requireOnce = createRequire(import.meta.url);
  }
}
