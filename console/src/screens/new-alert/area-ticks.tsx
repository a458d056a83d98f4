import { useEffect, useState } from "preact/hooks";
import { Checkbox } from "../../components/checkbox.tsx";
import { draft, draftArea } from "../../state/draft.ts";
import { oddPlace, oddSize } from "../../state/odd-area.ts";
import type { Reach } from "../../state/reach.ts";
import { t } from "../../words/translate.ts";

/** Asks to tick whatever is unusual about the draft's area. `isMeant` is true if all of it is ticked. */
export function useOddArea(found: Reach | undefined) {
  const area = draftArea.value;
  const [place, setPlace] = useState<string[]>([]);
  const [meant, setMeant] = useState<string[]>([]);
  useEffect(() => {
    let isOld = false;
    if (area) void oddPlace(draft.peek(), area, found).then((odd) => isOld || setPlace(odd));
    return () => {
      isOld = true;
    };
  }, [area, found]);
  const odd = area ? [...oddSize(area, found), ...place] : [];
  return {
    isMeant: odd.every((one) => meant.includes(one)),
    ticks: odd.length > 0 && (
      <fieldset>
        <legend>{t("The area is unusual. Tick what is right:")}</legend>
        {odd.map((one) => (
          <Checkbox
            key={one}
            value={meant.includes(one)}
            onChange={(isRight) =>
              setMeant(isRight ? [...meant, one] : meant.filter((other) => other !== one))
            }
          >
            {one}
          </Checkbox>
        ))}
      </fieldset>
    ),
  };
}
