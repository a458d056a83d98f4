import { expect, test } from "@jest/globals";
import { speedUpSymbolLookup } from "../../src/database/embedded/fast-symbols.ts";

test("Object.keys lists the exports of PostGIS once, and the keys of other objects each time", () => {
  const { keys } = Object;
  speedUpSymbolLookup();
  try {
    const other: Record<string, number> = { one: 1 };
    expect(Object.keys(other)).toEqual(["one"]);
    other.two = 2;
    expect(Object.keys(other)).toEqual(["one", "two"]);
    const table = { LWGEOM_in: 1 };
    expect(Object.keys(table)).toEqual(["LWGEOM_in"]);
    expect(Object.keys(table)).toBe(Object.keys(table));
  } finally {
    Object.keys = keys;
  }
});
