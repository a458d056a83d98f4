import type { ExpressionSpecification } from "maplibre-gl";

/** Returns an expression that colours features by the values of a property. */
export function colourBy(
  property: string,
  colours: [value: string, colour: string][],
  otherwise: string,
): ExpressionSpecification {
  const match: (string | string[])[] = ["match", ["get", property], ...colours.flat(), otherwise];
  return match as ExpressionSpecification;
}
