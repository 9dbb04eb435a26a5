import MiniSearch from 'minisearch'
import type { Query } from './words.ts'

export type EntryKind = 'street' | 'place' | 'poi'
/** A street, place or landmark with the words it is found by; `area` are those of its suburb, city and kind */
export type Entry = { id: number; kind: EntryKind; row: number; words: string[]; kinds: string[]; area: string[] }
/** `matched`: the entry's own words that answer the query */
export type Hit = { entry: Entry; matched: Set<string> }
/** Only words as typed; with typing errors; or with any of the words */
export type Effort = 'exact' | 'errors' | 'loose'

/** More hits than this are cut to the best of the word index before they are looked at one by one. */
const CANDIDATES = 2500
const LOOSE_CANDIDATES = 60
/** Up to this many letters the beginning of a word says so little that looking through the entries is quicker. */
const SHORT = 2

/** Letters that may be wrong: none in short words, one in middling, two in long ones. */
const allowedErrors = (word: string): number => (word.length < 4 || /^\d/.test(word) ? 0 : word.length < 8 ? 1 : 2)
/** Two letters changed places count as two errors. */
const twoErrors = (word: string): number => (word.length > 4 ? 2 : allowedErrors(word))

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

const startingWith = (hits: Iterable<Hit>, letters: string): Hit[] => {
  const found: Hit[] = []
  for (const { entry, matched } of hits) {
    const words = [...entry.words, ...entry.area].filter((word) => word.startsWith(letters))
    if (words.length > 0) found.push({ entry, matched: new Set([...matched, ...words]) })
  }
  return found
}

/** Prepares the search for entries by their words. */
export const createWordSearch = (entries: readonly Entry[]): ((query: Query, effort: Effort) => Hit[]) => {
  const index = createWordIndex(entries)

  const find = (words: readonly string[], open: boolean, errors: (word: string) => number, loose = false): Hit[] => {
    const last = words.length - 1
    const options = {
      fuzzy: (word: string): number => errors(word),
      prefix: (_word: string, i: number): boolean => open && i === last,
      boost: { words: 3, area: 1 },
      combineWith: loose ? 'OR' : 'AND',
    } as const
    const hits = index.search(words.join(' '), options)
    return hits.slice(0, CANDIDATES).map((hit) => ({ entry: entries[Number(hit.id)], matched: new Set(hit.terms) }))
  }

  const withErrors = (words: readonly string[], open: boolean, effort: Effort): Hit[] => {
    if (effort === 'loose') return find(words, open, twoErrors, true).slice(0, LOOSE_CANDIDATES)
    const hits = find(words, open, () => 0)
    if (effort === 'exact' || hits.length >= 3) return hits
    const near = find(words, open, allowedErrors)
    return near.length > 0 ? near : find(words, open, twoErrors)
  }

  return ({ words, open }, effort) => {
    const last = words[words.length - 1]
    if (!open || last.length > SHORT || effort === 'loose') return withErrors(words, open, effort)
    const rest = words.slice(0, -1)
    if (rest.length > 0) return startingWith(withErrors(rest, false, effort), last)
    // One or two letters: names that begin with them, before those that have them somewhere.
    const all = startingWith(
      entries.map((entry) => ({ entry, matched: new Set<string>() })),
      last,
    )
    const leading = all.filter(({ entry }) => entry.words[0]?.startsWith(last))
    return (leading.length > 0 ? leading : all).slice(0, CANDIDATES)
  }
}
