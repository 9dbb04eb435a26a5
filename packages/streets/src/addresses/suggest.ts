import { flatDistance } from '@ambit/geo'
import MiniSearch from 'minisearch'
import type { Address, LngLat, SuggestOptions } from './address.ts'
import { createNumbers } from './numbers.ts'
import type { NumberMatch } from './numbers.ts'
import type { AddressTable } from './table.ts'
import { readQuery, splitName, wordsOf } from './words.ts'
import type { Query } from './words.ts'

type Kind = 'street' | 'place' | 'poi'
type Entry = { id: number; kind: Kind; row: number; words: string[]; kinds: string[]; area: string[] }
type Scored = { entry: Entry; score: number; number: NumberMatch | null }

type Hit = { entry: Entry; matched: Set<string> }

const DEFAULT_LIMIT = 10
/** More candidates than this are cut to the best of the word index before they are looked at one by one. */
const CANDIDATES = 2500

const listEntries = (table: AddressTable): Entry[] => {
  const entries: Entry[] = []
  const areaWords = (kind: Kind, row: number): string[] => [...new Set(table.areaOf(kind, row).flatMap(wordsOf))]
  const put = (kind: Kind, row: number, words: string[], kinds: string[]): void => {
    entries.push({ id: entries.length, kind, row, words, kinds, area: areaWords(kind, row) })
  }
  for (let row = 0; row < table.streetCount; row++) {
    const { words, kinds } = splitName(table.streetName(row))
    put('street', row, words, kinds)
  }
  for (let row = 0; row < table.placeCount; row++) put('place', row, wordsOf(table.placeName(row)), [])
  for (let row = 0; row < table.poiCount; row++) {
    // A caller says "the hospital": what a landmark is counts as one of its words.
    const { words, kinds } = splitName(table.poiName(row))
    put('poi', row, [...new Set([...words, ...kinds, ...table.poiWhat(row).split('_')])], kinds)
  }
  return entries
}

/** Letters that may be wrong: none in short words, one in middling, two in long ones. */
const allowedErrors = (word: string): number => (word.length < 4 || /^\d/.test(word) ? 0 : word.length < 8 ? 1 : 2)

const createWordIndex = (entries: readonly Entry[]): MiniSearch<Entry> => {
  const index = new MiniSearch<Entry>({
    fields: ['words', 'area'],
    extractField: (entry, field) => {
      if (field === 'id') return String(entry.id)
      return (field === 'area' ? entry.area : entry.words).join(' ')
    },
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  })
  index.addAll(entries)
  return index
}

/** How well one word of the query fits one word of an entry: 1 the same, 0 not at all. */
const fit = (asked: string, word: string, open: boolean): number => {
  if (asked === word) return 1
  if (open && word.startsWith(asked)) return 0.74 + (0.2 * asked.length) / word.length
  if (asked.length < 4 || asked[0] !== word[0]) return asked.length < 4 ? 0 : 0.4
  return 0.55
}

const bestFit = (asked: string, words: readonly string[], matched: ReadonlySet<string>, open: boolean): number => {
  let best = 0
  for (const word of words) if (matched.has(word)) best = Math.max(best, fit(asked, word, open))
  return best
}

const textScore = (query: Query, entry: Entry, matched: ReadonlySet<string>): number => {
  let sum = 0
  let named = 0
  query.words.forEach((asked, i) => {
    const open = query.open && i === query.words.length - 1
    const byName = bestFit(asked, entry.words, matched, open)
    const byArea = bestFit(asked, entry.area, matched, open) * 0.9
    if (byName > 0 && byName >= byArea) named++
    sum += Math.max(byName, byArea)
  })
  // Words that nobody asked for, and names that matched by their suburb alone, come later.
  const surplus = Math.min(4, Math.max(0, entry.words.length - named)) * 0.05
  const asked = query.kinds.length > 0 && entry.kind === 'street'
  const kind = !asked ? 0 : query.kinds.some((one) => entry.kinds.includes(one)) ? 0.16 : -0.14
  return sum / query.words.length - surplus + kind - (named === 0 ? 0.35 : 0)
}

