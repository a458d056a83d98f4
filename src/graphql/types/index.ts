import { ClockTimePlugin } from "./clock-time.ts";
import { DescriptionTagsPlugin } from "./description-tags.ts";
import { EpochSecondsPlugin } from "./epoch-seconds.ts";
import { GeneratedDescriptionsPlugin } from "./generated-descriptions.ts";
import { GeometryPlugin } from "./geometry.ts";
import { HiddenPasswordPlugin } from "./hidden-password.ts";
import { Int64Plugin } from "./int64.ts";
import { Int64AsIntPlugin } from "./int64-as-int.ts";
import { NamesPlugin } from "./names.ts";
import { NotNullPlugin } from "./not-null.ts";
import { OriginalOperationsPlugin } from "./original-operations.ts";

/** Scalars, names, nullability and descriptions of the documented types. */
export const TypesPreset: GraphileConfig.Preset = {
  plugins: [
    Int64Plugin,
    Int64AsIntPlugin,
    EpochSecondsPlugin,
    ClockTimePlugin,
    GeometryPlugin,
    NamesPlugin,
    NotNullPlugin,
    HiddenPasswordPlugin,
    DescriptionTagsPlugin,
    GeneratedDescriptionsPlugin,
    OriginalOperationsPlugin,
  ],
};
