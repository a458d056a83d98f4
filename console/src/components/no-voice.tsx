import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { unspoken } from "../words/unspoken.ts";

/** Says that a text is not spoken, unless the browser has a voice of its own: then it shows the button. */
export function NoVoice(props: {
  language: string;
  hasOwnVoice: (language: string) => boolean;
  children: ComponentChildren;
}) {
  const { language, hasOwnVoice, children } = props;
  const [, look] = useState({});
  useEffect(() => {
    if (!("speechSynthesis" in window)) return;
    const again = () => look({});
    speechSynthesis.addEventListener("voiceschanged", again);
    return () => speechSynthesis.removeEventListener("voiceschanged", again);
  }, []);
  return hasOwnVoice(language) ? children : <p class="hint">{unspoken([language])}</p>;
}
