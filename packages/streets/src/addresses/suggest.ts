import { flatDistance } from '@ambit/geo'
import type { Address, LngLat, SuggestOptions } from './address.ts'
import { createExact } from './exact.ts'
import { createNumbers } from './numbers.ts'
import type { NumberMatch } from './numbers.ts'
import type { AddressTable } from './table.ts'
import { createWordSearch } from './word-search.ts'
import type { Effort, Entry, EntryKind } from './word-search.ts'
import { readQuery, splitName, wordsOf } from './words.ts'
import type { Query } from './words.ts'

type Scored = { entry: Entry; score: number; number: NumberMatch | null }

const DEFAULT_LIMIT = 10
/** Streets in which the house number is looked up */
const NUMBERED = 80

const listEntries = (table: AddressTable): Entry[] => {
  const entries: Entry[] = []
  const areaWords = (kind: EntryKind, row: number): string[] => [...new Set(table.areaOf(kind, row).flatMap(wordsOf))]
  const put = (kind: EntryKind, row: number, words: string[], kinds: string[]): void => {
    entries.push({ id: entries.length, kind, row, words, kinds, area: areaWords(kind, row) })
  }
  for (let row = 0; row < table.streetCount; row++) {
    const { words, kinds } = splitName(table.streetName(row))
    put('street', row, words, kinds)
  }
  for (let row = 0; row < table.placeCount; row++) put('place', row, wordsOf(table.placeName(row)), [])
  for (let row = 0; row < table.poiCount; row++) {
    const { words, kinds } = splitName(table.poiName(row))
    put('poi', row, [...new Set([...words, ...kinds])], kinds)
    // A caller says "the hospital": what a landmark is helps to find it, as its suburb does.
    entries[entries.length - 1].area.push(...table.poiWhat(row).split('_'))
  }
  return entries
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
  // Titles with words that were not typed, and names that matched by their suburb alone, come later.
  const surplus = Math.min(4, Math.max(0, entry.words.length - named)) * 0.06
  const asked = query.kinds.length > 0 && entry.kind === 'street'
  const kind = !asked ? 0 : query.kinds.some((one) => entry.kinds.includes(one)) ? 0.16 : -0.14
  return sum / query.words.length - surplus + kind - (named > 0 ? 0 : entry.kind === 'poi' ? 0.12 : 0.35)
}

const kindScore = (table: AddressTable, entry: Entry, query: Query): number => {
  if (entry.kind === 'street') return 0.04
  const number = query.number === null ? 0 : -0.4
  if (entry.kind === 'place') return 0.06 + number
  const what = table.poiWhat(entry.row)
  const meant = query.words.some((word) => word === what) ? 0.12 : 0
  return number + meant - (what === 'bus_stop' ? 0.3 : what === 'building' ? 0.02 : 0)
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

const best = (scored: readonly Scored[], count: number): Scored[] =>
  scored.toSorted((a, b) => b.score - a.score || a.entry.id - b.entry.id).slice(0, count)

/** Prepares suggestions: words in a search index, numbers looked up inside the streets that matched. */
export const createSuggest = (table: AddressTable): ((text: string, options?: SuggestOptions) => Address[]) => {
  const entries = listEntries(table)
  const search = createWordSearch(entries)
  const numbers = createNumbers(table)
  const exactly = createExact(table)

  const rate = (query: Query, at: LngLat | undefined, effort: Effort): Scored[] => {
    let hits = search(query, effort)
    // With a number it is a house that is meant.
    if (query.number !== null && hits.some(({ entry }) => entry.kind === 'street')) {
      hits = hits.filter(({ entry }) => entry.kind === 'street')
    }
    const scored = hits.map(({ entry, matched }): Scored => {
      const near = nearScore(at, table.positionOf(entry.kind, entry.row))
      return { entry, score: textScore(query, entry, matched) + kindScore(table, entry, query) + near, number: null }
    })
    if (query.number === null) return scored
    const wanted = query.number
    return best(scored, NUMBERED).map((item) => {
      const number = item.entry.kind === 'street' ? numbers.find(item.entry.row, wanted, query.unit) : null
      return { ...item, number, score: item.score + numberScore(query, number) }
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
    const queries = readQuery(text).filter((query) => query.words.length > 0)
    // Errors are looked for in the first reading only; the number is part of a name only when it stands there.
    let scored = queries.flatMap((query, i) => rate(query, at, i === 0 ? 'errors' : 'exact'))
    if (scored.length === 0) scored = queries.flatMap((query) => rate(query, at, 'loose'))
    const seen = new Set<string>()
    const answers: Address[] = []
    const add = (address: Address): void => {
      const key = `${address.label} ${Math.round(address.position[0] * 300)} ${Math.round(address.position[1] * 300)}`
      if (seen.has(key)) return
      seen.add(key)
      answers.push(address)
    }
    const away = ({ position }: Address): number => (at === undefined ? 0 : flatDistance(at, position))
    for (const address of exactly(text)
      .toSorted((a, b) => away(a) - away(b))
      .slice(0, limit))
      add(address)
    for (const item of best(scored, scored.length)) {
      if (answers.length >= limit) break
      add(addressOf(item))
    }
    return answers
  }
}
