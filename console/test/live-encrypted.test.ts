import "./helpers/globals.ts";
import { expect, jest, test } from "@jest/globals";

Object.assign(globalThis, {
  document: { baseURI: "https://localhost/console/", documentElement: { dataset: {} } },
});
let url: string;
jest.unstable_mockModule("graphql-ws", () => ({
  createClient(options: { url: string }) {
    url = options.url;
    return { on: () => () => {}, subscribe: () => () => {}, dispose: () => {} };
  },
}));
// The modules start a clock when they load.
jest.useFakeTimers();
const { subscribe } = await import("../src/api/subscribe.ts");

test("the live connection of a page that was loaded over https uses wss", () => {
  const progress = { works: () => {}, ended: () => {} };
  subscribe("a.b.c", { query: "subscription { a }" }, () => {}, progress)();
  expect(url).toBe("wss://localhost/graphql");
});
