import { useEffect, useState } from "preact/hooks";
import { loadTemplate, type Template } from "../state/alert-templates.ts";

/** Returns the template that an alert was made from; undefined until it has loaded, or if there is none. */
export function useTemplate(id: number | null | undefined): Template | undefined {
  const [template, setTemplate] = useState<Template>();
  useEffect(() => {
    if (id != null) loadTemplate(id).then(setTemplate, console.warn);
  }, [id]);
  return template;
}
