import "./document.ts";

/** Lets what replaces an address make no entry in the history, as in browsers. The page of the tests makes one. */
Object.assign(location, {
  replace(address: string) {
    history.replaceState(null, "", address);
    window.dispatchEvent(new Event("hashchange"));
  },
});
