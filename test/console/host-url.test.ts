import { expect, test } from "@jest/globals";

Object.assign(globalThis, {
  document: { baseURI: "http://localhost/alerts/console/", documentElement: { dataset: {} } },
});
const { hostUrl } = await import("../../src/console/api/host-url.ts");

test("a proxy may move the host to a folder", () => {
  expect(hostUrl("graphql").href).toBe("http://localhost/alerts/graphql");
  expect(hostUrl("/speech/1.mp3").href).toBe("http://localhost/alerts/speech/1.mp3");
});
