import { inFile } from "../fault.ts";

const STREETS = ["test/streets/search.test.ts"];
const FAILURE_LOG = ["test/push/failure-log.test.ts"];
const FIRST_ADMINISTRATOR = ["test/database/first-administrator.test.ts"];
const FILE_MAP = ["test/console/file-map.test.ts"];
const ALERT_ZONES = ["test/console/screens/alert-zones.test.ts"];
const NEW_ALERT = ["test/console/screens/new-alert.test.ts"];
const SPEECH = ["test/console/speech.test.ts"];
const DEMO = ["test/commands/demo.test.ts"];
const PAGE_SIZE = ["test/console/browser/page-size.test.ts"];

/** Faults that a third look found: in one of two directions, units or protocols, and in what follows a failure. */
export const faults = [
  ...inFile("src/commands/build-console/preload-map.ts", PAGE_SIZE, [
    [
      "the console preloads the map from the root of the host",
      "href: `./${file}`",
      "href: `/${file}`",
    ],
  ]),
  ...inFile("src/commands/build-console/page-words.ts", PAGE_SIZE, [
    [
      "a page loads its words from the root of the host",
      '="./${this.getFileName(asset)}"',
      '="/${this.getFileName(asset)}"',
    ],
  ]),
  ...inFile("src/commands/build-console/bundle.ts", PAGE_SIZE, [
    ["pages load their code from the root of the host", 'base: "./"', 'base: "/"'],
  ]),
  ...inFile("src/commands/demo/geometry.ts", DEMO, [
    [
      "a point between two others has a wrong longitude",
      "(b.longitude - a.longitude) * fraction",
      "(b.latitude - a.latitude) * fraction",
    ],
    [
      "a point between two others has a wrong latitude",
      "(b.latitude - a.latitude) * fraction",
      "(b.longitude - a.longitude) * fraction",
    ],
    [
      "the demo measures to the east as on the equator",
      "DEGREE * Math.cos(radians(a.latitude));",
      "DEGREE;",
    ],
    [
      "the demo's errors are narrower to the east",
      "(DEGREE * Math.cos(radians(point.latitude)))",
      "DEGREE",
    ],
    [
      "directions of the demo begin in the east",
      "metres * Math.cos(direction)",
      "metres * Math.sin(direction)",
    ],
  ]),
  ...inFile(
    "src/metrics/instruments.ts",
    ["test/metrics/instruments.test.ts"],
    [
      [
        "the buckets of the wait for a connection are milliseconds",
        "buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],",
        "buckets: [1, 10, 50, 100, 500, 1000, 2500, 5000, 10000],",
      ],
      [
        "the buckets of the delay of pushes are minutes",
        "buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3600],",
        "buckets: [0.5, 1, 2, 5, 15, 60],",
      ],
    ],
  ),
  ...inFile("src/streets/build.ts", STREETS, [
    [
      "streets of one name far apart from north to south are one",
      "const [x, y] = [squareOf(longitude), squareOf(latitude)];\n      add.run(",
      "const [x, y] = [squareOf(longitude), squareOf(longitude)];\n      add.run(",
    ],
    ["a street is at the latitude of its first piece", "latitude = excluded.latitude, ", ""],
  ]),
  ...inFile("src/channels/push/failure-log.ts", FAILURE_LOG, [
    [
      "a provider that is off is not warned of",
      "!(outcome.unsent && !outcome.everyone)",
      "!outcome.unsent",
    ],
    [
      "a refusal of a single push is no failure",
      "!(outcome.unsent && !outcome.everyone)",
      "outcome.everyone === true",
    ],
  ]),
  ...inFile("src/database/first-administrator.ts", FIRST_ADMINISTRATOR, [
    [
      "a made-up password is shown for a user who keeps theirs",
      "rowCount || password ? undefined : madeUpPassword",
      "password ? undefined : madeUpPassword",
    ],
  ]),
  ...inFile(
    "src/graphql/requests/widen-variables.ts",
    ["test/api/sessions.test.ts"],
    [
      [
        "a variable Int! loses its !",
        'as NonNullTypeNode["type"];\n    return type === declared.type ? declared : { ...declared, type };',
        'as NonNullTypeNode["type"];\n    return type === declared.type ? declared : type;',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/widen-variables.ts",
    ["test/api/widened-variables.test.ts"],
    [
      ["a variable takes the types of another operation", "      uses.clear();\n", ""],
      [
        "a variable fits only its first use",
        "others.every((other) => print(other) === print(type))",
        "others.length >= 0",
      ],
      [
        "a variable that is used twice fits neither use",
        "print(other) === print(type)",
        "other === type",
      ],
      [
        "a variable that is a list of Int is none of Int64",
        "const type = widened(declared.type, usedType.ofType);\n    return type === declared.type ? declared : { ...declared, type };",
        "return declared;",
      ],
      [
        "a list of Int loses its brackets",
        "const type = widened(declared.type, usedType.ofType);\n    return type === declared.type ? declared : { ...declared, type };",
        "return widened(declared.type, usedType.ofType);",
      ],
      [
        "a list is taken as a single value",
        "if (!isListType(usedType)) return declared;",
        "if (!isListType(usedType)) return declared.type;",
      ],
      ["a variable Int does not fit Int", ' && getNamedType(used).name === "Int64"', ""],
      ["any variable fits Int64", 'declared.name.value === "Int" && ', ""],
    ],
  ),
  ...inFile("src/console/map/file-map.ts", FILE_MAP, [
    [
      "the rectangle of a map's file has its latitudes for longitudes",
      "([west, south, east, north]: Bounds)",
      "([south, west, north, east]: Bounds)",
    ],
    [
      "a map's file has its latitudes for longitudes",
      "[header.minLon, header.minLat, header.maxLon, header.maxLat]",
      "[header.minLat, header.minLon, header.maxLat, header.maxLon]",
    ],
    [
      "the offline map's towns have names upon those of the file",
      '["towns", "cities"]',
      '["cities"]',
    ],
    [
      "the offline map has no names around the file",
      '["!", ["within", within]]',
      '["within", within]',
    ],
    ["names come back when one is near", '["<", ["zoom"], from]', '[">", ["zoom"], from]'],
    ["a layer's own filter is lost where the file has names", "before ? (", "!before ? ("],
    [
      "the file hides the coast when one is far",
      "Math.max(header.minZoom, FINER_FROM)",
      "header.minZoom",
    ],
    [
      "the file hides the coast where it has no tiles",
      "Math.max(header.minZoom, FINER_FROM)",
      "FINER_FROM",
    ],
    ["the file's finest tiles are left out", "maxzoom: header.maxZoom", "maxzoom: header.minZoom"],
    [
      "the file's authors are not named",
      "...(metadata.attribution && { attribution: metadata.attribution }),",
      "",
    ],
    ["a file is found from the host's root only", "new URL(url, document.baseURI).href", "url"],
    ["layers that a file lacks are added", "present.includes(", "!present.includes("],
    ["a file that names no layers has none", "present.length === 0 ||", "present.length < 0 ||"],
    [
      "a tile is at another place",
      "archive.getZxy(z, x, y, signal)",
      "archive.getZxy(z, y, x, signal)",
    ],
    ["a tile that the file lacks fails", "found?.data ?? new ArrayBuffer()", "found!.data"],
    [
      "the file's ground hides the zones",
      "map.addLayer(layer, ZONES)",
      "map.addLayer(layer, PEOPLE)",
    ],
    [
      "the file's names are below the zones",
      "map.addLayer(layer, PEOPLE)",
      "map.addLayer(layer, ZONES)",
    ],
    [
      "the file's names stay dark at night",
      "...ground(isDark.value), ...names(isDark.value)",
      "...ground(isDark.value)",
    ],
    ["the file's ground stays light at night", "...ground(isDark.value), ...names", "...names"],
    [
      "the file's land is that of the other theme",
      'dark ? "dark" : "light"',
      'dark ? "light" : "dark"',
    ],
  ]),
  ...inFile(
    "src/console/api/subscribe.ts",
    ["test/console/live-encrypted.test.ts"],
    [
      [
        "the live connection is never encrypted",
        'ENDPOINT.protocol = ENDPOINT.protocol.replace("http", "ws");',
        'ENDPOINT.protocol = "ws:";',
      ],
    ],
  ),
  ...inFile(
    "src/console/api/subscribe.ts",
    ["test/console/live.test.ts"],
    [
      [
        "the live connection is always encrypted",
        'ENDPOINT.protocol = ENDPOINT.protocol.replace("http", "ws");',
        'ENDPOINT.protocol = "wss:";',
      ],
      ["a silent connection is live", "  closeIfSilent(client);\n", ""],
      ["a connection is never asked if it is alive", "    keepAlive: PING_PAUSE,\n", ""],
    ],
  ),
  ...inFile(
    "src/console/api/close-if-silent.ts",
    ["test/console/live.test.ts"],
    [
      [
        "a ping of the service is one of the console",
        "if (!isOfService) timer",
        "if (isOfService !== undefined) timer",
      ],
      ["a connection with messages is silent", '  client.on("message", isThere);\n', ""],
      [
        "a ping of a connection before closes the next one",
        '  client.on("closed", isThere);\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/area-by-coordinates.tsx",
    ["test/console/screens/map-middle.test.ts"],
    [
      [
        "the middle of the map is taken to 50 metres",
        "setLatitude(lat.toFixed(5));\n    setLongitude(lng.toFixed(5));",
        "setLatitude(lat.toFixed(3));\n    setLongitude(lng.toFixed(3));",
      ],
      [
        "latitude and longitude of the map's middle are swapped",
        "setLatitude(lat.toFixed(5));\n    setLongitude(lng.toFixed(5));",
        "setLatitude(lng.toFixed(5));\n    setLongitude(lat.toFixed(5));",
      ],
    ],
  ),
  ...inFile("src/console/components/area-by-coordinates.tsx", ALERT_ZONES, [
    ["spaces can be added as an area", 'disabled={text.trim() === ""}', 'disabled={text === ""}'],
    [
      "a pasted area can never be added",
      'disabled={text.trim() === ""}',
      'disabled={text.trim() !== "" || text === ""}',
    ],
  ]),
  ...inFile("src/console/components/shape-buttons.tsx", ALERT_ZONES, [
    [
      "an area can be left out while nothing is pasted",
      "disabled={disabled || draft.value.shapes.length === 0}",
      "disabled={draft.value.shapes.length === 0}",
    ],
    [
      "an area can be left out of nothing",
      "disabled={disabled || draft.value.shapes.length === 0}",
      "disabled={disabled}",
    ],
    [
      "a circle cannot be left out of an only area",
      "disabled={disabled || draft.value.shapes.length === 0}",
      "disabled={disabled || draft.value.shapes.length < 2}",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/alert-kind.tsx", NEW_ALERT, [
    [
      "no space can be typed into what happens",
      "editDraft({ event: value })",
      "editDraft({ event: value.trim() })",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/alert-texts.tsx", NEW_ALERT, [
    [
      "no space can be typed into a title",
      "editDraft({ title: value })",
      "editDraft({ title: value.trim() })",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/level-text.tsx", NEW_ALERT, [
    [
      "no space can be typed into a text",
      "withText(draft.value, level, value)",
      "withText(draft.value, level, value.trim())",
    ],
  ]),
  ...inFile("src/console/components/field.tsx", NEW_ALERT, [
    [
      "no space can be typed into a field",
      "onInput(event.currentTarget.value)",
      "onInput(event.currentTarget.value.trim())",
    ],
  ]),
  ...inFile("src/console/components/text-editor.tsx", NEW_ALERT, [
    [
      "no space can be typed into an editor",
      "onInput(currentTarget.value)",
      "onInput(currentTarget.value.trim())",
    ],
  ]),
  ...inFile("src/console/components/name-dialog.tsx", ALERT_ZONES, [
    [
      "no space can be typed into a name to save by",
      "onInput={onInput}",
      "onInput={(typed) => onInput(typed.trim())}",
    ],
  ]),
  ...inFile(
    "src/console/screens/statistics.tsx",
    ["test/console/screens/lists.test.ts"],
    [
      [
        "a median of 0 seconds is shown as none",
        '{toldAfterMedian === null ? "–" : duration(toldAfterMedian)}',
        '{toldAfterMedian ? duration(toldAfterMedian) : "–"}',
      ],
      ["that nobody of those told saw it is not said", "{told > 0 && ", "{seen > 0 && "],
    ],
  ),
  ...inFile("src/console/person/speech.ts", SPEECH, [
    [
      "a voice has ended while the browser speaks in its place",
      'console.warn("Not played:", error);\n      await speakByBrowser(',
      'console.warn("Not played:", error);\n      void speakByBrowser(',
    ],
    [
      "a voice in place of another cannot be stopped",
      "await speakByBrowser(text, alert.language, signal);\n    }",
      "await speakByBrowser(text, alert.language, new AbortController().signal);\n    }",
    ],
  ]),
  ...inFile(
    "src/console/person/speech.ts",
    ["test/console/screens/listen.test.ts"],
    [
      [
        "that neither a speech nor a voice is heard is not said",
        'console.warn("Not played:", error);\n      await speakByBrowser(text, alert.language, signal);',
        'console.warn("Not played:", error);\n      await speakByBrowser(text, alert.language, signal).catch(() => {});',
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/users/user-form.tsx",
    ["test/console/screens/users.test.ts"],
    [
      [
        "no space can be typed into a user's name",
        "edit({ name: text })",
        "edit({ name: text.trim() })",
      ],
      [
        "no space can be typed into a user's address",
        "edit({ address: text })",
        "edit({ address: text.trim() })",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/invitations/new-invitation.tsx",
    ["test/console/screens/invitations.test.ts"],
    [
      [
        "no space can be typed into an invitation's name",
        "edit({ name })",
        "edit({ name: name.trim() })",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/templates/edit-template.tsx",
    ["test/console/screens/templates.test.ts"],
    [["no space can be typed into a template", "[name]: value }));", "[name]: value.trim() }));"]],
  ),
  ...inFile(
    "src/console/screens/alert/cancel.tsx",
    ["test/console/screens/cancel.test.ts"],
    [
      [
        "no space can be typed into an all-clear",
        "onInput={setTyped}",
        "onInput={(text) => setTyped(text.trim())}",
      ],
    ],
  ),
  ...inFile(
    "src/console/join/sign-up.tsx",
    ["test/console/screens/join.test.ts"],
    [
      [
        "no space can be typed into the name of who joins",
        "edit({ name })",
        "edit({ name: name.trim() })",
      ],
      [
        "no space can be typed into the address of who joins",
        "edit({ address })",
        "edit({ address: address.trim() })",
      ],
    ],
  ),
  ...inFile(
    "src/config/audit.ts",
    ["test/config/audit.test.ts"],
    [
      ["a witness of the audit log must be encrypted", "(/^https?:", "(/^https:"],
      ["a witness of the audit log must not be encrypted", "(/^https?:", "(/^http:"],
    ],
  ),
  ...inFile(
    "src/config/origins.ts",
    ["test/config.test.ts"],
    [
      ["an origin of http may have its own port", "/^https?:/", "/^https:/"],
      ["an origin of https may have its own port", "/^https?:/", "/^http:/"],
    ],
  ),
  ...inFile(
    "src/metrics/requests.ts",
    ["test/log/request.test.ts"],
    [
      [
        "the buckets of requests are milliseconds",
        "buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],",
        "buckets: [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000],",
      ],
    ],
  ),
  ...inFile(
    "src/database/public-pool.ts",
    ["test/database/public-pool.test.ts"],
    [
      [
        "the wait for a connection is counted in milliseconds",
        "poolWait.observe((performance.now() - began) / 1000)",
        "poolWait.observe(performance.now() - began)",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/drawing-tools.tsx",
    ["test/console/screens/frame.test.ts"],
    [
      [
        "the corners of an area that is not finished cannot be undone",
        "!canUndo.value && !isDrawing.value",
        "!canUndo.value",
      ],
    ],
  ),
  ...inFile("src/console/screens/new-alert/ready-areas.tsx", ALERT_ZONES, [
    [
      "an area can be saved before it is drawn",
      "!area || draftCrossings.value.length > 0",
      "draftCrossings.value.length > 0",
    ],
  ]),
  ...inFile("src/console/components/import-areas.tsx", ALERT_ZONES, [
    [
      "why areas were not taken stays when others are",
      'setAreas([]);\n      setProblem("");\n    } catch',
      "setAreas([]);\n    } catch",
    ],
    [
      "why a file was not read stays at the next one",
      'setAreas([]);\n    setProblem("");\n    try',
      "setAreas([]);\n    try",
    ],
    [
      "the areas of a file stay beside one that cannot be read",
      '    setAreas([]);\n    setProblem("");\n    try',
      '    setProblem("");\n    try',
    ],
  ]),
  ...inFile(
    "src/console/join/this-phone.tsx",
    ["test/console/screens/join.test.ts"],
    [
      [
        "pushes can be asked for before it is known whether there are any",
        "isBusy || !isKnown",
        "isBusy",
      ],
    ],
  ),
];
