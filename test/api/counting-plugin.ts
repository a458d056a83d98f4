/**
 * Returns a plugin that counts how often graphile-build reads its registry of behaviors: once for each question about
 * them that it answers itself.
 */
export function makeCountingPlugin() {
  const counted = { reads: 0 };
  const CountingPlugin: GraphileConfig.Plugin = {
    name: "CountingPlugin",
    schema: {
      hooks: {
        init(input, build) {
          const { behaviorRegistry } = build.behavior as unknown as { behaviorRegistry: object };
          const [[name, value] = []] = Object.entries(behaviorRegistry);
          const get = () => {
            counted.reads += 1;
            return value;
          };
          Object.defineProperty(behaviorRegistry, name as string, { get, enumerable: true });
          return input;
        },
      },
    },
  };
  return { counted, CountingPlugin };
}
