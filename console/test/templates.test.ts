import "./helpers/globals.ts";
import { beforeEach, expect, test } from "@jest/globals";
import {
  draftFrom,
  loadTemplate,
  removeTemplate,
  saveTemplate,
  type Template,
  templates,
} from "../src/state/alert-templates.ts";
import { session } from "../src/state/session.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";

const TEMPLATE = {
  id: 7,
  version: 3,
  name: "Flood",
  title: "Flood in {place}",
  text1: "one",
  text2: "two",
  text3: "three",
  level2Distance: 300,
  level3Distance: 900,
  duration: 10_800,
  language: "it",
  event: "Flood",
  severity: "SEVERE",
  urgency: "IMMEDIATE",
  certainty: "LIKELY",
  status: "EXERCISE",
} as unknown as Template;

let asked: ReturnType<typeof fakeService>;
beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  asked = fakeService({
    AlertTemplates: ({ id = 7 }) => ({ alertTemplates: id === 7 ? [TEMPLATE] : [] }),
    NewAlertTemplate: () => ({}),
    AlertTemplateEdit: () => ({}),
    AlertTemplateRemove: () => ({}),
  });
});

const input = { name: "Flood" } as never;
test.each([
  ["NewAlertTemplate", () => saveTemplate(undefined, input), { input }],
  ["AlertTemplateEdit", () => saveTemplate(TEMPLATE, input), { id: 7, input, expectedVersion: 3 }],
  ["AlertTemplateRemove", () => removeTemplate(7), { id: 7 }],
])("the list of templates is loaded again after %s", async (name, change, variables) => {
  await change();
  expect(asked).toEqual([
    { name, variables },
    { name: "AlertTemplates", variables: { limit: 1000 } },
  ]);
  expect(templates.data.value).toEqual([TEMPLATE]);
});

test("a refused save or removal of a template fails with its reason", async () => {
  const refuse = () => refusal("CONFLICT", "Someone else was first.");
  fakeService({
    NewAlertTemplate: refuse,
    AlertTemplateEdit: refuse,
    AlertTemplateRemove: refuse,
    AlertTemplates: () => ({ alertTemplates: [] }),
  });
  const steps = [
    () => saveTemplate(undefined, input),
    () => saveTemplate(TEMPLATE, input),
    () => removeTemplate(7),
  ];
  for (const step of steps) await expect(step()).rejects.toThrow("Someone else was first.");
});

test("a template is loaded by its id, and is undefined if it is gone", async () => {
  expect(await loadTemplate(7)).toEqual(TEMPLATE);
  expect(await loadTemplate(8)).toBeUndefined();
});

test("a draft made from a template has all fields of the template", () => {
  expect(draftFrom(TEMPLATE)).toEqual({
    templateId: 7,
    title: "Flood in {place}",
    texts: ["one", "two", "three"],
    level2Distance: 300,
    level3Distance: 900,
    hours: 3,
    language: "it",
    event: "Flood",
    severity: "SEVERE",
    urgency: "IMMEDIATE",
    certainty: "LIKELY",
    status: "EXERCISE",
  });
});

test("fields that a template leaves open stay unset or empty in the draft", () => {
  const nothing = { level2Distance: null, level3Distance: null, duration: null };
  const open = { ...TEMPLATE, ...nothing, title: null, language: null, event: null };
  const draft = draftFrom(open);
  for (const name of ["level2Distance", "level3Distance", "hours"]) {
    expect(draft).not.toHaveProperty(name);
  }
  expect(draft).toMatchObject({ title: "", language: "", event: "" });
});
