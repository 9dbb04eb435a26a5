// Kinds of street and the ways people shorten them. A kind is noise for finding ("street" is in every second name) but
// tells "Ocean Street" from "Ocean Avenue", so it is kept apart from the words of a name.
export const STREET_KINDS: readonly string[] = [
  'street st str',
  'road rd',
  'avenue ave av',
  'drive dr drv',
  'court ct crt',
  'crescent cres cr',
  'place pl',
  'lane ln la',
  'highway hwy',
  'parade pde',
  'terrace tce ter',
  'close cl',
  'circuit cct',
  'grove gr gve',
  'esplanade esp',
  'square sq',
  'way wy',
  'boulevard blvd bvd',
  'circle cir',
  'parkway pkwy',
  'alley aly',
  'mews',
  'rise',
  'quay qy',
  'motorway mwy',
  'rua r',
  'avenida avda',
  'travessa tv trav',
  'largo lg',
  'praca pc',
  'estrada estr',
  'rotunda rot',
  'viela',
  'praceta pcta',
  'beco',
  'calcada cc',
  'strasse',
  'weg',
  'gasse',
  'platz',
  'allee',
  'rue',
  'chemin ch',
  'impasse imp',
  'via',
  'piazza',
  'calle',
  'plaza',
]
export const OTHER_SHORT: Readonly<Record<string, string>> = {
  mt: 'mount',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
  saint: 'st',
  sta: 'santa',
  sto: 'santo',
  dto: 'direito',
  dr: 'doutor',
  eng: 'engenheiro',
  prof: 'professor',
  ctr: 'centre',
  center: 'centre',
  hosp: 'hospital',
  stn: 'station',
  natl: 'national',
  intl: 'international',
  '&': 'and',
}
/** Words that people leave out. */
const PARTICLES = new Set(
  'the a o e os as de da do das dos d of la le les du des l y el los las del der die und am im zum zur'.split(' '),
)

/** May the word be left out, or typed where a name has none? */
export const isLight = (word: string): boolean =>
  PARTICLES.has(word) || word === '&' || word === 'and' || word === 'und'

const KIND_OF = new Map(
  STREET_KINDS.flatMap((line) => {
    const forms = line.split(' ')
    return forms.map((form) => [form, forms[0]] as const)
  }),
)

/** Lower case without accents, letters and digits only, "ß" as "ss". */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’`´]/g, '')

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}&]+/gu) ?? []

/** The full name of the street kind that a word means, or null. */
export const kindOf = (word: string): string | null => KIND_OF.get(word) ?? null

const plain = (word: string): string => {
  const long = OTHER_SHORT[word]
  if (long !== undefined) return long
  // German compounds: "Landstr." is "Landstrasse".
  return word.length > 4 && word.endsWith('str') ? `${word}asse` : word
}

export type NameWords = { words: string[]; kinds: string[] }

/** The words of a name without its kind; a name that is nothing but kinds ("The Esplanade") keeps them as words. */
export const splitName = (name: string): NameWords => {
  const all = wordsOf(name)
  const kinds: string[] = []
  const words: string[] = []
  all.forEach((word, i) => {
    // "St" in front of another word is a saint, "Dr" a doctor; in German and Portuguese the kind does come first.
    const kind = i === 0 && (word === 'st' || word === 'dr') && all.length > 1 ? null : kindOf(word)
    if (kind) kinds.push(kind)
    else words.push(plain(word))
  })
  const meaning = words.filter((word) => !PARTICLES.has(word))
  return { words: meaning.length > 0 ? meaning : [...kinds, ...(kinds.length > 0 ? [] : words)], kinds }
}

/** The leading whole number of a house number ("12a" is 12), or null. */
export const wholeNumber = (number: string): number | null => {
  const match = /^\d+/.exec(number)
  return match ? Number(match[0]) : null
}

const ENGLISH_KINDS = new Set(['street', 'road', 'avenue', 'drive', 'lane', 'court', 'place', 'close', 'crescent'])
/** Does this country write the number before the street? Derived from how its streets are named. */
export const numberComesFirst = (names: Iterable<string>): boolean => {
  let [english, all] = [0, 0]
  for (const name of names) {
    all++
    const last = wordsOf(name).at(-1)
    if (last !== undefined && ENGLISH_KINDS.has(kindOf(last) ?? '')) english++
  }
  return english * 3 > all
}
