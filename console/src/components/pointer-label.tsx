import { useEffect, useRef } from "preact/hooks";
import { pointerMeasure } from "../map/pointer-measure.ts";
import { mapElement } from "../map/the-map.ts";

const GAP_PIXELS = 16;

/** Shows lengths, the radius and the area beside the pointer. Forms say the same to users without a pointer. */
export function PointerLabel() {
  const label = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = mapElement.getBoundingClientRect();
      const [x, y] = [clientX - left, clientY - top];
      const { style } = label.current ?? {};
      if (!style) return;
      // Places the label on the side with more space.
      style.left = x < width / 2 ? `${x + GAP_PIXELS}px` : "auto";
      style.right = x < width / 2 ? "auto" : `${width - x + GAP_PIXELS}px`;
      style.top = y < height / 2 ? `${y + GAP_PIXELS}px` : "auto";
      style.bottom = y < height / 2 ? "auto" : `${height - y + GAP_PIXELS}px`;
    };
    mapElement.addEventListener("pointermove", follow);
    mapElement.addEventListener("pointerdown", follow);
    return () => {
      mapElement.removeEventListener("pointermove", follow);
      mapElement.removeEventListener("pointerdown", follow);
    };
  }, []);
  return (
    <p
      ref={label}
      class="pointer-label figures"
      aria-hidden="true"
      hidden={pointerMeasure.value.length === 0}
    >
      {pointerMeasure.value.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  );
}
