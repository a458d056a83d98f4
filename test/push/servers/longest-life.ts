/** The most seconds for which FCM, Expo and the push services of browsers keep a push: 28 days. */
export const LONGEST_LIFE = 2_419_200;
