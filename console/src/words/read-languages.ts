import { locale } from "./language.ts";
import { languageName } from "./languages.ts";

/** Languages of many people. */
const TAGS =
  "ar,bg,bn,bs,cs,da,de,el,en,es,et,fa,fi,fr,he,hi,hr,hu,it,ja,ko,lt,lv,nl,no,pa,pl,pt,ro,ru,si,sk,sl,sq,sr,sv,ta,th,tl,tr,uk,ur,vi,zh";
/** The same with their names, in the order of these. */
export const READ_LANGUAGES = TAGS.split(",")
  .map((tag) => [tag, languageName(tag)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, locale));
