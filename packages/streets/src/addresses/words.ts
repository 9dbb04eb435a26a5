// Kinds of street and the ways people shorten them. A kind is noise for finding ("street" is in every second name) but
// tells "Ocean Street" from "Ocean Avenue", so it is kept apart from the words of a name.
const KINDS: readonly string[] = [
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
const OTHER_SHORT: Readonly<Record<string, string>> = {
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
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

/** Words that people leave out: they are neither indexed nor asked for. */
const PARTICLES = new Set(
  'the a o e os as de da do das dos d of la le les du des l y el los las del der die und am im zum zur'.split(' '),
)

const KIND_OF = new Map(
  KINDS.flatMap((line) => {
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

/** The kind that a half-typed word is about to become ("stre"), for the last word of a query. */
export const kindBegunBy = (word: string): string | null => {
  if (word.length < 3) return null
  for (const [form, kind] of KIND_OF) if (form.length > 3 && form.startsWith(word)) return kind
  return null
}

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

export type Query = {
  /** House number as typed, folded ("12a"), or null */
  number: string | null
  unit: string | null
  words: string[]
  kinds: string[]
  /** Is the last word of the text still being typed, and may it be the beginning of one? */
  open: boolean
}

const UNIT = /^(?:unit|u|apt|apartment|flat|shop|suite|ste|level|lot)\s*(\d+[a-z]?)\s*[,/ ]\s*/
const SLASHED = /^(\d+[a-z]?)\s*\/\s*(?=\d)/
const NUMBER = /^\d{1,5}[a-z]?(?:-\d{1,5}[a-z]?)?$/

/** "twelve", "twenty one": the number and how many words it took. */
const spokenNumber = (words: readonly string[]): { value: number; used: number } | null => {
  const first = NUMBER_WORDS[words[0] ?? '']
  if (first === undefined || words.length < 2) return null
  const second = NUMBER_WORDS[words[1]]
  return first >= 20 && second !== undefined && second < 10
    ? { value: first + second, used: 2 }
    : { value: first, used: 1 }
}

const withoutNumber = (words: readonly string[]): { number: string | null; rest: string[] } => {
  const spoken = spokenNumber(words)
  if (spoken && words.length > spoken.used) return { number: String(spoken.value), rest: words.slice(spoken.used) }
  if (words.length < 2) return { number: null, rest: [...words] }
  // In front ("12 Ocean Street"), or after the street ("Ocean St 12 Eastbeach"): the last one that looks like it.
  const at = NUMBER.test(words[0]) ? 0 : words.findLastIndex((word, i) => i > 0 && NUMBER.test(word) && word.length < 6)
  return at < 0 ? { number: null, rest: [...words] } : { number: words[at], rest: words.filter((_, i) => i !== at) }
}

/**
 * How a query can be meant: with a house number taken out, and as it stands (streets are named "33rd Street" and
 * "Rua 31 de Janeiro").
 */
export const readQuery = (text: string): Query[] => {
  let folded = fold(text).trim()
  const open = !/[\s,]$/.test(text)
  let unit: string | null = null
  for (const pattern of [UNIT, SLASHED]) {
    const match = pattern.exec(folded)
    if (!match) continue
    unit = match[1]
    folded = folded.slice(match[0].length)
  }
  const all = (folded.match(/[\p{L}\p{N}&]+(?:-\d+\p{L}?)?/gu) ?? []).flatMap((word) =>
    NUMBER.test(word) ? [word] : wordsOf(word),
  )
  const shape = (number: string | null, rest: readonly string[]): Query => {
    const kinds: string[] = []
    const words: string[] = []
    rest.forEach((word, i) => {
      const last = i === rest.length - 1
      const saint = i === 0 && (word === 'st' || word === 'dr') && rest.length > 1
      const kind = saint ? null : (kindOf(word) ?? (last && i > 0 && open ? kindBegunBy(word) : null))
      if (kind) kinds.push(kind)
      else words.push(plain(word))
    })
    const typed = rest.at(-1) ?? ''
    const meaning = words.filter(
      (word, i) => !PARTICLES.has(word) || (i === 0 && words.length === 1 && kinds.length === 0),
    )
    if (meaning.length > 0)
      return { number, unit, words: meaning, kinds, open: open && meaning.at(-1) === plain(typed) }
    // Nothing but kinds: "esplanade" is a name, and "st" the beginning of one.
    return { number, unit, words: open && kinds.length === 1 ? [typed] : kinds, kinds: [], open }
  }
  const { number, rest } = withoutNumber(all)
  if (all.length === 0) return []
  return number === null ? [shape(null, all)] : [shape(number, rest), shape(null, all)]
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
