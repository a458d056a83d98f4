/** Lets publications be taken back for half a second only, so that tests need not wait. */
export const TAKE_BACK_BRIEFLY = "update app_private.settings set take_back_time = '0.5 seconds'";
