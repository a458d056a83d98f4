import type { Shape } from "../geo/area.ts";
import { cutOut } from "../geo/cut.ts";
import { tool } from "../map/drawing.ts";
import { showDraft } from "../map/show-draft.ts";
import { draft, setShapes } from "../state/draft.ts";

function show(shapes: Shape[]): void {
  setShapes(shapes);
  tool.value = "select";
  void showDraft(draft.value);
}

/** Adds shapes to the draft, and fits the map to the draft. */
export const addShapes = (shapes: Shape[]) => show([...draft.value.shapes, ...shapes]);

/** Leaves shapes out of the draft's area. */
function leaveOut(shapes: Shape[]): void {
  const holes = shapes.flatMap(({ coordinates: [ring] }) => (ring ? [ring] : []));
  show(holes.reduce(cutOut, draft.value.shapes));
}

/**
 * Buttons that add what a form describes to the area, or leave it out as a hole.
 * @param props.read Returns the form's shapes; undefined if it has said what is wrong.
 */
export function ShapeButtons(props: {
  name: string;
  disabled?: boolean;
  read: () => Shape[] | undefined;
}) {
  const { name, disabled = false, read } = props;
  const use = (change: (shapes: Shape[]) => void) => {
    const shapes = read();
    if (shapes) change(shapes);
  };
  return (
    <>
      <button type="button" disabled={disabled} onClick={() => use(addShapes)}>
        Add the {name}
      </button>{" "}
      <button
        type="button"
        disabled={disabled || draft.value.shapes.length === 0}
        onClick={() => use(leaveOut)}
      >
        Leave the {name} out
      </button>
    </>
  );
}
