import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { userNamesDocument } from "../src/api/user-names-document.ts";
import { userNames } from "../src/state/user-names.ts";
import { fakeService } from "./helpers/fake-service.ts";

/** A service that knows the users with ids up to 100. */
function service() {
  const state = { isAway: false };
  const asked = fakeService({
    UserNames: (variables) =>
      state.isAway
        ? undefined
        : Object.fromEntries(
            Object.entries(variables).map(([name, id]) => [
              name.replace("id", "user"),
              { nodes: Number(id) > 100 ? [] : [{ name: `User ${id}` }] },
            ]),
          ),
  });
  const ids = () => asked.splice(0).map(({ variables }) => Object.values(variables));
  return { state, ids };
}

test("users' names are asked for once, twenty at a time, and users who are gone have none", async () => {
  const { ids } = service();
  const { names, load } = userNames();
  const many = Array.from({ length: 21 }, (_, at) => at + 1);
  await load([...many, 1, 2]);
  expect(ids()).toEqual([many.slice(0, 20), [21]]);
  await load([21, 22, 101]);
  expect(ids()).toEqual([[22, 101]]);
  expect(names.value.get(1)).toBe("User 1");
  expect(names.value.get(22)).toBe("User 22");
  expect(names.value.has(101)).toBe(false);
  await load([101]);
  expect(ids()).toEqual([]);
});

test("each name is asked for by its own id", () => {
  const text = String(userNamesDocument(2));
  expect(text).toMatch(/UserNames\(\$id0: Int!, \$id1: Int!\)/);
  expect(text.match(/(?<=user)(\d): .*?id: \$id\1 /g)).toHaveLength(2);
});

test("names without an answer are asked for again", async () => {
  const { state, ids } = service();
  const { names, load } = userNames();
  state.isAway = true;
  await load([1]);
  state.isAway = false;
  await load([1]);
  expect(ids()).toEqual([[1], [1]]);
  expect([...names.value]).toEqual([[1, "User 1"]]);
});
