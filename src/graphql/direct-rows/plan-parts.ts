/**
 * The parts of Grafast's plans that are leant on here; its types keep them to itself. A version of
 * Grafast that has them otherwise leaves plans as they are, which `test/api/direct-rows.test.ts` notices.
 */

export interface StepPart {
  id: number;
  layerPlan: LayerPart;
  dependencies: readonly StepPart[];
  isSyncAndSafe: boolean;
  hasSideEffects: boolean;
  constructor: { $$export?: { exportName: string } };
  unbatchedExecute?(extra: object, ...values: unknown[]): unknown;
  /** Of an access: which properties. */
  path?: readonly unknown[];
  /** Of a column: where it is in its row, and how it is read. */
  attrIndex?: number | null;
  pgCodec?: { name: string };
}

export interface LayerPart {
  id: number;
  reason: { type: string; stream?: object; parentLayerPlan?: LayerPart };
  children: LayerPart[];
  steps: StepPart[];
  parentSideEffectStep: StepPart | null;
}

export interface LocationPart {
  parentTypeName: string | null;
  fieldName: string | null;
  node: object;
}

/** What the writers of values are called with. */
export interface RootPart {
  errors: Error[];
  errorBehavior: string;
}
export interface BucketPart {
  store: Map<number, { at(index: number): unknown; _flagsAt(index: number): number }>;
}
export type Writer = (
  this: OutputPart,
  root: RootPart,
  path: (string | number)[],
  bucket: BucketPart,
  index: number,
  value?: unknown,
  flags?: number,
) => unknown;

export interface OutputPart {
  type: {
    mode: string;
    typeName?: string;
    graphqlType?: { name: string; serialize(value: unknown): unknown };
  };
  layerPlan: LayerPart;
  rootStep: StepPart;
  locationDetails: LocationPart;
  processRoot: unknown;
  sideEffectStep: StepPart | null;
  deferredOutputPlans: readonly unknown[];
  keys: Record<string, KeyPart>;
  child: OutputPart | null;
  childIsNonNull: boolean;
  execute: Writer;
  executeString: Writer;
}

export type KeyPart =
  | { type: "__typename" }
  | {
      type: "outputPlan";
      outputPlan: OutputPart;
      isNonNull: boolean;
      locationDetails: LocationPart;
    };
