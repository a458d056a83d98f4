import { expect, jest, test } from "@jest/globals";
import type { ErrorCode } from "../../src/ops/app-error.ts";
import { counted } from "../../src/ops/instruments.ts";
import type { Fields } from "../../src/ops/log.ts";
import { LoggedRequest, requestId } from "../../src/ops/logged-request.ts";

/** Returns the line of a request that failed with these codes and ended in this way. */
function lineOf(
  codes: ErrorCode[],
  end: { status?: number; isAborted?: boolean; route?: string } = {},
  userId?: number,
): Fields {
  const one = new LoggedRequest("a-1");
  one.userId = userId;
  for (const code of codes) one.fail(code);
  let line: Fields = {};
  one.end(
    (message, level, fields) => {
      line = { message, level, ...fields };
    },
    { transport: "http", route: "/route", level: "info", ...end },
  );
  return line;
}

test.each<[string, ErrorCode[], object, string]>([
  ["answered", [], { status: 200 }, "ok"],
  ["of a websocket, which has no status", [], {}, "ok"],
  ["redirected", [], { status: 302 }, "ok"],
  ["refused by its status", [], { status: 400 }, "400"],
  ["left by its client", [], { status: 200, isAborted: true }, "aborted"],
  ["left after an error", ["CONFLICT"], { status: 200, isAborted: true }, "CONFLICT"],
  ["with an error and a status", ["NOT_FOUND"], { status: 404 }, "NOT_FOUND"],
  ["with several errors", ["FORBIDDEN", "NOT_FOUND"], {}, "FORBIDDEN"],
  [
    "with an error of ours among others",
    ["FORBIDDEN", "INTERNAL_SERVER_ERROR", "NOT_FOUND"],
    {},
    "INTERNAL_SERVER_ERROR",
  ],
])("the log line of a request %s has its outcome", (_what, codes, end, outcome) => {
  expect(lineOf(codes, end)).toMatchObject({ outcome, operation: "/route", requestId: "a-1" });
});

test("a truncated trace header does not give a request its id", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  expect(requestId({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace);
  expect(requestId({ traceparent: `00-${trace}` })).not.toBe(trace);
});

test("a request counts as an operation once it asks for fields or fails", () => {
  const one = new LoggedRequest("a-1");
  expect(one.isOperation).toBe(false);
  one.fail("FORBIDDEN");
  expect(one.isOperation).toBe(true);
  const other = new LoggedRequest("a-2");
  other.asks(["me"], undefined);
  expect(other.isOperation).toBe(true);
});

test("a request's time is milliseconds in its line, and seconds in the metrics", async () => {
  const clock = jest.spyOn(performance, "now").mockReturnValueOnce(1000);
  clock.mockReturnValueOnce(3512.345);
  expect(lineOf([], { route: "/timed" })).toMatchObject({ ms: 2512.3 });
  clock.mockRestore();
  const sum = 'location_alert_request_duration_seconds_sum{operation="/timed"} 2.5123';
  const page = await counted.metrics();
  expect(page).toContain(sum);
  const upTo = (bound: string) =>
    page.match(`duration_seconds_bucket{le="${bound}",operation="/timed"} (.+)`)?.[1];
  expect(["0.005", "1", "2.5", "5", "10"].map(upTo)).toEqual(["0", "0", "0", "1", "1"]);
});

test("the log line of a request without a user has no user id", () => {
  expect(lineOf([], {}, Number.NaN)).toMatchObject({ userId: undefined });
  expect(lineOf([], {}, 7)).toMatchObject({ userId: 7 });
});

test("several root fields are counted as one series, and all are named in the log line", async () => {
  const one = new LoggedRequest("a-1");
  one.asks(["me", "alerts"], "Both");
  let line: Fields = {};
  one.end(
    (_message, _level, fields = {}) => {
      line = fields;
    },
    { transport: "websocket", route: "/graphql" },
  );
  expect(line).toMatchObject({ operation: "me alerts", name: "Both", transport: "websocket" });
  const page = await counted.metrics();
  expect(page).toContain(
    'location_alert_requests_total{transport="websocket",operation="several",outcome="ok"} 1',
  );
  // A websocket's operation may last for days.
  expect(page).not.toContain('request_duration_seconds_count{operation="several"}');
});
