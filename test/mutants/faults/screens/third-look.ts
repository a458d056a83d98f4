import { inFile } from "../../fault.ts";

const at = (name: string) => [`test/console/screens/${name}.test.ts`];

/** Faults in what a screen says before it is known, and in what it does with its map. */
export const faults = [
  ...inFile("src/console/screens/new-alert/publish-bar.tsx", at("new-alert"), [
    [
      "what is not whole can be published if it became so below the question",
      'isIncomplete={lacking !== ""}',
      "isIncomplete={!draftArea.value}",
    ],
  ]),
  ...inFile("src/console/screens/map.tsx", at("map"), [
    [
      "a click on people who are counted together opens the alert below them",
      '{ layers: ["clusters", "people"] }',
      '{ layers: ["people"] }',
    ],
    [
      "a click on one person opens the alert below them",
      '{ layers: ["clusters", "people"] }',
      '{ layers: ["clusters"] }',
    ],
    ["a click zooms out", "target.getZoom() + 2", "target.getZoom() - 2"],
    [
      "clicks on the map count on other screens",
      "      for (const click of clicks) click.unsubscribe();\n",
      "",
    ],
    [
      "clicks on a map that came too late count on other screens",
      "      if (isGone) return;\n      clicks.push",
      "      clicks.push",
    ],
    [
      "no alert is active before that is known",
      "{alerts.data.value && active.length === 0 ?",
      "{active.length === 0 ?",
    ],
    [
      "the legend has other letters than the map",
      "{PACE_LOOKS[pace].letter}",
      "{pace.slice(0, 1).toUpperCase()}",
    ],
  ]),
  ...inFile("src/console/join/unverified-email.tsx", at("join"), [
    [
      "a mail is on its way before the service has taken that",
      '    await request(EmailVerificationSendDocument, {});\n    setDone(t("The mail is on its way."));',
      '    setDone(t("The mail is on its way."));\n    await request(EmailVerificationSendDocument, {});',
    ],
  ]),
  ...inFile("src/console/screens/alert/recipients.tsx", at("alert"), [
    [
      "nobody was told before that is known",
      "{people.data.value && loaded.length === 0 && (",
      "{loaded.length === 0 && (",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/draft-stage.tsx", at("draft-stage"), [
    ["a drawing begins on a screen that was left", "      if (isGone) return;\n", ""],
    ["a drawing never ends", "      started?.stop();\n", ""],
  ]),
  ...inFile("src/console/map/map-picture.tsx", at("map-picture"), [
    [
      "a picture waits for a map that never rests",
      'map.once("render", copyNow);',
      'map.once("idle", copyNow);',
    ],
    [
      "the picture of a map shows another part of it",
      "canvas.width / canvas.clientWidth",
      "canvas.clientWidth / canvas.width",
    ],
    ["a screen that was left takes a picture", "      if (signal.aborted) return;\n", ""],
    ["a picture is taken on and on", '        map.off("idle", copyNow);\n', ""],
  ]),
  ...inFile("src/console/components/shared-drafts.tsx", at("lists"), [
    [
      "nobody hears that shared drafts cannot be loaded",
      "if (!all?.length) return error ? <Problem text={error} /> : null;",
      "if (!all?.length) return null;",
    ],
  ]),
  ...inFile("src/console/components/countdown.tsx", at("frame"), [
    [
      "a countdown leaves seconds out",
      "setLeft(secondsTo(until)), 200)",
      "setLeft(secondsTo(until)), 2000)",
    ],
    ["a countdown runs on behind another screen", "return () => clearInterval(timer);", ""],
  ]),
  ...inFile(
    "src/console/map/lasting-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "the zones that last look like the draft's",
        'const COLOUR = "#7b61ff";',
        "const COLOUR = ZONES.ONE.colour;",
      ],
    ],
  ),
];
