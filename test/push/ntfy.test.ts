import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { makeNtfy } from "../../src/delivery/push/ntfy.ts";
import { LATE, LONG_TEXTS, pushTo } from "./helpers/push.ts";
import { type LocalServer, startLocalServer } from "./servers/local-server.ts";

const taken: { authorization: string | undefined; content: Record<string, unknown> }[] = [];
let server: LocalServer;
beforeAll(async () => {
  // As https://docs.ntfy.sh/publish/#publish-as-json has it.
  server = await startLocalServer(({ path, headers, body }) => {
    const content = JSON.parse(String(body));
    if (path !== "/" || !/^[-_A-Za-z0-9]{1,64}$/.test(content.topic)) return { status: 404 };
    if (Buffer.byteLength(content.message) > 4096) return { status: 400, body: { code: 40_014 } };
    taken.push({ authorization: headers.authorization, content });
    return { status: 200, body: { id: "x", event: "message" } };
  });
});
beforeEach(() => void taken.splice(0));
afterAll(() => server.close());

async function send(given: Parameters<typeof pushTo>[1] = {}) {
  const provider = makeNtfy({
    url: server.url,
    token: "tk_1",
    publicUrl: "https://alerts.example",
    timeout: 200,
  });
  const outcomes = await provider.send([pushTo("ntfy:las123", given)]);
  await provider.close?.();
  return outcomes[0];
}

test("a message has the text, the page, and the level as its priority", async () => {
  expect(await send({ title: "Flood", level: "ONE" })).toEqual({ state: "accepted" });
  await send({ level: "THREE", text: "Leave\nnow." });
  expect(taken).toEqual([
    {
      authorization: "Bearer tk_1",
      content: {
        topic: "las123",
        title: "Flood",
        message: "Leave the centre now.",
        priority: 5,
        click: "https://alerts.example/#/alerts/7",
      },
    },
    { authorization: "Bearer tk_1", content: expect.objectContaining({ priority: 3 }) },
  ]);
});

test.each(LONG_TEXTS)("%s is cut to what ntfy takes as a message", async (_name, text) => {
  expect(await send({ text })).toEqual({ state: "accepted" });
});

test("nothing is sent after the alert has ended", async () => {
  expect(await send({ lasts: -1 })).toEqual(LATE);
});

test.each([
  [{ status: 401 }, { state: "retry", everyone: true }],
  [{ status: 403 }, { state: "retry", everyone: true }],
  [
    { status: 429, headers: { "retry-after": "7" } },
    { state: "retry", everyone: true, after: 7000 },
  ],
  [{ status: 507 }, { state: "retry", everyone: true }],
  [{ status: 500 }, { state: "retry", everyone: false }],
  [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, { state: "failed" }],
  [{ status: 400 }, { state: "failed" }],
  [{ slow: 5000 }, { state: "retry", everyone: false }],
  [{ drop: "after" as const }, { state: "retry", everyone: false }],
])("%o", async (fault, outcome) => {
  server.misbehave(fault, 1);
  expect(await send()).toMatchObject({ ...outcome, why: expect.stringMatching(/^ntfy/) });
});
