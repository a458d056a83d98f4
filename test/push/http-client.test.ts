import dns from "node:dns";
import { afterEach, expect, jest, test } from "@jest/globals";
import { makeHttpClient } from "../../src/channels/push/http-client.ts";

const client = makeHttpClient(10_000);
afterEach(() => {
  client.close();
  jest.restoreAllMocks();
});

test.each(["ENOTFOUND", "EAI_AGAIN"])(
  "a host whose name is not found (%s) is unreachable",
  async (code) => {
    jest.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
      const done = args.at(-1) as (error: Error) => void;
      setImmediate(done, Object.assign(new Error(`getaddrinfo ${code}`), { code }));
    }) as never);
    expect(await client.post("http://push.example.org/", {}, "")).toEqual({
      why: `unreachable (${code})`,
      unreachable: true,
    });
  },
);
