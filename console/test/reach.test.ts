import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { wkt } from "../../test/helpers/wkt.ts";
import type { Shape } from "../src/geo/area.ts";
import { openAddress } from "./helpers/browser-state.ts";
import { fakeService } from "./helpers/fake-service.ts";
import { square } from "./helpers/square.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { session } = await import("../src/state/session.ts");
const { beginDraft, draft, editDraft, previewShapes, setShapes } = await import(
  "../src/state/draft.ts"
);
const { followReach, isCounting, presentReach, reach } = await import("../src/state/reach.ts");

const shape = (x: number): Shape => ({ kind: "polygon", coordinates: [square(x, 0, 1)] });
const area = (x: number) => ({ type: "Polygon", coordinates: [square(x, 0, 1)] });
const REACH = { one: 1, two: 2, three: 4, againOne: 1, againTwo: 1, againThree: 1, cells: [] };

let asked: ReturnType<typeof fakeService>;
let stop = () => {};
const rest = () => jest.advanceTimersByTimeAsync(250);
const inputs = () => asked.splice(0).map(({ variables }) => variables.input);

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  asked = fakeService({
    AlertReach: () => ({ alertReach: REACH }),
    AlertUpdateReach: () => ({ alertUpdateReach: REACH }),
  });
  openAddress("#/new");
  beginDraft();
  stop = followReach();
  await rest();
});
afterEach(() => {
  stop();
  session.value = null;
});

test("the reach is asked for 250 ms after the last change, once there is an area", async () => {
  expect([inputs(), reach.data.value]).toEqual([[], undefined]);
  setShapes([shape(1)]);
  await jest.advanceTimersByTimeAsync(249);
  previewShapes([shape(2)]);
  await jest.advanceTimersByTimeAsync(249);
  expect(inputs()).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(inputs()).toMatchObject([{ area: area(2) }]);
  expect(reach.data.value).toEqual(REACH);
  // The reach of an earlier area is not the present reach.
  expect([presentReach.value, isCounting.value]).toEqual([REACH, false]);
  previewShapes([shape(4)]);
  expect([reach.data.value, presentReach.value, isCounting.value]).toEqual([
    REACH,
    undefined,
    true,
  ]);
  previewShapes([shape(2)]);
  expect([presentReach.value, isCounting.value]).toEqual([REACH, false]);
  // The reach of another draft is not shown for this one.
  stop();
  stop = followReach();
  expect(reach.data.value).toBeUndefined();
  await rest();
  stop();
  inputs();
  setShapes([shape(3)]);
  await rest();
  expect(inputs()).toEqual([]);
});

test("the reach is asked for again after changes that affect it, and after no others", async () => {
  setShapes([shape(1)]);
  await rest();
  inputs();
  const fields = {
    level2Distance: 300,
    level3Distance: 900,
    status: "EXERCISE",
    positionAge: "2",
    isRenotified: true,
  } as const;
  for (const [name, value] of Object.entries(fields)) {
    editDraft({ [name]: value });
    await rest();
    expect([name, inputs().length]).toEqual([name, 1]);
  }
  editDraft({ texts: ["1", "2", "3"], event: "Flood", hours: 3 });
  await rest();
  expect(inputs()).toEqual([]);
});

test("an outline that crosses itself has no reach", async () => {
  setShapes([shape(1)]);
  await rest();
  inputs();
  const bow = wkt("0 0, 2 2, 2 0, 0 2, 0 0");
  setShapes([{ kind: "polygon", coordinates: [bow] }]);
  await rest();
  expect([inputs(), reach.data.value]).toEqual([[], undefined]);
});

test("an update asks for its own reach, with an area only if the area was moved", async () => {
  openAddress("#/alerts/7/update");
  const { texts } = draft.value;
  const base = {
    version: 3,
    shapes: [shape(1)],
    level2Distance: 300,
    level3Distance: 900,
    texts,
  };
  beginDraft({ alertId: 7, base, shapes: base.shapes, level2Distance: 300, level3Distance: 900 });
  await rest();
  expect(asked).toEqual([
    {
      name: "AlertUpdateReach",
      variables: {
        id: 7,
        input: expect.objectContaining({ expectedVersion: 3, renotify: false }),
      },
    },
  ]);
  expect(inputs()[0]).not.toHaveProperty("area");
  expect(reach.data.value).toEqual(REACH);
  previewShapes([shape(2)]);
  await rest();
  expect(inputs()).toMatchObject([{ area: area(2) }]);
  previewShapes([shape(1)]);
  editDraft({ base: { ...base, version: 4 } });
  await rest();
  expect(inputs()).toMatchObject([{ expectedVersion: 4 }]);
  // A draft of an older console does not know the version that its update begins from.
  beginDraft({ alertId: 7, shapes: base.shapes });
  await rest();
  expect(asked.map(({ name }) => name)).toEqual(["AlertReach"]);
});
