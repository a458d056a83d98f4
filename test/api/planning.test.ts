/** @database server */
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

/** Makes a minute pass between any two times that Grafast reads the clock while it plans, as on a busy machine. */
function planSlowly(): () => number {
  const now = performance.now.bind(performance);
  let late = 0;
  jest.spyOn(performance, "now").mockImplementation(() => {
    if (!/ OperationPlan\b/.test(new Error().stack ?? "")) return now();
    late += 60_000;
    return now() + late;
  });
  return () => late;
}

test("a document is planned even if that takes minutes on a busy machine", async () => {
  const late = planSlowly();
  const answer = await service.graphql("{ planned: me { id } }", {}, service.admin);
  expect(answer).toEqual({ data: { planned: { id: service.admin.id } } });
  expect(late()).toBeGreaterThan(60_000);
});
