import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage, turnStorageOff } from "./helpers/browser-state.ts";

/** The host's answer to a request for a page's words. */
let answer: () => Response;
let asked: string[];
let reloads: number;
put("location", {
  value: {
    hash: "",
    reload: () => {
      reloads += 1;
    },
  },
});
Object.assign(document.documentElement, {
  getAttribute: (name: string) => (name === "data-words-en" ? "words/en.json" : null),
});
globalThis.fetch = async (url) => {
  asked.push(String(url));
  return answer();
};

beforeEach(() => {
  [asked, reloads] = [[], 0];
  answer = () => Response.json({ "Log in": "Sign in" });
  put("localStorage", { value: storage() });
});

/** Loads the words as a page does in a browser with these languages. */
async function load(...languages: string[]) {
  put("navigator", { value: { languages } });
  jest.resetModules();
  const { t } = await import("../src/words/translate.ts");
  return { t, ...(await import("../src/words/language.ts")) };
}

test("a page uses the words of its language file and the region of the browser", async () => {
  const { language, locale, t } = await load("de-DE", "en-GB", "en-US");
  expect([language, locale, t("Log in"), t("Me")]).toEqual(["en", "en-GB", "Sign in", "Me"]);
  expect(asked).toEqual(["http://localhost/console/words/en.json"]);
  // The console has no words in any of this browser's languages.
  const other = await load("de-DE");
  expect([other.language, other.locale]).toEqual(["en", "en"]);
});

test("a page whose words cannot be loaded is in English", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  answer = () => Response.json({ "Log in": "Gone" }, { status: 404 });
  const { language, t } = await load("en-GB");
  expect([language, t("Log in")]).toEqual(["en", "Log in"]);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test("choosing a language stores it in the browser and reloads the page", async () => {
  const { chooseLanguage } = await load("de-DE");
  chooseLanguage("en");
  expect(localStorage.getItem("location-alerts.language")).toBe("en");
  expect(reloads).toBe(1);
});

test("a browser without storage uses its own language", async () => {
  turnStorageOff();
  const { chooseLanguage, t } = await load("en-US");
  expect(t("Log in")).toBe("Sign in");
  chooseLanguage("en");
  expect(reloads).toBe(1);
});
