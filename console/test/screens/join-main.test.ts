import "../helpers/document.ts";
import { expect, jest, test } from "@jest/globals";

const CONSOLE = "../../src";
let keeps = 0;
jest.unstable_mockModule(`${CONSOLE}/styles/join.css`, () => ({}));
jest.unstable_mockModule(`${CONSOLE}/words/language.ts`, () => ({ language: "it" }));
jest.unstable_mockModule(`${CONSOLE}/push/keep-device.ts`, () => ({
  keepDevice() {
    keeps += 1;
  },
}));
jest.unstable_mockModule(`${CONSOLE}/join/join-page.tsx`, () => ({ JoinPage: () => "Join" }));

test("the join page sets its language, and renews this browser's pushes", async () => {
  const app = document.createElement("div");
  app.id = "app";
  document.body.append(app);
  await import("../../src/join/join-main.tsx");
  expect([document.documentElement.lang, app.textContent, keeps]).toEqual(["it", "Join", 1]);
});
