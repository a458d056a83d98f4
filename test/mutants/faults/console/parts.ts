import { inFile } from "../../fault.ts";

const at = (...names: string[]) => names.map((name) => `test/console/screens/${name}.test.ts`);
const JOIN = at("join");
const LISTS = at("lists");
const PARTS = at("parts");
const SEARCH = at("place-search");
const ZONES = at("alert-zones");
const RENEWAL = ["test/console/renewal.test.ts"];
const DEVICE = ["test/console/this-device.test.ts"];

/** Faults in the console's requests, its page to join and its components, found line by line. */
export const faults = [
  ...inFile(
    "src/console/api/host-url.ts",
    ["test/console/host-url.test.ts"],
    [
      [
        "a page that names its host asks another one",
        'document.documentElement.dataset.host ?? "../"',
        '"../"',
      ],
    ],
  ),
  ...inFile("src/console/api/renew-session.ts", RENEWAL, [
    [
      "a browser that keeps nothing loses its session at the renewal",
      "latest !== undefined && latest?.token",
      "latest?.token",
    ],
    [
      "no session in place of a renewed one breaks the page",
      "!sessionRefresh || session.peek() !== before",
      "session.peek() !== before",
    ],
    [
      "a token that was refused is sent once more before its renewal",
      "token === staleToken.peek() || ",
      "",
    ],
  ]),
  ...inFile("src/console/api/request.ts", RENEWAL, [
    [
      "a late refusal renews a session that is renewed already",
      "token === session.peek()?.token && !(await renewSession())",
      "!(await renewSession())",
    ],
    [
      "a request that is sent again cannot be cancelled",
      '{ ...options, token: session.peek()?.token ?? "" }',
      '{ token: session.peek()?.token ?? "" }',
    ],
  ]),
  ...inFile(
    "src/console/api/send.ts",
    ["test/console/send.test.ts"],
    [
      ["a slow answer counts as a quick one", "sentAt, Date.now());", "Date.now(), Date.now());"],
      [
        "when a request was sent and answered is swapped",
        "sentAt, Date.now());",
        "Date.now(), sentAt);",
      ],
    ],
  ),
  ...inFile(
    "src/console/api/subscribe.ts",
    ["test/console/live.test.ts"],
    [
      [
        "the end of the question after a connect ends the subscription",
        "complete: () => {} };",
        "complete };",
      ],
    ],
  ),
  ...inFile(
    "src/console/api/watch-connection.ts",
    ["test/console/watch-connection.test.ts"],
    [
      [
        "a check begins while another one runs",
        "  const check = async () => {\n    clearTimeout(timer);\n",
        "  const check = async () => {\n",
      ],
    ],
  ),
  ...inFile("src/console/push/push-problem.ts", DEVICE, [
    [
      "a browser without service workers seems to take pushes",
      '"serviceWorker" in navigator && ',
      "",
    ],
  ]),
  ...inFile("src/console/push/this-device.ts", DEVICE, [
    [
      "a worker that is installed already is not waited for",
      "registration.installing ?? registration.waiting",
      "registration.installing",
    ],
    [
      "a page in another folder looks for its worker in its own",
      'new URL("./", new URL(WORKER, document.baseURI))',
      'new URL("./", document.baseURI)',
    ],
    [
      "a page that names its worker has another one",
      'document.documentElement.dataset.worker ?? "./service-worker.js"',
      '"./service-worker.js"',
    ],
  ]),
  ...inFile("src/console/push/use-this-device.ts", at("person", "join"), [
    [
      "whether one would be warned is not asked after pushes began or ended",
      "    await onChange?.();\n",
      "",
    ],
  ]),
  ...inFile("src/console/join/app-set-up.tsx", JOIN, [
    ["the code of an app is its link", "text={setup.code}", "text={setup.link}"],
    ["the link of an app is its code", "href={setup.link}", "href={setup.code}"],
    [
      "nobody is told to keep the key of an app secret",
      '            {t("The link and the code hold a key of yours: show them to nobody else.")}\n',
      "",
    ],
  ]),
  ...inFile("src/console/join/join-page.tsx", JOIN, [
    ["the page to join does not ask what its host can do", "void loadHostSettings();\n", ""],
    ["the page to join has no choice of languages", "      <LanguageSelect />\n", ""],
    [
      "a link to a password is for another one",
      "SetPasswordScreen token={to.token}",
      "SetPasswordScreen token={to.kind}",
    ],
  ]),
  ...inFile("src/console/join/log-in.tsx", JOIN, [
    [
      "who has joined may forget a password without mails",
      "{hostSettings.value?.hasMail && <",
      "{<",
    ],
    ["a login on the page to join can be pressed twice", " disabled={isBusy}", ""],
  ]),
  ...inFile("src/console/join/sign-up.tsx", JOIN, [
    [
      "a late answer about an earlier invitation is said of the next one",
      "(found) => isGone || setClosed(found)",
      "setClosed",
    ],
    ["who joins can press twice", " disabled={isBusy}", ""],
    [
      "an invitation that gives no session breaks the page",
      '    if (!invitationTake) throw new RequestError("NOT_FOUND", OVER);\n    const { accessToken: token, userId } = invitationTake;',
      "    const { accessToken: token, userId } = invitationTake as never;",
    ],
    [
      "the session of who joins has the token as its email",
      "session.value = { token, userId, email };",
      "session.value = { token, userId, email: token };",
    ],
    [
      "who joins does not read how long a password must be",
      '          hint={t("8 characters at least.")}\n',
      "",
    ],
  ]),
  ...inFile("src/console/join/verify-email.tsx", JOIN, [
    ["an email can be confirmed twice at once", " disabled={isBusy}", ""],
    ["screen readers do not say that an email is confirmed", ' role="status"', ""],
  ]),
  ...inFile("src/console/join/unverified-email.tsx", JOIN, [
    ["a mail to confirm an email can be asked for twice at once", " disabled={isBusy}", ""],
    [
      "an email is to be confirmed before it is known whether it was",
      "isVerified !== false",
      "isVerified",
    ],
    ["screen readers do not say that a mail is on its way", ' role="status"', ""],
  ]),
  ...inFile("src/console/join/set-up.tsx", JOIN, [
    [
      "whether one would be warned cannot be asked again by a button",
      " retry={() => void reachability.load()}",
      "",
    ],
  ]),
  ...inFile("src/console/join/reachability.ts", JOIN, [
    ["the page to join looks every half a minute", "PACE = 3_000", "PACE = 30_000"],
  ]),
  ...inFile("src/console/join/this-phone.tsx", JOIN, [
    [
      "why pushes could not begin is silent on the page to join",
      "      <Problem text={problem} />\n",
      "",
    ],
    ["a browser that is warned does not say so", '(isOn && t("Warnings', '(!isOn && t("Warnings'],
    ["each drawing of the page watches the place again", "undefined), [reports])", "undefined))"],
    [
      "screen readers do not say that places are reported",
      '<p role="status">{reports',
      "<p>{reports",
    ],
  ]),
  ...inFile("src/console/join/main.tsx", at("join-main"), [
    [
      "the page to join has the language of no one",
      "document.documentElement.lang = language;\n",
      "",
    ],
    ["the page to join lets this browser's pushes lapse", "keepDevice();\n", ""],
  ]),
  ...inFile("src/console/components/forgotten-password.tsx", JOIN, [
    ["a mail for a forgotten password can be asked for twice at once", " disabled={isBusy}", ""],
  ]),
  ...inFile("src/console/components/area-by-coordinates.tsx", ZONES, [
    ["a circle begins with another radius", 'useState("500")', 'useState("50")'],
    [
      "a phone's keyboard for a latitude has no point",
      'label={t("Latitude")} inputMode="decimal"',
      'label={t("Latitude")} inputMode="numeric"',
    ],
  ]),
  ...inFile("src/console/components/area-picker.tsx", ZONES, [
    ["another country is added", "countryShapes(index)", "countryShapes(0)"],
    ["countries come before saved areas", "[...saved, ...all]", "[...all, ...saved]"],
    ["an area can be added twice while it is loaded", " disabled={isBusy}", ""],
    ["a space finds no area", 'text.trim() ? t("Nothing found.")', 'text ? t("Nothing found.")'],
    ["the list of areas that were found has no name", ' aria-label={t("Areas found")}', ""],
    [
      "screen readers do not say that there are too many areas",
      '<p role="status" class="hint">',
      '<p class="hint">',
    ],
  ]),
  ...inFile("src/console/components/choose-file.tsx", ZONES, [
    ["no file is read as one", "if (file) props", "props"],
  ]),
  ...inFile("src/console/components/import-areas.tsx", ZONES, [
    [
      "a file that is read slowly is used after a later one",
      "      if (latest.current !== file) return;\n",
      "",
    ],
    [
      "what is wrong with an earlier file is said of the later one",
      "if (latest.current === file) setProblem",
      "setProblem",
    ],
    [
      "what is wrong with a file is the page's fault",
      "error instanceof FileError ? error.message : messageOf(error)",
      "messageOf(error)",
    ],
  ]),
  ...inFile("src/console/components/distance-slider.tsx", ZONES, [
    ["the slider begins at its second step", "min={0}", "min={1}"],
    [
      "a number of metres may be typed up to 10 km",
      "          max={100_000}\n",
      "          max={10_000}\n",
    ],
    [
      "the slider's step is the nearest in metres",
      "Math.abs(Math.log(step / distance));\n    return off < Math.abs(Math.log((STEPS[best] as number) / distance))",
      "Math.abs(step - distance);\n    return off < Math.abs((STEPS[best] as number) - distance)",
    ],
  ]),
  ...inFile("src/console/components/name-dialog.tsx", ZONES, [
    ["what a name leads to is not said", "          hint={hint}\n", ""],
    ["a name has no example", "          placeholder={placeholder}\n", ""],
  ]),
  ...inFile("src/console/components/name-dialog.tsx", PARTS, [
    ["a name can be saved twice at once", "isBusy || name", "name"],
  ]),
  ...inFile("src/console/components/ask-removal.tsx", PARTS, [
    ["what is removed can be removed twice at once", " disabled={isBusy}", ""],
  ]),
  ...inFile("src/console/components/dialog.tsx", at("cancel"), [
    [
      "the first Escape leaves what is held",
      "    event.preventDefault();\n    props.onEscape?.();\n",
      "    event.preventDefault();\n",
    ],
  ]),
  ...inFile("src/console/components/dialog.tsx", PARTS, [
    ["a dialog that has gone closes the next one", "    if (!dialog.current) return;\n", ""],
    ["a dialog that has gone is open", "return () => element?.close();", "return () => {};"],
    ["a large dialog begins at its first field", "      element?.scrollTo(0, 0);\n", ""],
    [
      "a large dialog cannot have the focus",
      "      tabIndex={props.isWide ? -1 : undefined}\n",
      "",
    ],
    ["a dialog has no name", "      aria-label={props.label}\n", ""],
  ]),
  ...inFile("src/console/components/publish-dialog.tsx", at("cancel"), [
    ["the question before a publication is narrow", "      isWide\n", ""],
    [
      "a publication that is sent can be left",
      "disabled={isBusy} onClick={onClose}",
      "onClick={onClose}",
    ],
    ["a publication that is sent can be sent again", "isBusy || isIncomplete", "isIncomplete"],
  ]),
  ...inFile("src/console/components/use-held.ts", at("cancel"), [
    [
      "a publication is looked for before it is due",
      "await pause(secondsLeft * 1000)",
      "await pause(secondsLeft)",
    ],
    [
      "a look that finds nothing breaks the wait",
      "heldPublication ?? known",
      "heldPublication as HeldFragment",
    ],
    [
      "a failed publication without a reason says nothing",
      'state.reason ? inWords(state.reason) : t("It was not published: try again.")',
      'inWords(state.reason ?? "")',
    ],
  ]),
  ...inFile("src/console/components/use-action.ts", at("cancel"), [
    [
      "what failed before is said while it runs again",
      'setState({ isBusy: true, problem: "" })',
      "setState(({ problem }) => ({ isBusy: true, problem }))",
    ],
  ]),
  ...inFile("src/console/components/discard-draft.tsx", LISTS, [
    ["the question about a draft that was discarded stays", "            onClose();\n", ""],
  ]),
  ...inFile("src/console/components/kept-drafts.tsx", LISTS, [
    [
      "a link to a kept draft opens another one",
      "          onClick={() => continueDraft(draft)}\n",
      "",
    ],
  ]),
  ...inFile("src/console/components/shared-drafts.tsx", LISTS, [
    [
      "drafts of trainings are only for who is in training",
      "{(shared.isTraining || !isTraining.value) && (",
      "{shared.isTraining === isTraining.value && (",
    ],
    [
      "the question about a shared draft cannot be left",
      "onClose={() => setAsked(undefined)}",
      "onClose={() => {}}",
    ],
    ["a shared draft can be opened twice at once", "                    disabled={isBusy}\n", ""],
  ]),
  ...inFile("src/console/components/page-links.tsx", LISTS, [
    ["the first page has a newer one", "page > 1", "page >= 1"],
    ["the links to pages have no name", ' aria-label={t("Pages")}', ""],
  ]),
  ...inFile("src/console/components/timeline-plot.tsx", LISTS, [
    ["the plot of an alert that told nobody is broken", "    1,\n    ...COURSES", "    ...COURSES"],
    [
      "the plot's axis goes beyond its edge",
      "H${WIDTH - LEFT}M${LEFT} ${y(0)}",
      "H${WIDTH}M${LEFT} ${y(0)}",
    ],
    [
      "the mark of a version does not reach the plot",
      "M${place} 16V${y(0)}",
      "M${place} 16V${y(most)}",
    ],
  ]),
  ...inFile("src/console/components/timeline-table.tsx", LISTS, [
    [
      "the columns of the timeline have the names of the code",
      "{COURSE_NAMES[course]}",
      "{course}",
    ],
    ["a version in the timeline is in the first column only", " colSpan={COURSES.length}", ""],
  ]),
  ...inFile("src/console/components/zone-picture.tsx", LISTS, [
    ["a hole in a report looks like its area", '            fill-rule="evenodd"\n', ""],
  ]),
  ...inFile("src/console/components/place-search.tsx", SEARCH, [
    ["no street hides places", "if (streets.length > 0) places", "places"],
    [
      "a host that has streets finds none by its words",
      "hasStreets()\n    ? t(",
      "!hasStreets()\n    ? t(",
    ],
    ["places that come late replace those of a later text", "if (isNewest()) setFound", "setFound"],
    ["the host is asked for coordinates", "!readCoordinates(typed) && ", ""],
    [
      "the host is asked for one letter",
      "!readCoordinates(typed) && typed.trim().length >= SHORTEST_SEARCH",
      "!readCoordinates(typed)",
    ],
    [
      "the list of places that were found has no name",
      '<ul aria-label={t("Places found")}>',
      "<ul>",
    ],
  ]),
  ...inFile("src/console/components/navigation.tsx", PARTS, [
    ["an alert's report is nowhere", '"update", "report",', '"update",'],
  ]),
  ...inFile("src/console/components/drawing-tools.tsx", PARTS, [
    [
      "a rectangle is drawn like a circle",
      't("Click one corner, then the opposite one.")',
      't("Click the middle, then where the circle ends.")',
    ],
    ["the drawing's tools have no name", ' aria-label={t("Drawing")}', ""],
  ]),
  ...inFile("src/console/components/offline-mark.tsx", PARTS, [
    ["a lost connection has another time", "moment(knownAt.value)", "moment(0)"],
    ["screen readers do not say that the connection is lost", ' role="status"', ""],
  ]),
  ...inFile("src/console/components/training-banner.tsx", PARTS, [
    ["screen readers do not say that one is in training", ' role="status"', ""],
  ]),
  ...inFile("src/console/components/countdown.tsx", PARTS, [
    ["a countdown is none for screen readers", ' role="timer"', ""],
  ]),
  ...inFile("src/console/components/lazy.tsx", PARTS, [
    [
      "a screen that cannot be loaded is not tried again",
      "location.reload()",
      'setState("loading")',
    ],
  ]),
  ...inFile("src/console/components/show-more.tsx", PARTS, [
    [
      "a list does not say that it asks for more",
      'isBusy ? t("Asking…") : t("Show more")',
      't("Show more")',
    ],
    ["a list that asks for more is not busy", " aria-busy={isBusy}", ""],
    [
      "a list that asks for more loses the focus",
      "aria-busy={isBusy} onClick",
      "disabled={isBusy} onClick",
    ],
  ]),
  ...inFile("src/console/components/fill-in.tsx", PARTS, [
    [
      "texts without a word to fill in have a form for it",
      "  if (names.length === 0) return null;\n",
      "",
    ],
  ]),
  ...inFile("src/console/components/text-editor.tsx", PARTS, [
    ["a text runs in the page's direction", '        dir="auto"\n', ""],
    ["a text of spaces is written", 'value.trim() === ""', 'value === ""'],
  ]),
  ...inFile("src/console/components/push-preview.tsx", PARTS, [
    ["a push runs in the page's direction", ' dir="auto"', ""],
    [
      "a title is cut within a character",
      "[...characters.segment(line)].map(({ segment }) => segment)",
      "[...line]",
    ],
  ]),
  ...inFile("src/console/components/pointer-label.tsx", PARTS, [
    [
      "measures at a corner are above without space",
      "style.top = y < height / 2",
      "style.top = x < width / 2",
    ],
    [
      "measures at a corner are below without space",
      "style.bottom = y < height / 2",
      "style.bottom = x < width / 2",
    ],
  ]),
  ...inFile("src/console/components/title.tsx", PARTS, [
    ["a heading scrolls the map out of sight", "{ preventScroll: true }", ""],
    [
      "a heading takes the focus again and again",
      "preventScroll: true });\n  }, []);",
      "preventScroll: true });\n  });",
    ],
  ]),
  ...inFile("src/console/components/panel.tsx", PARTS, [
    ["keys cannot scroll the panel", " tabIndex={0}", ""],
  ]),
  ...inFile("src/console/components/problem.tsx", at("problem"), [
    [
      "a problem that changes is tried again without a rest",
      "      clearTimeout(timer);\n    };\n  }, []);",
      "      clearTimeout(timer);\n    };\n  });",
    ],
  ]),
  ...inFile("src/console/components/problem.tsx", PARTS, [
    ["screen readers do not say what went wrong", ' role="alert"', ""],
  ]),
  ...inFile("src/console/components/reach.tsx", PARTS, [
    ["a problem of counting is said without an area", "  if (!draftArea.value) return null;\n", ""],
    [
      "a reach that was never counted cannot be asked for again",
      "    return reach.error.value ? (\n      <Problem text={reach.error.value} retry={() => void reach.load()} />",
      "    return reach.error.value ? (\n      <Problem text={reach.error.value} />",
    ],
  ]),
  ...inFile("src/console/components/reach.tsx", at("new-alert"), [
    ["screen readers do not say whom it would reach", '      role="status"\n', ""],
  ]),
  ...inFile("src/console/components/type-number.tsx", at("cancel"), [
    ["a phone's keyboard for a number has letters", '      inputMode="numeric"\n', ""],
  ]),
  ...inFile("src/console/components/language-select.tsx", JOIN, [
    [
      "a language is named by its tag",
      'new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag',
      "tag",
    ],
  ]),
  ...inFile("src/console/components/mail-readiness.tsx", PARTS, [
    [
      "whether mails go out is asked at each drawing",
      "mailServer.load(), [])",
      "mailServer.load())",
    ],
  ]),
  ...inFile("src/console/components/push-readiness.tsx", PARTS, [
    [
      "whether pushes go out is asked at each drawing",
      "return onReturn(load);\n  }, []);",
      "return onReturn(load);\n  });",
    ],
  ]),
  ...inFile("src/console/components/publish-dialog.tsx", PARTS, [
    [
      "how many are typed is asked at each drawing",
      "publishStep.load(), [])",
      "publishStep.load())",
    ],
  ]),
  ...inFile("src/console/join/sign-up.tsx", JOIN, [
    ["an invitation is asked about at each letter", "    };\n  }, [secret]);", "    };\n  });"],
  ]),
  ...inFile("src/console/join/set-up.tsx", JOIN, [
    ["screen readers do not say whether one would be warned", ' role="status"', ""],
  ]),
  ...inFile("src/console/components/shared-drafts.tsx", LISTS, [
    [
      "another shared draft is opened",
      "onClick={() => void run(id)}",
      "onClick={() => void run(all[0]?.id ?? 0)}",
    ],
  ]),
  ...inFile("src/console/components/timeline-plot.tsx", LISTS, [
    ["screen readers hear of nobody in the plot", "people: people(most),", "people: people(0),"],
  ]),
];
