import type { Shape } from "../geo/area.ts";
import { cutOut } from "../geo/cut.ts";
import { tool } from "../map/drawing.ts";
import { showDraft } from "../map/show-draft.ts";
import { draft, isOnScreen, setShapes } from "../state/draft.ts";
import { t } from "../words/translate.ts";

function show(shapes: Shape[]): void {
  setShapes(shapes);
  tool.value = "select";
  void showDraft(draft.value);
}

/** Adds shapes to the draft, and fits the map to the draft. */
const addShapes = (shapes: Shape[]) => show([...draft.value.shapes, ...shapes]);

/**
 * Returns a function that adds shapes to a draft. If they arrive when another draft is on the screen, it does nothing.
 */
export const adderTo = (key: string) => (shapes: Shape[]) => {
  if (isOnScreen(key)) addShapes(shapes);
};

/** Cuts shapes out of the draft's area. */
function leaveOut(shapes: Shape[]): void {
  const holes = shapes.map(({ coordinates }) => coordinates);
  show(holes.reduce(cutOut, draft.value.shapes));
}

/**
 * Buttons that add what a form describes to the area, or leave it out as a hole.
 * @param props.read Returns the form's shapes; undefined if it has said what is wrong.
 */
export function ShapeButtons(props: {
  name: "circle" | "rectangle" | "area";
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
        {t(
          "{shape, select, circle {Add the circle} rectangle {Add the rectangle} other {Add the area}}",
          { shape: name },
        )}
      </button>{" "}
      <button
        type="button"
        disabled={disabled || draft.value.shapes.length === 0}
        onClick={() => use(leaveOut)}
      >
        {t(
          "{shape, select, circle {Leave the circle out} rectangle {Leave the rectangle out} other {Leave the area out}}",
          { shape: name },
        )}
      </button>
    </>
  );
}
