import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { completeWords } from "../words/language.ts";

/** Shows a component whose code is not part of the page, once it is loaded. */
export function Later({ load }: { load: () => Promise<ComponentType> }) {
  const [Shown, setShown] = useState<ComponentType>();
  useEffect(() => {
    completeWords()
      .then(load)
      .then((component) => setShown(() => component), console.error);
  }, []);
  return Shown ? <Shown /> : null;
}
