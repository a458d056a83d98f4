/** The name that the first authority has until someone changes it. */
export const UNNAMED = /^Everywhere$/;
