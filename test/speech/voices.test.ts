import { describe, expect, test } from "@jest/globals";
import { chooseVoice, parseVoices } from "../../src/speech/voices.ts";

const LIST = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  ar              --/M      Arabic             sem/ar
 5  cmn             --/M      Chinese            sit/cmn              (zh-cmn 5)(zh 5)
 5  en-gb-scotland  --/M      Scots              gmw/en-GB-scotland   (en 4)
 2  en-gb           --/M      English            gmw/en               (en 2)
 5  pt              --/M      Portuguese         roa/pt               (pt-pt 5)
 5  pt-br           --/M      Brazilian          roa/pt-BR            (pt 2)
 5  xx-Latn         --/M      Elsewhere          art/xx-Latn
`;
const voices = parseVoices(LIST);

describe("the voice for", () => {
  test.each([
    ["a language of its own", "ar", "sem/ar"],
    ["a country of its own", "pt-BR", "roa/pt-BR"],
    ["a language that is its own, before one that also does for it", "pt", "roa/pt"],
    ["a country that it does for", "pt-PT", "roa/pt"],
    ["a country without one: its language's", "pt-AO", "roa/pt"],
    ["several parts too many", "zh-Hant-TW-x-private", "sit/cmn"],
    ["a language that several do for: the best", "en", "gmw/en"],
    ["any case", "EN-gb-SCOTLAND", "gmw/en-GB-scotland"],
    ["a script", "xx-Latn-AQ", "art/xx-Latn"],
    ["a language that nobody speaks: the English one", "tlh", "gmw/en"],
    ["what only begins like a language", "arn", "gmw/en"],
  ])("%s", (_what, language, file) => {
    expect(chooseVoice(voices, language)?.file).toBe(file);
  });

  test("any language is the first where there is no English one, and none where there are none", () => {
    expect(chooseVoice(voices.slice(0, 1), "it")?.file).toBe("sem/ar");
    expect(chooseVoice([], "it")).toBeUndefined();
  });
});

test("a heading, an empty line and a complaint are no voices", () => {
  expect(parseVoices(`${LIST.split("\n")[0]}\n\nError: no voices here\n`)).toEqual([]);
});
