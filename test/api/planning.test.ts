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

/** Lets a minute pass between two looks of Grafast at the clock while it plans, as on a machine that does something else. */
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

test("a document is planned however long a busy machine takes for it", async () => {
  const late = planSlowly();
  const answer = await service.graphql("{ planned: me { id } }", {}, service.admin);
  expect(answer).toEqual({ data: { planned: { id: service.admin.id } } });
  expect(late()).toBeGreaterThan(60_000);
});
