import { fold, isLight, OTHER_SHORT, STREET_KINDS } from './words.ts'

/** Words that are written in several ways, besides street types; any of a line is found by any other one. */
const ALIKE: readonly string[] = [
  'saint st sankt',
  'doctor dr doktor doutor',
  'strasse str',
  'platz pl',
  'terrace terr',
  'esplanade espl',
  'point pt',
  'view vw',
  'walk wk',
  'track trk',
  'boulevard boul bd',
  'highway hway',
  'square sqr',
  'gardens gdns',
  'heights hts',
  'junction jct',
  'fort ft',
  'park pk',
  'church ch',
  'school sch',
  'bahnhof bhf',
  'hauptbahnhof hbf',
  'restaurant rest',
  'station sta stn',
  'and & und',
]

const linesOf = (): string[][] => [
  ...STREET_KINDS.map((line) => line.split(' ')),
  ...Object.entries(OTHER_SHORT).map((pair) => [...pair]),
  ...ALIKE.map((line) => line.split(' ')),
]

const alike = new Map<string, Set<string>>()
for (const line of linesOf()) {
  for (const word of line) alike.set(word, new Set([...(alike.get(word) ?? []), ...line]))
}

/** A word of a name: every way to write it, its own first; is it left out by many, or a type of street? */
export type NameWord = { forms: readonly string[]; light: boolean; kind: boolean }

const kinds = new Set(STREET_KINDS.flatMap((line) => line.split(' ')))
/** What may stand in front of a name and be left out: "East Pratt Street" is "Pratt Street" to many. */
const DIRECTIONS = new Set('north south east west northeast northwest southeast southwest'.split(' '))

const isStreetKind = (word: string): boolean => kinds.has(word)
export const isDirection = (word: string): boolean => DIRECTIONS.has(word)

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' }

/** In front of a name "St" is a saint and "Dr" a doctor; behind it they are types of street. */
const meaningOf = (word: string, leads: boolean): string => {
  if (word === 'st') return leads ? 'saint' : 'street'
  if (word === 'dr') return leads ? 'doctor' : 'drive'
  return word
}

/** Every way to write a word: short and long, with umlauts as two letters, German compounds in short. */
const formsOf = (raw: string, leads: boolean): string[] => {
  const word = meaningOf(fold(raw), leads)
  const forms = new Set([word, ...(alike.get(word) ?? [])])
  const spelt = raw.replace(/[äöüåøæ]/g, (letter) => UMLAUTS[letter])
  if (spelt !== raw) forms.add(fold(spelt))
  for (const form of forms) {
    if (form.length > 7 && form.endsWith('strasse')) forms.add(form.slice(0, -4))
    if (form.length > 4 && form.endsWith('str')) forms.add(`${form}asse`)
  }
  return [...forms]
}

/** The words of a name in order, with all their forms. */
export const nameWords = (name: string): NameWord[] => {
  const raw =
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/['’`´]/g, '')
      .match(/[\p{L}\p{N}\p{M}&]+/gu) ?? []
  const words = raw.map((word, i): NameWord => {
    const forms = formsOf(word, i === 0 && raw.length > 1)
    return { forms, light: isLight(forms[0]) && raw.length > 1, kind: isStreetKind(forms[0]) }
  })
  // A name that is nothing but types of street ("The Esplanade", "Grove Street") has one that is its own.
  const own = words.some(({ light, kind }) => !light && !kind) ? -1 : words.findIndex(({ light }) => !light)
  return words.map((word, i) => (i === own ? { ...word, kind: false } : word))
}
