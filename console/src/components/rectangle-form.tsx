import { useState } from "preact/hooks";
import { rectangleShape } from "../geo/area.ts";
import { readCoordinates } from "../geo/read-coordinates.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { ShapeButtons } from "./shape-buttons.tsx";

const TWO_CORNERS = t(
  "Enter two opposite corners, latitude first: 44.48, 11.32 and 44.51, 11.36. They must differ in both.",
);

/** Adds a rectangle by two opposite corners. */
export function RectangleForm() {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [problem, setProblem] = useState("");

  function read() {
    const [a, b] = [readCoordinates(from), readCoordinates(to)];
    const isFlat = !a || !b || a[0] === b[0] || a[1] === b[1];
    setProblem(isFlat ? TWO_CORNERS : "");
    return isFlat ? undefined : [rectangleShape(a, b)];
  }
  return (
    <fieldset>
      <legend>{t("A rectangle")}</legend>
      <div class="row">
        <Field label={t("One corner")} value={from} onInput={setFrom} />
        <Field label={t("The opposite one")} value={to} onInput={setTo} />
      </div>
      <Problem text={problem} />
      <ShapeButtons name="rectangle" read={read} />
    </fieldset>
  );
}
