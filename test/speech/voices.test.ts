/** @database server */
import { describe, expect, test } from "@jest/globals";
import { chooseVoice, parseVoices } from "../../src/speech/espeak-ng.ts";

const LIST = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  ar              --/M      Arabic             sem/ar
 5  cmn             --/M      Chinese            sit/cmn              (zh-cmn 5)(zh 5)
 5  en-gb-scotland  --/M      Scots              gmw/en-GB-scotland   (en 4)
 2  en-gb           --/M      English            gmw/en               (en 2)
 5  pt              --/M      Portuguese         roa/pt               (pt-pt 5)
 5  pt-br           --/M      Brazilian          roa/pt-BR            (pt 2)
 5  xx-Latn         --/M      Elsewhere          art/xx-Latn          (qq-Latn 5)
12  yy              --/M      Nowhere            art/yy               (zz 12)
`;
const voices = parseVoices(LIST);

describe("the voice", () => {
  test.each([
    ["a language with its own voice", "ar", "sem/ar"],
    ["a country with its own voice", "pt-BR", "roa/pt-BR"],
    ["a language with its own voice, before another that also speaks it", "pt", "roa/pt"],
    ["a country that another voice speaks", "pt-PT", "roa/pt"],
    ["a country without a voice: its language's", "pt-AO", "roa/pt"],
    ["a language with unknown parts", "zh-Hant-TW-x-private", "sit/cmn"],
    ["a language with several voices: the best", "en", "gmw/en"],
    ["upper and lower case", "EN-gb-SCOTLAND", "gmw/en-GB-scotland"],
    ["a script", "xx-Latn-AQ", "art/xx-Latn"],
    ["a script that a voice of another language speaks", "qq-latn", "art/xx-Latn"],
    ["a language whose voices have large numbers", "zz", "art/yy"],
    ["no language without a voice", "tlh", undefined],
    ["no language that only begins like another", "arn", undefined],
  ])("is chosen for %s", (_what, language, file) => {
    expect(chooseVoice(voices, language)?.file).toBe(file);
  });
});

test("a heading, an empty line and an error message are no voices", () => {
  expect(parseVoices(`${LIST.split("\n")[0]}\n\nError: no voices here\n`)).toEqual([]);
});
