/** The console's service worker: pushes only. */
import "./show-push.ts";
