/** Jest's transform of the console's components. It compiles them as the console's build does. */
export default {
  async processAsync(source, path) {
    const { transformWithOxc } = await import("vite");
    const jsx = { runtime: "automatic", importSource: "preact" };
    const { code } = await transformWithOxc(source, path, { jsx, sourcemap: false });
    return { code };
  },
};
