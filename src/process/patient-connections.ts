import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

/**
 * Milliseconds in which an address of a name must take a connection before the next one is tried. Node's 250 are too few
 * for a slow line, and for one that loses packets: a lost one is sent again after a second.
 */
setDefaultAutoSelectFamilyAttemptTimeout(3000);
