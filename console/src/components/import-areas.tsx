import { useRef, useState } from "preact/hooks";
import { messageOf } from "../api/request.ts";
import { areaOf } from "../geo/area.ts";
import { FileError } from "../geo/files/file-error.ts";
import { type NamedArea, readFile } from "../geo/files/read-file.ts";
import { t } from "../words/translate.ts";
import { AreaView } from "./area-view.tsx";
import { Checkbox } from "./checkbox.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { Problem } from "./problem.tsx";

/** Returns what is wrong with a file, or why its areas could not be used. */
const refusalText = (error: unknown) =>
  error instanceof FileError ? error.message : messageOf(error);

/** Reads areas from a file. If there are several, it asks which ones are wanted. */
export function ImportAreas(props: {
  /** The text of the button that takes the chosen areas. */
  action: string;
  /** True if the only area of a file is taken at once. */
  takesOnlyOne?: boolean;
  onImport: (areas: NamedArea[]) => Promise<void> | void;
}) {
  const [areas, setAreas] = useState<NamedArea[]>([]);
  const [chosen, setChosen] = useState<Set<NamedArea>>(new Set());
  const [problem, setProblem] = useState("");
  const latest = useRef<File>(undefined);

  async function take(wanted: NamedArea[]): Promise<void> {
    try {
      await props.onImport(wanted);
      setAreas([]);
      setProblem("");
    } catch (error) {
      setProblem(refusalText(error));
    }
  }
  async function read(file: File): Promise<void> {
    latest.current = file;
    setAreas([]);
    setProblem("");
    try {
      const found = await readFile(file);
      // Reading a large file may end after reading one that was chosen later.
      if (latest.current !== file) return;
      if (found.length === 1 && props.takesOnlyOne) return await take(found);
      setAreas(found);
      setChosen(new Set(found));
    } catch (error) {
      if (latest.current === file) setProblem(refusalText(error));
    }
  }
  function choose(area: NamedArea, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(area);
    else next.delete(area);
    setChosen(next);
  }
  return (
    <fieldset>
      <legend>{t("From a file")}</legend>
      <p class="hint">{t("GeoJSON, KML, or a shapefile packed as ZIP.")}</p>
      <ChooseFile
        label={t("File with areas")}
        accept=".geojson,.json,.kml,.kmz,.zip,.wkt,.txt"
        onChoose={(file) => void read(file)}
      />
      <Problem text={problem} />
      {areas.length > 0 && (
        <>
          <div class="choices">
            {areas.map((area) => (
              <div key={area}>
                <Checkbox value={chosen.has(area)} onChange={(isChosen) => choose(area, isChosen)}>
                  {area.name}
                </Checkbox>
                <AreaView load={async () => areaOf(area.shapes)} />
              </div>
            ))}
          </div>
          <button
            type="button"
            disabled={chosen.size === 0}
            onClick={() => void take(areas.filter((area) => chosen.has(area)))}
          >
            {props.action}
          </button>
        </>
      )}
    </fieldset>
  );
}
