/** Close codes of websockets (https://www.iana.org/assignments/websocket). Clients reconnect after all but TOO_BIG. */
export const GOING_AWAY = 1001;
export const TOO_BIG = 1009;
export const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;
