import { expect, jest, test } from "@jest/globals";

/** Loads the module on a page that names its host, or does not. */
async function open(page: string, host?: string) {
  Object.assign(globalThis, {
    document: { baseURI: page, documentElement: { dataset: host ? { host } : {} } },
  });
  jest.resetModules();
  return (await import("../src/api/host-url.ts")).hostUrl;
}

test.each([
  ["http://localhost/alerts/console/", undefined],
  ["http://localhost/alerts/", "./"],
])(
  "on the page %s, the host's addresses are in the folder to which a proxy moved it",
  async (page, host) => {
    const hostUrl = await open(page, host);
    expect(hostUrl("graphql").href).toBe("http://localhost/alerts/graphql");
    expect(hostUrl("/speech/1.mp3").href).toBe("http://localhost/alerts/speech/1.mp3");
  },
);
