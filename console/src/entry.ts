import "./design/console.css";
import { preloadMap } from "./map/preload.ts";
import { storedValue } from "./state/stored.ts";

import("./main.tsx");
// The map is the longest wait on a slow line. A login must not wait for it.
if (storedValue("session")) preloadMap();
