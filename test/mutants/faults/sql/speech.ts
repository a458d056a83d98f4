import { inFunction } from "../../fault.ts";

const SPEECHES = "test/database/speeches.test.ts";
const SPEAK = "test/speech/speak-alert.test.ts";

/** Faults in speech. */
export const faults = [
  ...inFunction(
    "app_private.find_speech",
    [SPEECHES],
    [
      ["the speech of the next text", "[find_speech.level]", "[find_speech.level + 1]"],
      [
        "the size is in characters of hex",
        "octet_length(s.mp3)",
        "octet_length(encode(s.mp3, 'hex'))",
      ],
      ["the speech of any alert", "a.alert_id = find_speech.alert_id and ", ""],
    ],
  ),
  ...inFunction(
    "app_private.keep_speech",
    [SPEECHES, SPEAK],
    [
      ["one voice speaks all languages", "keep_speech.voice || chr(10) || coalesce", "coalesce"],
      [
        "the speech of an old text is stored as that of the new one",
        "coalesce(keep_speech.spoken, present)",
        "present",
      ],
      [
        "an alert gets the speech of its old text",
        " and coalesce(keep_speech.spoken = present, true)",
        "",
      ],
      ["TWO is spoken as THREE", "when 'TWO' then a.text2", "when 'TWO' then a.text3"],
      [
        "a second host replaces a speech",
        "on conflict on constraint speeches_digest_key do nothing",
        "on conflict on constraint speeches_digest_key do update set mp3 = excluded.mp3",
      ],
      [
        "a speech counts for every text",
        "s.alert_id = keep_speech.alert_id and s.level = keep_speech.level",
        "s.alert_id = keep_speech.alert_id",
      ],
      [
        "equal texts are spoken again",
        "from app_private.speeches s where s.digest = text_digest",
        "from app_private.speeches s where s.digest = text_digest and keep_speech.mp3 is not null",
      ],
    ],
  ),
  ...inFunction(
    "app_private.keep_speech",
    ["test/concurrency/changed-texts.test.ts"],
    [["a text that is being changed gets the old speech", "    for share;", "    ;"]],
  ),
  ...inFunction(
    "app_private.queue_missing_speeches",
    [SPEAK, SPEECHES],
    [
      [
        "ended alerts are spoken",
        "app_private.is_active(a.active, a.expires_at)\n        and",
        "true and",
      ],
      ["alerts that lack one speech stay silent", "< 3", "< 2"],
      ["alerts with all speeches are queued", "< 3", "<= 3"],
    ],
  ),
  ...inFunction(
    "app_private.queue_speech",
    ["test/database/queued-jobs.test.ts"],
    [
      ["speech runs before pushes", "priority => 10", "priority => 0"],
      ["speech runs at once", "now() + interval '1 second'", "now()"],
      ["speech is queued for each version", ", job_key => 'speak_alert:' || alert_id", ""],
      ["speech is tried once", "max_attempts => 5", "max_attempts => 1"],
    ],
  ),
  ...inFunction(
    "app_private.read_speech",
    [SPEECHES],
    [["a range begins a byte early", "read_speech.first_byte + 1", "read_speech.first_byte"]],
  ),
  ...inFunction(
    "app_private.speech_as_list",
    [SPEECHES],
    [
      ["the last byte is lost", "octet_length(bytes) - 1", "octet_length(bytes) - 2"],
      ["a speech of 4 MiB is no list", "<= 4194304", "< 4194304"],
      ["a speech of 4 MiB and a byte is a list", "<= 4194304", "<= 4194305"],
      ["the speech of any level", " and a.level = speech_as_list.level", ""],
    ],
  ),
  ...inFunction(
    "app_private.speech_url",
    [SPEECHES],
    [["a text without speech has a path", "where s.id is not null", ""]],
  ),
  ...inFunction(
    "app_private.texts_to_speak",
    [SPEECHES, SPEAK],
    [
      ["ended alerts are spoken on", " and app_private.is_active(a.active, a.expires_at)", ""],
      [
        "spoken texts are spoken again",
        "and not exists (\n        select from app_private.alert_speeches s where s.alert_id = a.id and s.level = t.level)",
        "",
      ],
      ["one speech is enough", "s.alert_id = a.id and s.level = t.level", "s.alert_id = a.id"],
      ["THREE is spoken first", "order by t.level", "order by t.level desc"],
      [
        "TWO and THREE are swapped",
        "('TWO', a.text2), ('THREE', a.text3)",
        "('TWO', a.text3), ('THREE', a.text2)",
      ],
    ],
  ),
  ...inFunction("app_public.alerts_audio2", [SPEECHES], [["audio2 is audio1", "'TWO'", "'ONE'"]]),
  ...inFunction(
    "app_public.alerts_audio_url3",
    [SPEECHES],
    [["audioUrl3 is audioUrl2", "alert.id, 3", "alert.id, 2"]],
  ),
];
