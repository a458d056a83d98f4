import { locale } from "./language.ts";

const conjunction = new Intl.ListFormat(locale, { type: "conjunction" });

/** "ONE, TWO and THREE". */
export const listed = (words: readonly string[]) => conjunction.format(words);
