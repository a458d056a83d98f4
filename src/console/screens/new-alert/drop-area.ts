import { signal } from "@preact/signals";
import { addShapes } from "../../components/shape-buttons.tsx";
import { readFile } from "../../geo/files/read-file.ts";
import { readArea } from "../../geo/read-area.ts";

/** The error message of the last dropped file; empty if it was read. */
export const dropProblem = signal("");

/** Reads a dropped file or text, and adds its areas to the draft. */
export async function dropArea(event: DragEvent): Promise<void> {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const dropped = event.dataTransfer?.getData("text") ?? "";
  try {
    addShapes(file ? (await readFile(file)).flatMap(({ shapes }) => shapes) : readArea(dropped));
    dropProblem.value = "";
  } catch (error) {
    dropProblem.value = (error as Error).message;
  }
}
