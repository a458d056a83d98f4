/** Defines the browser's globals that the console's modules need when they load. Import it before them. */
Object.assign(globalThis, {
  // The build defines the base map's folder.
  BASE_MAP: "base-map",
  document: { baseURI: "http://localhost/console/", documentElement: { dataset: {} } },
  location: { hash: "" },
  window: new EventTarget(),
});
