/** The console's service worker: pushes only. */
import "./push.ts";
