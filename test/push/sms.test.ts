import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { makeSms } from "../../src/delivery/push/sms.ts";
import { MAX_SEGMENTS, segmentsOf, writeSms } from "../../src/delivery/push/sms-text.ts";
import { LATE, pushTo } from "./helpers/push.ts";
import type { Fault } from "./servers/local-server.ts";
import { SMS_SECRET, startSmsGateway } from "./servers/sms-gateway.ts";

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
beforeAll(async () => {
  gateway = await startSmsGateway();
});
beforeEach(() => {
  gateway.taken.length = 0;
});
afterAll(() => gateway.close());

const NUMBER = "+390110000000";
async function send(given: Parameters<typeof pushTo>[1] = {}, secret = SMS_SECRET) {
  const publicUrl = "https://alerts.example";
  const provider = makeSms({ url: gateway.url, secret, publicUrl, timeout: 200 });
  const outcomes = await provider.send([pushTo(NUMBER, given)]);
  await provider.close?.();
  return outcomes[0];
}

test("an SMS has title, text and page, signed, and no level if texts do not leave the service", async () => {
  const given = { title: "Flood", level: "ONE", language: "it", notificationId: 5 } as const;
  expect(await send({ ...given, text: "Sali all’ultimo piano…" })).toEqual({ state: "accepted" });
  await send({ ...given, isBare: true });
  const text = "Flood\nSali all'ultimo piano...\nhttps://alerts.example/#/alerts/7";
  const sms = { id: "sms_5", to: NUMBER, text, segments: 1, alertId: 7, level: "ONE" };
  expect(gateway.taken).toEqual([
    { ...sms, language: "it" },
    expect.objectContaining({ level: null }),
  ]);
});

test("nothing is sent after the alert has ended", async () => {
  expect(await send({ lasts: -1 })).toEqual(LATE);
});

test.each<[fault: Fault, outcome: object]>([
  [{ status: 403 }, { state: "retry", everyone: true }],
  [
    { status: 429, headers: { "retry-after": "7" } },
    { state: "retry", everyone: true, after: 7000 },
  ],
  [{ status: 500 }, { state: "retry", everyone: false }],
  [
    { status: 302, headers: { location: "http://127.0.0.1:1/" } },
    { state: "retry", everyone: true },
  ],
  [{ slow: 5000 }, { state: "retry", everyone: false }],
  [{ drop: "after" }, { state: "retry", everyone: false }],
  [{ status: 400 }, { state: "failed" }],
  [{ status: 404 }, { state: "retry", everyone: true }],
  [
    { status: 410, body: `No ${NUMBER}` },
    { state: "dead", why: "the SMS gateway answered 410: No +…" },
  ],
])("%o", async (fault, outcome) => {
  gateway.misbehave(fault, 1);
  expect(await send()).toMatchObject({ why: expect.stringMatching(/^the SMS/), ...outcome });
});

test("a gateway that knows another secret takes none of anyone", async () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
  expect(await send({}, other)).toMatchObject({ state: "retry", everyone: true });
});

describe("the segments of a text", () => {
  /** What each segment holds, filled as 3GPP TS 23.040 says, in septets or in bytes. */
  function filled(text: string): number {
    const basic = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !-?¡A-ZÄÖÑÜ§¿a-zäöñüà¤]$/;
    const signs = [...text];
    const is7Bit = signs.every((sign) => basic.test(sign) || /^[\f^{}\\[~\]|€]$/.test(sign));
    const sizes = signs.map((sign) =>
      is7Bit ? (basic.test(sign) ? 7 : 14) : 8 * Buffer.from(sign, "utf16le").length,
    );
    // 140 bytes, of which a header takes 6 if there are several.
    const bits = 140 * 8;
    if (sizes.reduce((sum, size) => sum + size, 0) <= bits) return 1;
    // A septet begins at a bit that seven divides.
    const rest = is7Bit ? 153 * 7 : bits - 48;
    const open: number[] = [0];
    for (const size of sizes) {
      if ((open.at(-1) as number) + size > rest) open.push(0);
      open[open.length - 1] = (open.at(-1) as number) + size;
    }
    return open.length;
  }

  // A sign of two places does not fit into the last place of a segment.
  const edges = [
    ...["a", "€", "ع", "😀"].flatMap((one) =>
      [70, 71, 80, 81, 134, 135, 160, 161, 306, 307].map((count) => one.repeat(count)),
    ),
    `${"a".repeat(152)}€${"a".repeat(152)}`,
    `${"ع".repeat(66)}😀${"ع".repeat(66)}`,
  ];
  const sign = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(..."ab è€{\n’…") },
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  );
  const text = fc.array(sign, { maxLength: 900 }).map((signs) => signs.join(""));
  test("are as many as the standard has, and never more than the most, with the whole link", () => {
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (body, title) => {
        expect(segmentsOf(body)).toBe(filled(body));
        const link = "https://alerts.example/#/alerts/7";
        const sms = writeSms({ title, text: body, link });
        expect(sms.segments).toBe(filled(sms.text));
        expect(sms.segments).toBeLessThanOrEqual(MAX_SEGMENTS);
        expect(sms.text.endsWith(link)).toBe(true);
      }),
      { numRuns: 100, examples: edges.map((edge) => [edge, undefined]) },
    );
  });
});
