/** Gives the console's modules what they ask of a browser when they load. Import it before them. */
Object.assign(globalThis, {
  document: { baseURI: "http://localhost/console/", documentElement: { dataset: {} } },
  location: { hash: "" },
  window: new EventTarget(),
});
