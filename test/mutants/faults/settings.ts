import { inFile } from "../fault.ts";

/** Faults in how the environment is read, and in speech. */
export const faults = [
  ...inFile(
    "src/config/config.ts",
    ["test/config.test.ts"],
    [
      [
        "ADMIN_PASSWORD loses its spaces",
        'variables.secret("ADMIN_PASSWORD")',
        'variables.text("ADMIN_PASSWORD")',
      ],
      [
        "the list of erasures is not beside the data",
        'join(variables.text("DATA_DIR") ?? "./data", "erasures")',
        'join("./data", "erasures")',
      ],
      ["a key of ES256 does not do without a secret", " && !config.sessions.privateKey", ""],
      [
        "GraphiQL is served by default in production mode only",
        '"test"]) === "production"',
        '"test"]) !== "development"',
      ],
    ],
  ),
  ...inFile(
    "src/config/audit.ts",
    ["test/config/audit.test.ts"],
    [
      ["a relative path takes checkpoints", "isAbsolute(one)", "true"],
      [
        "any key signs checkpoints",
        'if (key.asymmetricKeyType !== "ed25519") throw new Error("it is of another type");',
        "",
      ],
      [
        "checkpoints go nowhere",
        "wrong !== undefined || checkpoints.length === 0",
        "wrong !== undefined",
      ],
      ["no checkpoints by default", '?? ["log"]', "?? []"],
    ],
  ),
  ...inFile(
    "src/config/hosts.ts",
    ["test/config.test.ts"],
    [
      [
        "several hosts share an embedded database",
        "if (hosts > 1 && isEmbedded) {",
        "if (false) {",
      ],
      ["no host serves", "if (hosts < 1) throw", "if (hosts < 0) throw"],
      [
        "auto makes several hosts of an embedded database",
        "isEmbedded ? 1 : availableParallelism()",
        "availableParallelism()",
      ],
      ["HOSTS has any digits", "/^\\d{1,3}$/", "/^\\d+$/"],
    ],
  ),
  ...inFile(
    "src/config/mail.ts",
    ["test/mail/mailer.test.ts"],
    [
      [
        "mails may come from two addresses",
        'ADDRESS = /^[^@\\s<>,;:"()]+@[^@\\s<>,;:"()]+$/',
        "ADDRESS = /^[^@]+@.+$/",
      ],
      [
        "mails may come from an address with something behind it",
        '@[^@\\s<>,;:"()]+$/;',
        '@[^@\\s<>,;:"()]+/;',
      ],
      [
        "a wrong sender is told with the mail server only",
        "from && !ADDRESS",
        "url && from && !ADDRESS",
      ],
      ["a password in MAIL_URL stays escaped", 'decoded(url?.password ?? "")', "url?.password"],
      ["a user with a % is none", "user === undefined || ", ""],
      ["smtps takes the port of smtp", "isTls ? 465 : 587", "587"],
      ["mails link to this machine", '["PUBLIC_URL", variables.text("PUBLIC_URL")],', ""],
      ["a password in MAIL_URL is shown", '%2F and %25",\n', '%2F and %25",\n      text,\n'],
    ],
  ),
  ...inFile(
    "src/config/map-file.ts",
    ["test/http/map-file.test.ts", "test/config.test.ts"],
    [
      ["a map of pictures is drawn as vectors", " || header[TILE_TYPE_AT] !== VECTOR_TILES", ""],
      [
        "an older version of a map's file is read",
        "&&\n    header[SIGNATURE.length] === VERSION",
        "",
      ],
      [
        "a later version of a map's file is read",
        "header[SIGNATURE.length] === VERSION",
        "Number(header[SIGNATURE.length]) >= VERSION",
      ],
    ],
  ),
  ...inFile(
    "src/config/map-file.ts",
    ["test/http/map-file.test.ts"],
    [
      [
        "a map's file is relative to where the process goes",
        "return resolve(path);",
        "return path;",
      ],
    ],
  ),
  ...inFile(
    "src/config/map.ts",
    ["test/console/static.test.ts", "test/config.test.ts", "test/http/map-file.test.ts"],
    [
      [
        "a map of http:// is refused",
        'protocol !== "https:" && protocol !== "http:"',
        'protocol !== "https:"',
      ],
      [
        "MAP_URL is ignored beside MAP_FILE",
        'if (url) throw invalid("MAP_FILE"',
        'if (false) throw invalid("MAP_FILE"',
      ],
      ["a style with a {z} is a style", " || (!isTemplate && /[{}]/.test(url))", ""],
      ["who made the map is not told", 'variables.text("MAP_ATTRIBUTION") ?? ""', '""'],
    ],
  ),
  ...inFile(
    "src/config/read-key.ts",
    ["test/config.test.ts", "test/config/audit.test.ts"],
    [
      ["a key in the variable is a file", 'text.startsWith("-----BEGIN") ? text : ', ""],
      ["a key's text is shown", "${problem ?? message}", "${message}"],
      [
        "an empty file is a key",
        'if (pem.trim() === "") throw new Error("the file is empty");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/config/replica.ts",
    ["test/config.test.ts"],
    [
      [
        "a standby without a primary",
        'if (!variables.postgresUrl("DATABASE_URL")) {',
        "if (false) {",
      ],
      ["a standby lags for milliseconds", "1000 * variables.integer", "variables.integer"],
    ],
  ),
  ...inFile(
    "src/config/sessions.ts",
    ["test/config.test.ts"],
    [
      [
        "an access token lasts for a day",
        '"ACCESS_TOKEN_LIFETIME", 900',
        '"ACCESS_TOKEN_LIFETIME", 86_400',
      ],
      ["sessions end after 90 hours", "90 * 86400,\n      60", "90 * 3600,\n      60"],
      [
        "the current password is asked for by default",
        '"REQUIRE_CURRENT_PASSWORD", false',
        '"REQUIRE_CURRENT_PASSWORD", true',
      ],
      [
        "the previous key is the key",
        'keyOf(variables, "JWT_PRIVATE_KEY_PREVIOUS")',
        'keyOf(variables, "JWT_PRIVATE_KEY")',
      ],
    ],
  ),
  ...inFile(
    "src/config/trust-proxy.ts",
    ["test/config.test.ts"],
    [["every proxy is trusted by default", '?? "false"', '?? "true"']],
  ),
  ...inFile(
    "src/config/timeouts.ts",
    ["test/config.test.ts"],
    [
      ["timeouts are in milliseconds", "1000 * variables.integer(name", "variables.integer(name"],
      [
        "a lock is waited for as long as a statement takes",
        '"LOCK_TIMEOUT", 5',
        '"LOCK_TIMEOUT", 30',
      ],
    ],
  ),
  ...inFile(
    "src/config/quotas.ts",
    ["test/config.test.ts"],
    [
      ["reports have the rate of requests", '"REPORT_RATE", 20', '"REQUEST_RATE", 20'],
      ["strangers have the burst of users", '"ANONYMOUS_BURST", 1000', '"REQUEST_BURST", 1000'],
    ],
  ),
  ...inFile(
    "src/config/limits.ts",
    ["test/config.test.ts"],
    [
      [
        "an administrator's answers are as small as a user's",
        '"ADMIN_ANSWER_SIZE", 32_000_000',
        '"ANSWER_SIZE", 8_000_000',
      ],
      ["documents have any depth", '"DOCUMENT_DEPTH", 16', '"DOCUMENT_DEPTH", 1600'],
    ],
  ),
  ...inFile(
    "src/config/observation.ts",
    ["test/config.test.ts"],
    [
      [
        "metrics are served by default",
        "isMeasured ? variables",
        "!isMeasured || isMeasured ? variables",
      ],
      ["debug lines by default", '?? "info"', '?? "debug"'],
    ],
  ),
  ...inFile(
    "src/config/drain.ts",
    ["test/config.test.ts"],
    [["a drain takes milliseconds", "1000 * variables", "variables"]],
  ),
  ...inFile(
    "src/config/pools.ts",
    ["test/jobs/runs.test.ts"],
    [["jobs may have too few connections", "LEAST_FOR_JOBS = 3", "LEAST_FOR_JOBS = 2"]],
  ),
  ...inFile(
    "src/config/pools.ts",
    ["test/config.test.ts"],
    [["jobs have too few connections by default", "LEAST_FOR_JOBS + 2", "LEAST_FOR_JOBS"]],
  ),
  ...inFile(
    "src/config/push.ts",
    ["test/config.test.ts"],
    [
      ["a service account in the variable is a file", 'text.startsWith("{") ? text : ', ""],
      [
        "no hosts are all hosts",
        'patterns.length > 0 ? patterns.find((one) => !isHostPattern(one)) : ","',
        "patterns.find((one) => !isHostPattern(one))",
      ],
      [
        "the first administrator's email is not the contact",
        '/^\\S+@\\S+$/.test(email) ? email : "admin@example.org"',
        '"admin@example.org"',
      ],
      [
        "keys of two pairs are taken",
        "if (error) throw invalid(names[error.key], error.mustBe);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/config/misspelled.ts",
    ["test/config/misspelled.test.ts"],
    [
      ["a name with dashes is another one", "/[_-]/g", "/_/g"],
      [
        "a misspelled name of a file is ignored",
        "const names = [...known, ...[...known].map(fileVariable)];",
        "const names = [...known];",
      ],
      ["long names have one mistake", "length < 10 ? 1 : 2", "1"],
    ],
  ),
  ...inFile(
    "src/config/variables.ts",
    ["test/config.test.ts"],
    [
      ["a URL of another protocol is PostgreSQL", "/^postgres(ql)?:\\/\\//", "/^\\w+:\\/\\//"],
      ["false is true", 'word ? word === "true" : fallback', "word ? true : fallback"],
      ["a comma at the end of a list adds an entry", "\n      .filter(Boolean);", ";"],
      ["the path of a file has spaces", "this.#env[inFile]?.trim()", "this.#env[inFile]"],
      ["spaces beside a file are a value", "if (value?.trim()) throw", "if (value) throw"],
      ["one of two slashes stays", "/\\/+$/", "/\\/$/"],
      [
        "a URL without a host is one",
        "!/^https?:\\/\\//.test(text) || !URL.canParse(text)",
        "!/^https?:\\/\\//.test(text)",
      ],
    ],
  ),
  ...inFile(
    "src/speech/wav.ts",
    ["test/speech/wav.test.ts"],
    [
      ["stereo is spoken at half the speed", " || channels !== 1", ""],
      ["a sound of 8 bits is noise", " || bits !== 16", ""],
      [
        "a header without end fills the memory",
        "if (!header && bytes.length > MAX_HEADER) throw",
        "if (false) throw",
      ],
      [
        "a format that comes in two pieces is misread",
        "if (start + 16 > bytes.length) return undefined;",
        "",
      ],
      [
        "the header is heard",
        "return { sampleRate, length: start };",
        "return { sampleRate, length: at };",
      ],
      [
        "the engine runs on when nobody reads",
        "} finally {\n      await rest.return?.();\n    }",
        "} finally {\n    }",
      ],
    ],
  ),
  ...inFile(
    "src/speech/espeak-ng.ts",
    ["test/speech/espeak-ng.test.ts", "test/speech/engine-failures.test.ts"],
    [
      ["control characters are commands", 'text.replace(/[^\\P{Cc}\\n]/gu, " ")', "text"],
      [
        "an engine without voices is an engine",
        'if (voices.length === 0) throw new Error("it has no voices");',
        "",
      ],
      ["a new voice keeps the old files", "`${name} ${fileFor(language)}`", "name"],
      ["a program that reads nothing ends the process", 'child.stdin.on("error", () => {});', ""],
    ],
  ),
  ...inFile(
    "src/speech/index.ts",
    ["test/speech/engine-failures.test.ts", "test/speech/espeak-ng.test.ts"],
    [
      [
        "a machine without an engine does not start",
        "return { engine: undefined, status };",
        "throw error;",
      ],
      [
        "an engine that is missing does not run",
        'error.code === "ENOENT"',
        'error.code === "EACCES"',
      ],
    ],
  ),
  ...inFile(
    "src/speech/voices.ts",
    ["test/speech/voices.test.ts"],
    [
      ["a large number hides a language", "(\\S+) (\\d+)\\)/g", "(\\S+) (\\d)\\)/g"],
      ["a voice with a large number is none", "/^\\s*(\\d+)", "/^\\s+(\\d+)"],
      [
        "a language with a region has no voice",
        "for (; parts.length > 0; parts.pop()) {",
        "for (; parts.length > 0; parts.length = 0) {",
      ],
      [
        "a voice's other languages come first",
        "languages.set(language.toLowerCase(), 0)",
        "languages.set(language.toLowerCase(), 99)",
      ],
      [
        "other languages are not spoken",
        "{ file, languages: languages",
        "{ file, languages: new Map<string, number>()",
      ],
      ["the first voice speaks all", 'voiceOf(voices, "en") ?? voices[0]', "voices[0]"],
    ],
  ),
  ...inFile(
    "src/config/origins.ts",
    ["test/config.test.ts"],
    [["an app's origin may have a path", "[^/\\s]+$/", "[^/\\s]+/"]],
  ),
  ...inFile(
    "src/config/origins.ts",
    ["test/config.test.ts"],
    [["an app's scheme has letters only", "^[a-z][a-z\\d+.-]*:", "^[a-z]+:"]],
  ),
];
