/**
 * Further names of places, by country and GeoNames's name: the local one, the Italian one, the English one (if it is not
 * GeoNames's), and the local one in Latin letters. No package of names in several languages is known; add a line for what is missed.
 */
const NAMES = `
AT Vienna: Wien, Vienna
BE Antwerpen: Antwerpen, Anversa, Antwerp
BE Brugge: Brugge, Bruges, Bruges
BE Brussels: Bruxelles
BE Gent: Gent, Gand, Ghent
BE Liège: Liège, Liegi
BE Leuven: Leuven, Lovanio
BE Ostend: Oostende, Ostenda
CH Basel: Basel, Basilea
CH Bern: Bern, Berna
CH Fribourg: Fribourg, Friburgo
CH Genève: Genève, Ginevra, Geneva
CH Lausanne: Lausanne, Losanna
CH Luzern: Luzern, Lucerna, Lucerne
CH Sankt Gallen: Sankt Gallen, San Gallo
CH Zürich: Zürich, Zurigo
CN Beijing: 北京, Pechino
CU Havana: La Habana, L'Avana
CZ Pilsen: Plzeň
CZ Prague: Praha, Praga
DE Aachen: Aachen, Aquisgrana
DE Augsburg: Augsburg, Augusta
DE Berlin: Berlin, Berlino
DE Bremen: Bremen, Brema
DE Dresden: Dresden, Dresda
DE Frankfurt am Main: Frankfurt am Main, Francoforte sul Meno
DE Freiburg: Freiburg, Friburgo in Brisgovia
DE Hamburg: Hamburg, Amburgo
DE Koblenz: Koblenz, Coblenza
DE Köln: Köln, Colonia, Cologne
DE Leipzig: Leipzig, Lipsia
DE Lübeck: Lübeck, Lubecca
DE Mainz: Mainz, Magonza
DE Munich: München, Monaco di Baviera
DE Nürnberg: Nürnberg, Norimberga, Nuremberg
DE Regensburg: Regensburg, Ratisbona
DE Stuttgart: Stuttgart, Stoccarda
DE Trier: Trier, Treviri
DK Copenhagen: København, Copenaghen
DZ Algiers: الجزائر, Algeri
EG Alexandria: الإسكندرية, Alessandria d'Egitto
EG Cairo: القاهرة, Il Cairo
ES Barcelona: Barcelona, Barcellona
ES Córdoba: Córdoba, Cordova
ES Sevilla: Sevilla, Siviglia, Seville
ES Zaragoza: Zaragoza, Saragozza
FR Avignon: Avignon, Avignone
FR Lyon: Lyon, Lione
FR Marseille: Marseille, Marsiglia
FR Nice: Nice, Nizza
FR Paris: Paris, Parigi
FR Strasbourg: Strasbourg, Strasburgo
FR Toulouse: Toulouse, Tolosa
GB Edinburgh: Edinburgh, Edimburgo
GB London: London, Londra
GE Tbilisi: თბილისი, Tbilisi
GR Athens: Αθήνα, Atene, Athens, Athina
GR Corfu: Κέρκυρα, Corfù
GR Irákleion: Ηράκλειο, Candia
GR Kórinthos: Κόρινθος, Corinto
GR Piraeus: Πειραιάς, Il Pireo
GR Ródos: Ρόδος, Rodi
GR Thessaloníki: Θεσσαλονίκη, Salonicco
GR Pátra: Πάτρα, Patrasso
HR Dubrovnik: Dubrovnik, Ragusa
HR Pula: Pula, Pola
HR Rijeka: Rijeka, Fiume
HR Split: Split, Spalato
HR Zadar: Zadar, Zara
HR Zagreb: Zagreb, Zagabria
IE Dublin: Dublin, Dublino
IL Jerusalem: ירושלים, Gerusalemme
IQ Baghdad: بغداد, Baghdad
IT Bolzano: Bozen, Bolzano
IT Florence: Firenze
IT Genoa: Genova
IT Mantova: Mantova, Mantova, Mantua
IT Merano: Meran, Merano
IT Milan: Milano
IT Naples: Napoli
IT Padova: Padova, Padova, Padua
IT Rome: Roma
IT Siracusa: Siracusa, Siracusa, Syracuse
IT Turin: Torino
IT Venice: Venezia
JP Kyoto: 京都, Kyoto
JP Osaka: 大阪, Osaka
JP Tokyo: 東京, Tokyo
KR Seoul: 서울, Seul
LB Beirut: بيروت, Beirut
MA Marrakesh: مراكش, Marrakech
MA Tangier: طنجة, Tangeri
MX Mexico City: Ciudad de México, Città del Messico
NL The Hague: Den Haag, L'Aia
PL Gdańsk: Gdańsk, Danzica
PL Kraków: Kraków, Cracovia
PL Warsaw: Warszawa, Varsavia
PL Wrocław: Wrocław, Breslavia
PT Lisbon: Lisboa, Lisbona
PT Porto: Porto, Oporto
RO Bucharest: București, Bucarest
RS Belgrade: Београд, Belgrado, Belgrade, Beograd
RU Moscow: Москва, Mosca, Moscow, Moskva
RU Saint Petersburg: Санкт-Петербург, San Pietroburgo, Saint Petersburg, Sankt-Peterburg
SA Mecca: مكة, La Mecca
SE Göteborg: Göteborg, Göteborg, Gothenburg
SE Stockholm: Stockholm, Stoccolma
SI Koper: Koper, Capodistria
SI Ljubljana: Ljubljana, Lubiana
SY Aleppo: حلب, Aleppo
SY Damascus: دمشق, Damasco
TN Tunis: تونس, Tunisi
TR Istanbul: İstanbul, Istanbul
UA Kharkiv: Харків, Kharkiv
UA Kyiv: Київ, Kiev
UA Lviv: Львів, Leopoli
UA Odessa: Одеса, Odessa`;

const LANGUAGES = ["local", "it", "en", "latin"];

/** Names by language, by country and GeoNames's name. */
export const otherNames = new Map(
  NAMES.trim()
    .split("\n")
    .map((line) => {
      const [key, names] = line.split(": ") as [string, string];
      const list = names.split(", ").map((name, at) => [LANGUAGES[at], name] as const);
      return [key, Object.fromEntries(list) as Record<string, string>];
    }),
);