const kindScore = (table: AddressTable, entry: Entry, query: Query): number => {
  if (entry.kind === 'street') return 0.04
  const number = query.number === null ? 0 : -0.4
  if (entry.kind === 'place') return 0.06 + number
  const what = table.poiWhat(entry.row)
  const meant = query.words.some((word) => word === what) ? 0.14 : 0
  return number + meant - (what === 'bus_stop' ? 0.3 : what === 'building' ? 0.1 : 0)
}

const nearScore = (at: LngLat | undefined, position: LngLat): number => {
  if (!at) return 0
  const away = flatDistance(at, position)
  return 0.22 * Math.exp(-away / 3500) + 0.12 * Math.exp(-away / 25_000)
}

const numberScore = (query: Query, match: NumberMatch | null): number => {
  if (query.number === null) return 0
  if (match === null) return -0.12
  return match.kind === 'known' ? 0.34 : 0.22
}

/** Prepares suggestions: words in a search index, numbers looked up inside the streets that matched. */
export const createSuggest = (table: AddressTable): ((text: string, options?: SuggestOptions) => Address[]) => {
  const entries = listEntries(table)
  const index = createWordIndex(entries)
  const numbers = createNumbers(table)

  const find = (
    query: Query,
    errors: (word: string) => number,
    loose = false,
  ): { entry: Entry; matched: Set<string> }[] => {
    const last = query.words.length - 1
    const options = {
      fuzzy: (word: string): number => errors(word),
      prefix: (word: string, i: number): boolean => query.open && i === last && word.length > 0,
      boost: { words: 3, area: 1 },
      combineWith: loose ? 'OR' : 'AND',
    } as const
    const hits = index.search(query.words.join(' '), options)
    return hits.slice(0, CANDIDATES).map((hit) => ({ entry: entries[Number(hit.id)], matched: new Set(hit.terms) }))
  }

  const twoErrors = (word: string): number => (word.length > 4 ? 2 : allowedErrors(word))

  /** Exactly, then with errors, then (two letters changed places are two errors) with more of them. */
  const search = (query: Query, effort: 'exact' | 'errors' | 'loose'): Hit[] => {
    if (effort === 'loose') return find(query, twoErrors, true).slice(0, 60)
    const hits = find(query, () => 0)
    if (effort === 'exact' || hits.length >= 3) return hits
    const near = find(query, allowedErrors)
    return near.length > 0 ? near : find(query, twoErrors)
  }

  const rate = (query: Query, at: LngLat | undefined, effort: 'exact' | 'errors' | 'loose'): Scored[] => {
    let hits = search(query, effort)
    // With a number it is a house that is meant.
    if (query.number !== null && hits.some(({ entry }) => entry.kind === 'street')) {
      hits = hits.filter(({ entry }) => entry.kind === 'street')
    }
    return hits.map(({ entry, matched }) => {
      const number =
        query.number !== null && entry.kind === 'street' ? numbers.find(entry.row, query.number, query.unit) : null
      const score =
        textScore(query, entry, matched) +
        kindScore(table, entry, query) +
        nearScore(at, table.positionOf(entry.kind, entry.row)) +
        numberScore(query, number)
      return { entry, score, number }
    })
  }

  const addressOf = ({ entry, number }: Scored): Address => {
    if (number !== null) return number.make()
    switch (entry.kind) {
      case 'street':
        return table.street(entry.row)
      case 'place':
        return table.place(entry.row)
      case 'poi':
        return table.poi(entry.row)
    }
  }

  return (text, options = {}) => {
    const { at, limit = DEFAULT_LIMIT } = options
    const queries = readQuery(text)
    // Errors are looked for in the first reading only; the number is part of a name only when it stands there.
    let scored = queries.flatMap((query, i) => rate(query, at, i === 0 ? 'errors' : 'exact'))
    if (scored.length === 0) scored = queries.flatMap((query) => rate(query, at, 'loose'))
    scored.sort((a, b) => b.score - a.score || a.entry.id - b.entry.id)
    const seen = new Set<string>()
    const answers: Address[] = []
    for (const item of scored) {
      if (answers.length >= limit) break
      const address = addressOf(item)
      const key = `${address.label} ${Math.round(address.position[0] * 300)} ${Math.round(address.position[1] * 300)}`
      if (seen.has(key)) continue
      seen.add(key)
      answers.push(address)
    }
    return answers
  }
}
