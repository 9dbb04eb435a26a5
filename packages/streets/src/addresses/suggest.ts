import { flatDistance } from '@ambit/geo'
import type { Address, LngLat, SuggestOptions } from './address.ts'
import { createExact } from './exact.ts'
import type { Match } from './match.ts'
import { createNumbers } from './numbers.ts'
import type { NumberMatch } from './numbers.ts'
import { readQuery, type Query } from './query.ts'
import { byRank, rankOf, type NumberRank, type Rank } from './rank.ts'
import type { AddressTable } from './table.ts'
import { createWordSearch, type Entry, type EntryKind, type Hit, type WordSearch } from './word-search.ts'

type Found = { entry: number; number: NumberMatch | null; rank: Rank }

const DEFAULT_LIMIT = 10
/** Streets in which the house number is looked up */
const NUMBERED = 400
/** With fewer exact answers than this, mistyped ones are looked for and follow them. */
const FEW = 3
/** An answer with this many more errors than the best one is not what was meant. */
const MORE_ERRORS = 2

const listEntries = (table: AddressTable): Entry[] => {
  const entries: Entry[] = []
  const areas = (kind: EntryKind, row: number): string[] => {
    const texts = new Set(table.areaOf(kind, row))
    if (kind !== 'street') return [...texts]
    // A long street passes through suburbs that its middle does not lie in.
    const { first, count } = table.housesOf(row)
    for (let house = first; house < first + count; house++)
      for (const text of table.areaOf('house', house)) texts.add(text)
    return [...texts]
  }
  const put = (kind: EntryKind, row: number, name: string, what: readonly string[] = []): void => {
    entries.push({ kind, row, name, areas: areas(kind, row), what })
  }
  for (let row = 0; row < table.streetCount; row++) put('street', row, table.streetName(row))
  for (let row = 0; row < table.placeCount; row++) put('place', row, table.placeName(row))
  // A caller says "the hospital": what a landmark is helps to find it, as its suburb does.
  for (let row = 0; row < table.poiCount; row++) put('poi', row, table.poiName(row), table.poiWhat(row).split('_'))
  return entries
}

type Answers = (query: Query, hits: readonly Hit[], at: LngLat | undefined) => Found[]

/** Prepares the ranking of entries that have the words, with their house numbers where one was typed. */
const createAnswers = (table: AddressTable, entries: readonly Entry[], says: WordSearch['says']): Answers => {
  const numbers = createNumbers(table)

  const rate = ({ entry, match }: Hit, number: NumberRank, at: LngLat | undefined): Rank => {
    const { kind, row } = entries[entry]
    const what = kind === 'poi' ? table.poiWhat(row) : ''
    return rankOf({ match, kind, what, position: table.positionOf(kind, row), number }, at)
  }

  const withNumber = (hit: Hit, { number, unit }: Query, at: LngLat | undefined): Found => {
    const { row } = entries[hit.entry]
    const { areas } = hit.match
    const inArea = (house: number): boolean => areas.length === 0 || says(table.areaOf('house', house), areas)
    const found = number === null ? null : numbers.find(row, number, unit, inArea)
    const there = found !== null && inArea(found.house) ? found.kind : 'unknown'
    return { entry: hit.entry, number: found, rank: rate(hit, there, at) }
  }

  return (query, hits, at) => {
    if (query.number === null) {
      // A number that belongs to the name ("33rd Street", "717 Eastern Ave") is as good as a house's.
      const numbered = query.words.some((word) => /^\d/.test(word))
      const inName = ({ breaks, named }: Match): boolean => numbered && breaks === 0 && named > 0
      return hits.map((hit) => {
        return { entry: hit.entry, number: null, rank: rate(hit, inName(hit.match) ? 'known' : 'none', at) }
      })
    }
    const streets = hits.filter(({ entry }) => entries[entry].kind === 'street')
    // With a number it is a house that is meant.
    if (streets.length === 0)
      return hits.map((hit) => ({ entry: hit.entry, number: null, rank: rate(hit, 'lost', at) }))
    const ranked = streets.map((hit): Found & { hit: Hit } => {
      return { hit, entry: hit.entry, number: null, rank: rate(hit, 'unknown', at) }
    })
    const housed = ranked
      .filter(({ entry }) => table.housesOf(entries[entry].row).count > 0)
      .toSorted((a, b) => byRank(a.rank, b.rank))
      .slice(0, NUMBERED)
    for (const found of housed) Object.assign(found, withNumber(found.hit, query, at))
    return ranked
  }
}

/** Prepares suggestions: words in a search index, numbers looked up inside the streets that matched. */
export const createSuggest = (table: AddressTable): ((text: string, options?: SuggestOptions) => Address[]) => {
  const entries = listEntries(table)
  const search = createWordSearch(entries)
  const answersOf = createAnswers(table, entries, search.says)
  const exactly = createExact(table)

  /** What the text may mean; typing errors only where there is little else. */
  const find = (queries: readonly Query[], at: LngLat | undefined): Found[] => {
    const by = (how: (words: readonly string[], numbered: boolean) => Hit[]): Found[] =>
      queries.flatMap((query) => answersOf(query, how(query.words, query.number !== null), at))
    const exact = by(search.exact)
    const found = exact.length > 0 ? exact : by(search.respelt)
    if (found.length >= FEW) return found
    const all = [...found, ...by(search.near)]
    if (all.length === 0) return by(search.relaxed)
    const fewest = Math.min(...all.map(({ rank }) => rank.errors))
    return all.filter(({ rank }) => rank.errors < fewest + MORE_ERRORS)
  }

  const addressOf = ({ entry, number }: Found): Address => {
    if (number !== null) return number.make()
    const { kind, row } = entries[entry]
    switch (kind) {
      case 'street':
        return table.street(row)
      case 'place':
        return table.place(row)
      case 'poi':
        return table.poi(row)
    }
  }

  return (text, options = {}) => {
    const { at, limit = DEFAULT_LIMIT } = options
    const queries = readQuery(text).filter(({ words }) => words.length > 0)
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
    const found = find(queries, at).toSorted((a, b) => byRank(a.rank, b.rank) || a.entry - b.entry)
    for (const item of found) {
      if (answers.length >= limit) break
      add(addressOf(item))
    }
    return answers
  }
}
