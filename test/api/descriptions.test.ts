/** @database server */
import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from "graphql";

const read = async (path: string) =>
  buildSchema(await readFile(new URL(path, import.meta.url), "utf8"));
// contract.test.ts proves that the service serves this file.
const schema = await read("../../schema.graphql");

/** Every type, field, argument, input field and enum value of the API, with its description. */
function* elements(): Generator<[path: string, description: string | null | undefined]> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    yield [type.name, type.description];
    if (isEnumType(type)) {
      for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description];
    }
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields()))
        yield [`${type.name}.${field.name}`, field.description];
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        yield [`${type.name}.${field.name}`, field.description];
        for (const arg of field.args)
          yield [`${type.name}.${field.name}(${arg.name})`, arg.description];
      }
    }
  }
}

test("every type, field, argument and enum value of the API has a description", () => {
  const all = [...elements()];
  expect(all.length).toBeGreaterThan(800);
  expect(all.filter(([, description]) => !description?.trim()).map(([path]) => path)).toEqual([]);
});

test("descriptions are the project's own sentences, in plain words", () => {
  // Matches library boilerplate, unresolved parts, and words that the project avoids.
  const unwanted =
    /undefined|data universe|pagination through|exclusive input|\b(whom|anew|thereof|oneself|one's|whose it is)\b/i;
  const offenders = [...elements()].filter(
    ([, description]) =>
      !/^[A-Z"].*[.!]$/s.test(description ?? "") || unwanted.test(description ?? ""),
  );
  expect(offenders).toEqual([]);
});

test("the operations of the contract are marked, and no others", async () => {
  const contract = await read("./contract.graphql");
  const roots = [contract.getQueryType(), contract.getMutationType()];
  const documented = roots.flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`),
  );
  const marked = [...elements()].filter(([, text]) => text?.endsWith("Part of the original API."));
  expect(marked.map(([path]) => path).sort()).toEqual(documented.sort());
});
