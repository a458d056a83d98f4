import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { fakeService, named } from "../helpers/fake-service.ts";
import { closeScreens, show } from "../helpers/screen.ts";

const { Received } = await import("../../src/components/received.tsx");
const { OpenMessage } = await import("../../src/screens/new-alert/open-message.tsx");
afterEach(closeScreens);

const MESSAGE = {
  ...{
    id: 1,
    sender: "a@example.org",
    sourceName: "Ferrara",
    sent: 1_764_500_000,
    msgType: "Update",
  },
  ...{ text: "Go.", note: null },
};

test("a message of others is shown with what to know of it, as its sender wrote it", () => {
  const message = {
    ...MESSAGE,
    marks: ["NOT_SIGNED", "OUTSIDE"] as const,
    infos: [
      {
        language: "it",
        headline: "<b>Piena</b>",
        description: "Via.",
        expires: "2026-11-30T10:00:00.000Z",
      },
      { language: "de", headline: "Flut" },
    ],
    changes: [
      { field: "description", before: "Bleib.", after: "Via." },
      { field: "polygons", before: null, after: null },
    ],
  };
  const screen = show(h(Received, { message: message as never }));
  const told = screen.text.replaceAll(/\s+/g, " ");
  for (const words of [
    "From a@example.org by Ferrara, sent Nov 30, 2025",
    "No signature says who sent it. Ask the sender if in doubt. It reaches beyond the area",
    "Description Bleib. Via. The area As it came: Italian",
    "As it came: Italian Headline <b>Piena</b> Description Via. Ends",
    "As it came: German Headline Flut",
  ]) {
    expect(told).toContain(words);
  }
});

test("a message is opened by its file or its address, and a refusal says why", async () => {
  const refused = {
    errors: [
      {
        message: "",
        extensions: {
          code: "BAD_USER_INPUT",
          reason: "CAP_REFUSED",
          detail: "NOT_HTTPS: http://a",
        },
      },
    ],
  };
  fakeService({
    CapMessageOpen: () => refused,
  });
  const screen = show(h(OpenMessage, { onClose() {} }));
  await screen.type("Or its address", " http://a ");
  await screen.press("Open it as a draft");
  await screen.reads("Its address does not begin with https (http://a).");
  await screen.upload("A file", new File(["<alert/>"], "one.xml"));
  await screen.reads("Chosen: one.xml");
  await screen.press("Open it as a draft");
  await screen.until(() => named("CapMessageOpen").length === 2);
  expect(named("CapMessageOpen")).toEqual([
    { input: { url: "http://a", authorityId: null } },
    { input: { xml: "<alert/>", authorityId: null } },
  ]);
});
