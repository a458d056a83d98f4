import { type Drawing, isDrawing, selected, type Tool, tool } from "../map/drawing.ts";
import { lastingZones } from "../map/lasting-layers.ts";
import { showAreas } from "../map/show-areas.ts";
import { showDraft } from "../map/show-draft.ts";
import { canRedo, canUndo, draft, setShapes } from "../state/draft.ts";
import { t } from "../words/translate.ts";

/** Fits the map to the draft's zones, or to the zones of the other active alerts if nothing is drawn. */
async function showAll(): Promise<void> {
  if (draft.peek().shapes.length > 0) await showDraft(draft.peek());
  else await showAreas(lastingZones.peek().map(({ geometry }) => geometry));
}

const TOOLS: [Tool, string, string][] = [
  [
    "polygon",
    t("Corners"),
    t("Click corner by corner; click the first one or press Enter to finish."),
  ],
  ["rectangle", t("Rectangle"), t("Click one corner, then the opposite one.")],
  ["circle", t("Circle"), t("Click the middle, then where the circle ends.")],
  ["hole", t("Hole"), t("Click the corners of what to leave out; finish it like an area.")],
  [
    "select",
    t("Edit"),
    t("Click an area or hole; drag it, its corners or points between; Delete removes it."),
  ],
];

/** The toolbar: what the pointer does, undo, redo and clear. */
export function DrawingTools({ drawing }: { drawing: Drawing | undefined }) {
  const help = TOOLS.find(([name]) => name === tool.value)?.[2];
  return (
    <div class="drawing-tools">
      <div role="toolbar" aria-label={t("Drawing")}>
        {TOOLS.map(([name, text]) => (
          <button
            key={name}
            type="button"
            aria-pressed={tool.value === name}
            disabled={name === "hole" && draft.value.shapes.length === 0}
            onClick={() => {
              tool.value = name;
            }}
          >
            {text}
          </button>
        ))}
        <button
          type="button"
          disabled={!canUndo.value && !isDrawing.value}
          onClick={() => drawing?.undo()}
        >
          {t("Undo")}
        </button>
        <button type="button" disabled={!canRedo.value} onClick={() => drawing?.redo()}>
          {t("Redo")}
        </button>
        <button
          type="button"
          disabled={draft.value.shapes.length === 0}
          onClick={() => {
            setShapes([]);
            tool.value = "polygon";
          }}
        >
          {t("Clear")}
        </button>
        <button
          type="button"
          disabled={draft.value.shapes.length === 0 && lastingZones.value.length === 0}
          onClick={() => void showAll()}
        >
          {t("Show all")}
        </button>
        {selected.value !== undefined && (
          <button type="button" onClick={() => drawing?.remove()}>
            {t("Delete")}
          </button>
        )}
      </div>
      <p class="hint">{help}</p>
    </div>
  );
}
