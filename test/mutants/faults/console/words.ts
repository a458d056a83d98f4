import { inFile } from "../../fault.ts";

/** Faults in the words of the console. */
export const faults = [
  ...inFile(
    "src/console/words/audit.ts",
    ["test/console/audit-words.test.ts"],
    [
      [
        "a failed login is called a login",
        'LOGIN_FAILED: t("Gave a wrong password")',
        'LOGIN_FAILED: t("Logged in")',
      ],
      [
        "an edited area is called a removed one",
        'AREA_EDITED: t("Edited a saved area")',
        'AREA_EDITED: t("Removed a saved area")',
      ],
      [
        "an updated alert is called an ended one",
        'ALERT_UPDATED: t("Updated an alert")',
        'ALERT_UPDATED: t("Ended an alert")',
      ],
      [
        "a revoked device key is called a made one",
        'DEVICE_KEY_REVOKED: t("Revoked a device key")',
        'DEVICE_KEY_REVOKED: t("Made a device key")',
      ],
      [
        "a template of the audit log is called an area",
        'TEMPLATE: (id) => t("Template {id}", { id })',
        'TEMPLATE: (id) => t("Saved area {id}", { id })',
      ],
    ],
  ),
  ...inFile(
    "src/console/words/audit-facts.ts",
    ["test/console/audit-words.test.ts"],
    [
      [
        "the reach of an update is called positions",
        '"Query.alertUpdateReach": REACH',
        '"Query.alertUpdateReach": POSITIONS',
      ],
      [
        "followed positions are called notifications",
        '"Subscription.positionAdded": POSITIONS',
        '"Subscription.positionAdded": NOTIFICATIONS',
      ],
      [
        "an address of the audit log is called an email",
        'address: t("address")',
        'address: t("email")',
      ],
    ],
  ),
  ...inFile(
    "src/console/words/alerts.ts",
    ["test/console/words.test.ts"],
    [
      [
        "the words of an exercise are for everyone",
        'EXERCISE: [t("EXERCISE"), t("For testers only. Not real.")]',
        'EXERCISE: [t("EXERCISE"), t("For everyone. This is real.")]',
      ],
      [
        "the choice of a test says exercise",
        '["TEST", t("Testers (test)")]',
        '["TEST", t("Testers (exercise)")]',
      ],
      [
        "a severe danger is called moderate",
        '["SEVERE", t("Severe")]',
        '["SEVERE", t("Moderate")]',
      ],
      [
        "what is expected is called later",
        '["EXPECTED", t("Within the hour")]',
        '["EXPECTED", t("Later")]',
      ],
      ["what is likely is called possible", '["LIKELY", t("Likely")]', '["LIKELY", t("Possible")]'],
      ["the choice of severity lacks the minor", '  ["MINOR", t("Minor")],\n', ""],
    ],
  ),
  ...inFile(
    "src/console/words/levels.ts",
    ["test/console/words.test.ts"],
    [
      [
        "who is near the area is called further around",
        'TWO: t("near it")',
        'TWO: t("further around")',
      ],
      ["level THREE is called TWO", 'THREE: t("THREE")', 'THREE: t("TWO")'],
    ],
  ),
  ...inFile(
    "src/console/words/activities.ts",
    ["test/console/words.test.ts"],
    [
      [
        "who is on a bicycle is called on foot",
        'bicycle: t("On a bicycle")',
        'bicycle: t("On foot")',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/position-looks.ts",
    ["test/console/words.test.ts"],
    [
      [
        "a vehicle has the letter of a bicycle",
        'letter: t("V|letter of people in a vehicle")',
        'letter: t("B|letter of people on a bicycle")',
      ],
    ],
  ),
  ...inFile(
    "src/console/words/refusals.ts",
    ["test/console/refusals.test.ts"],
    [
      [
        "an outline that touches itself is said to cross itself",
        '"Ring Self-intersection": t("The outline touches itself")',
        '"Ring Self-intersection": t("The outline crosses itself")',
      ],
      [
        "a title that is too long is an address",
        '[/^title has/, t("Shorten the title to 60 characters.")]',
        '[/^title has/, t("Shorten the address to 500 characters.")]',
      ],
      [
        "a missing password is a wrong one",
        '[/^currentPassword is missing/, t("Write the password that you log in with.")]',
        '[/^currentPassword is missing/, t("The password that you log in with is wrong.")]',
      ],
      [
        "an alert that has expired is cancelled",
        't("This alert has expired: publish a new one.")',
        't("This alert is already cancelled: publish a new one.")',
      ],
      [
        "a mailed link is asked of an administrator",
        't("This link was used, has expired or is not whole: ask for a new mail.")',
        't("This link was used, has expired or is not whole: ask an administrator for a new one.")',
      ],
      [
        "another template is another area",
        '[/^Another template has this name/, t("Another template has this name. Choose another one.")]',
        '[/^Another template has this name/, t("Another saved area has this name. Choose another one.")]',
      ],
      [
        "who is in training is asked for another administrator",
        't("You are in training: you cannot change or end a real alert.")',
        't("You are in training: another administrator has to change this.")',
      ],
      [
        "an area round a pole is only too large",
        '`${t("The area goes round a pole.")} ${GLOBE}`',
        '`${t("The area is too large.")} ${GLOBE}`',
      ],
      [
        "a user who is gone is an alert",
        '[/^There is no user with this id/, t("This user does not exist any more. Load the list again.")]',
        '[/^There is no user with this id/, t("This alert does not exist. Look in the list.")]',
      ],
    ],
  ),
];
