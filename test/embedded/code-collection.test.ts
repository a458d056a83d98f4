/** @database embedded */
import { expect, it } from "@jest/globals";
import { Child } from "./helpers/child.ts";
import { scratch } from "./helpers/prepared.ts";

it("the embedded database keeps V8 from freeing WebAssembly code, at which Node 24 can crash", async () => {
  // V8 prints a line for each collection. Creating a database leaves enough unused code for one.
  const child = new Child("starter", [scratch()], { nodeOptions: ["--trace-wasm-code-gc"] });
  await child.until(1);
  await child.end();
  expect(child.lines.filter((line) => !/^creat(ing|ed) the/.test(line))).toEqual(["open created"]);
});
