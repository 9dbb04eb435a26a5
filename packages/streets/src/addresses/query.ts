import { fold, wordsOf } from './words.ts'

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

/** One way to understand a text: which of its words is the house number, if any. */
export type Query = {
  /** House number as typed, folded ("12a"), or null */
  number: string | null
  unit: string | null
  words: string[]
}

const UNIT = /^(?:unit|u|apt|apartment|flat|shop|suite|ste|level|lot)\s*(\d+[a-z]?)\s*[,/ ]\s*/
const SLASHED = /^(\d+[a-z]?)\s*\/\s*(?=\d)/
const HALF = /^(\d+)\s+1\/2\s/
const NUMBER = /^\d{1,5}[a-z]?(?:-\d{1,5}[a-z]?)?$/
/** More numbers than this in a text are not tried as the house's. */
const MOST_NUMBERS = 3
/** No label has more words. */
const MOST_WORDS = 16

/** "twelve", "twenty one": the number and how many words it took. */
const spokenNumber = (words: readonly string[]): { value: number; used: number } | null => {
  const first = NUMBER_WORDS[words[0] ?? '']
  if (first === undefined || words.length < 2) return null
  const second = NUMBER_WORDS[words[1]]
  return first >= 20 && second !== undefined && second < 10
    ? { value: first + second, used: 2 }
    : { value: first, used: 1 }
}

/** Takes the unit from in front of the number: "unit 3, 12 Ocean Street", "3/12 Ocean Street". */
const takeUnit = (text: string): { unit: string | null; rest: string } => {
  for (const pattern of [UNIT, SLASHED]) {
    const match = pattern.exec(text)
    if (match) return { unit: match[1], rest: text.slice(match[0].length) }
  }
  return { unit: null, rest: text }
}

/**
 * How a text can be meant: with each number in it as the house's (in front, behind the street, or before a postcode),
 * and as it stands, since streets are named "33rd Street" and "Rua 31 de Janeiro".
 */
export const readQuery = (text: string): Query[] => {
  const { unit, rest } = takeUnit(fold(text).trim())
  const half = HALF.exec(rest)
  if (half) return [{ number: `${half[1]} 1/2`, unit, words: wordsOf(rest.slice(half[0].length)) }]
  const words = (rest.match(/[\p{L}\p{N}&]+(?:-\d+\p{L}?)?/gu) ?? []).flatMap((word) =>
    NUMBER.test(word) ? [word] : wordsOf(word),
  )
  words.length = Math.min(words.length, MOST_WORDS)
  if (words.length === 0) return []
  const queries: Query[] = []
  const spoken = spokenNumber(words)
  if (spoken && words.length > spoken.used) {
    queries.push({ number: String(spoken.value), unit, words: words.slice(spoken.used) })
  }
  words.forEach((word, at) => {
    if (words.length < 2 || queries.length >= MOST_NUMBERS || !NUMBER.test(word)) return
    queries.push({ number: word, unit, words: words.toSpliced(at, 1) })
    // "215 B Bank Street" is house 215b, and "6800 E Lombard Street" house 6800.
    if (at === 0 && words.length > 2 && /^\d+$/.test(word) && /^[a-z]$/.test(words[1])) {
      queries.push({ number: word + words[1], unit, words: words.slice(2) })
    }
  })
  return [...queries, { number: null, unit, words }]
}
