import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { makeFastAnswer } from "../../src/graphql/fast-path/answer.ts";
import { FastPath, makeFastPathPreset } from "../../src/graphql/fast-path/index.ts";
import { knownDocument } from "../../src/graphql/requests/known-documents.ts";
import { Request } from "../../src/graphql/requests/request.ts";
import { Feed } from "../../src/live/feed.ts";

/** Begins a subscription that the fast path knows. Returns what took it: the fast path or Grafast. */
async function begin(onError?: string): Promise<string> {
  const begun: string[] = [];
  const fastPath = new FastPath();
  fastPath.find = () => {
    const begin = async () => {
      begun.push("fast path");
      return new Feed({ keyOf: () => 1, onEnd: () => {} });
    };
    return { declared: { kind: "events", follow: { begin, keys: [] } } } as never;
  };
  const plugin = makeFastPathPreset(fastPath).plugins?.find(
    ({ name }) => name === "FastPathPlugin",
  );
  const subscribe = plugin?.grafast?.middleware?.subscribe as unknown as (
    next: () => Promise<unknown>,
    event: { args: object },
  ) => Promise<unknown>;
  await subscribe(async () => begun.push("Grafast"), {
    args: { onError, contextValue: { request: { asked: {} } } },
  });
  return begun.join(", ");
}

test("a subscription with onError is left to Grafast", async () => {
  expect(await begin()).toBe("fast path");
  expect(await begin("NULL")).toBe("Grafast");
});

test("an HTTP request with onError is left to Grafast", async () => {
  const fastPath = new FastPath();
  fastPath.documents.set("{ apiVersion }", knownDocument(parse("{ apiVersion }")));
  fastPath.find = () =>
    ({
      label: '"apiVersion"',
      bind: () => ({ text: "", values: [] }),
      write: () => '"1.0"',
      node: { name: { value: "apiVersion" } },
    }) as never;
  const answer = makeFastAnswer(
    fastPath,
    {} as never,
    {} as never,
    async () => 0,
    (error) => error,
    1000,
  );
  const ask = (body: object) =>
    answer(
      Buffer.from(JSON.stringify({ query: "{ apiVersion }", ...body })),
      new Request({ address: () => "" }),
    );
  expect(await ask({})).toEqual({ text: '{"data":{"apiVersion":"1.0"}}' });
  expect(await ask({ onError: "NULL" })).toBeUndefined();
});
