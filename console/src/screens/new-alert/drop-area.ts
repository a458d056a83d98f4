import { signal } from "@preact/signals";
import { adderTo } from "../../components/shape-buttons.tsx";
import { readFile } from "../../geo/files/read-file.ts";
import { readArea } from "../../geo/read-area.ts";
import { draft, isOnScreen } from "../../state/draft.ts";

/** The error message of the last dropped file; empty if it was read. */
export const dropProblem = signal("");

/** Reads a dropped file or text, and adds its areas to the draft. */
export async function dropArea(event: DragEvent): Promise<void> {
  event.preventDefault();
  const { key } = draft.value;
  const [file] = event.dataTransfer?.files ?? [];
  const dropped = event.dataTransfer?.getData("text") ?? "";
  const add = adderTo(key);
  let problem = "";
  try {
    add(file ? (await readFile(file)).flatMap(({ shapes }) => shapes) : readArea(dropped));
  } catch (error) {
    problem = (error as Error).message;
  }
  if (isOnScreen(key)) dropProblem.value = problem;
}
