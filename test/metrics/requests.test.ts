/** @database server */
import { expect, jest, test } from "@jest/globals";
import type { Counter } from "prom-client";
import { counted } from "../../src/ops/instruments.ts";
import { countRequest, type EndedRequest } from "../../src/ops/logged-request.ts";

test("requests are counted in batches of 256, even if nobody reads the metrics", () => {
  const counter = counted.getSingleMetric("location_alert_requests_total") as Counter;
  const inc = jest.spyOn(counter, "inc");
  const request: EndedRequest = { transport: "http", operation: "/many", outcome: "ok", ms: 1 };
  for (let count = 0; count < 255; count += 1) countRequest(request);
  expect(inc).not.toHaveBeenCalled();
  countRequest(request);
  expect(inc).toHaveBeenCalledTimes(256);
});
