/** The service worker of the person's page: pushes, and the page without a network. */
import "./keep-push.ts";
import "./page.ts";
import "./show-push.ts";
