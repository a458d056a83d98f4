import { useId, useState } from "preact/hooks";
import { rectangleShape, type Shape } from "../geo/area.ts";
import { circleShape } from "../geo/circle.ts";
import { cornerCount } from "../geo/files/corners.ts";
import { FileError, MAX_CORNERS } from "../geo/files/file-error.ts";
import type { NamedArea } from "../geo/files/read-file.ts";
import { readArea } from "../geo/read-area.ts";
import { readCoordinates } from "../geo/read-coordinates.ts";
import { sharedMap } from "../map/the-map.ts";
import { draft } from "../state/draft.ts";
import { readWhole } from "../words/read-whole.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";
import { ImportAreas } from "./import-areas.tsx";
import { Problem } from "./problem.tsx";
import { adderTo, ShapeButtons } from "./shape-buttons.tsx";

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

function CircleForm() {
  const [latitude, setLatitude] = useState("");
  const [longitude, setLongitude] = useState("");
  const [radius, setRadius] = useState("500");
  const [problem, setProblem] = useState("");

  function read() {
    const [y, x] = [latitude, longitude].map((text) =>
      text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")),
    ) as [number, number];
    const metres = readWhole(radius) ?? 0;
    if (!(Math.abs(y) <= 90 && Math.abs(x) <= 180 && metres > 0)) {
      setProblem(
        t("Enter latitude (-90 to 90), longitude (-180 to 180) and a radius in whole metres."),
      );
      return undefined;
    }
    setProblem("");
    return [circleShape([x, y], metres)];
  }
  async function takeCentre(): Promise<void> {
    const { lat, lng } = (await sharedMap()).getCenter();
    setLatitude(lat.toFixed(5));
    setLongitude(lng.toFixed(5));
  }

  return (
    <fieldset>
      <legend>{t("A circle")}</legend>
      <div class="row">
        <Field label={t("Latitude")} inputMode="decimal" value={latitude} onInput={setLatitude} />
        <Field
          label={t("Longitude")}
          inputMode="decimal"
          value={longitude}
          onInput={setLongitude}
        />
        <Field label={t("Radius, m")} inputMode="numeric" value={radius} onInput={setRadius} />
      </div>
      <Problem text={problem} />
      <button type="button" onClick={() => void takeCentre()}>
        {t("Take the map's middle")}
      </button>{" "}
      <ShapeButtons name="circle" read={read} />
    </fieldset>
  );
}

function PasteForm() {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");

  function read() {
    try {
      const shapes = readArea(text);
      setText("");
      setProblem("");
      return shapes;
    } catch (error) {
      setProblem((error as Error).message);
      return undefined;
    }
  }

  return (
    <fieldset>
      <legend>{t("GeoJSON or well-known text")}</legend>
      <label for={id}>{t("Paste it here, or drop a file on the map")}</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Problem text={problem} />
      <ShapeButtons name="area" disabled={text.trim() === ""} read={read} />
    </fieldset>
  );
}

const TOO_MANY = t("These areas together have more than 10,000 corners. Choose fewer of them.");

/** Returns the shapes of all areas. Throws if they have too many corners together. */
function shapesOfAll(areas: NamedArea[]): Shape[] {
  const shapes = areas.flatMap((area) => area.shapes);
  if (cornerCount(shapes.map(({ coordinates }) => coordinates)) > MAX_CORNERS)
    throw new FileError(TOO_MANY);
  return shapes;
}

/** Lets the user enter an area without a pointer. */
export function AreaByCoordinates() {
  const add = adderTo(draft.value.key);
  return (
    <details>
      <summary>{t("Without drawing: coordinates, GeoJSON, files")}</summary>
      <CircleForm />
      <RectangleForm />
      <PasteForm />
      <ImportAreas
        takesOnlyOne
        action={t("Add these areas")}
        onImport={(areas) => add(shapesOfAll(areas))}
      />
    </details>
  );
}
