const NAMESPACE = "urn:oasis:names:tc:emergency:cap:1.2";

/** The elements of CAP 1.2 in their order: `name:type`, a text without a type, and how often it stands: ? * +, else once. */
const ELEMENTS = {
  alert:
    "identifier sender sent:time status:status msgType:msgType source? scope:scope restriction? addresses? code* note? references? incidents? info:info*",
  info: "language:xs:language? category:category+ event responseType:responseType* urgency:urgency severity:severity certainty:certainty audience? eventCode:pair* effective:time? onset:time? expires:time? senderName? headline? description? instruction? web:xs:anyURI? contact? parameter:pair* resource:resource* area:area*",
  resource: "resourceDesc mimeType size:xs:integer? uri:xs:anyURI? derefUri? digest?",
  area: "areaDesc polygon* circle* geocode:pair* altitude:xs:decimal? ceiling:xs:decimal?",
  pair: "valueName value",
};
const WORDS = {
  status: "Actual Exercise System Test Draft",
  msgType: "Alert Update Cancel Ack Error",
  scope: "Public Restricted Private",
  category: "Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other",
  responseType: "Shelter Evacuate Prepare Execute Avoid Monitor Assess AllClear None",
  urgency: "Immediate Expected Future Past Unknown",
  severity: "Extreme Severe Moderate Minor Unknown",
  certainty: "Observed Likely Possible Unlikely Unknown",
};
const OFTEN: Record<string, string> = {
  "?": ' minOccurs="0"',
  "*": ' minOccurs="0" maxOccurs="unbounded"',
  "+": ' maxOccurs="unbounded"',
};

function elementOf(given: string): string {
  const [, name, type, often] = /^(\w+)(?::([\w:]+))?([?*+]?)$/.exec(given) as string[];
  return `<xs:element name="${name}" type="${type ?? "xs:string"}"${OFTEN[often ?? ""] ?? ""}/>`;
}

/** Anything of XML signatures may stand at the end of a message. */
const SIGNATURES = `<xs:any namespace="http://www.w3.org/2000/09/xmldsig#" processContents="lax"${OFTEN["*"]}/>`;

const SCHEMA = [
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${NAMESPACE}" targetNamespace="${NAMESPACE}" elementFormDefault="qualified">`,
  '<xs:element name="alert" type="alert"/>',
  ...Object.entries(ELEMENTS).map(
    ([name, elements]) =>
      `<xs:complexType name="${name}"><xs:sequence>${elements.split(" ").map(elementOf).join("")}${name === "alert" ? SIGNATURES : ""}</xs:sequence></xs:complexType>`,
  ),
  ...Object.entries(WORDS).map(
    ([name, words]) =>
      `<xs:simpleType name="${name}"><xs:restriction base="xs:NMTOKEN">${words.replace(/(\w+) ?/g, '<xs:enumeration value="$1"/>')}</xs:restriction></xs:simpleType>`,
  ),
  String.raw`<xs:simpleType name="time"><xs:restriction base="xs:dateTime"><xs:pattern value="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-,+]\d\d:\d\d"/></xs:restriction></xs:simpleType>`,
  "</xs:schema>",
].join("\n");

async function loadSchema() {
  const { XmlDocument, XmlError, XsdValidator } = await import("libxml2-wasm");
  using schema = XmlDocument.fromString(SCHEMA);
  const validator = XsdValidator.fromDoc(schema);
  return (xml: string): string[] => {
    try {
      using message = XmlDocument.fromString(xml);
      validator.validate(message);
      return [];
    } catch (error) {
      if (error instanceof XmlError) return error.message.trim().split("\n");
      throw error;
    }
  };
}

/** Loaded for the first message, because compiling WebAssembly takes long. */
let validator: ReturnType<typeof loadSchema> | undefined;

/**
 * Returns what is wrong with a message by the XSD of CAP 1.2, which is written here anew. Empty if it is valid. A message
 * of others must have no DOCTYPE: refuse it before.
 */
export async function validate(xml: string): Promise<string[]> {
  validator ??= loadSchema();
  return (await validator)(xml);
}
