import "./document.ts";

/** Makes location.replace() add no entry to the history, as in browsers. By itself, happy-dom adds one. */
Object.assign(location, {
  replace(address: string) {
    history.replaceState(null, "", address);
    window.dispatchEvent(new Event("hashchange"));
  },
});
