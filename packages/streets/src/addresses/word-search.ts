import { isDirection, nameWords, type NameWord } from './forms.ts'
import { matchEntry, type Findable, type Match } from './match.ts'
import { createVocabulary, type Fits, type Vocabulary } from './vocabulary.ts'
import { isLight, kindOf } from './words.ts'

export type EntryKind = 'street' | 'place' | 'poi'
/** A street, place or landmark with the texts it is found by; `areas` are suburbs, towns and postcodes */
export type Entry = { kind: EntryKind; row: number; name: string; areas: readonly string[]; what: readonly string[] }
export type Hit = { entry: number; match: Match }

export type WordSearch = {
  /** Entries that have every word as it was typed, the last one begun. */
  exact: (words: readonly string[]) => Hit[]
  /** The same with words that were typed apart or together: "land strasse", "banzerstrasse". */
  respelt: (words: readonly string[]) => Hit[]
  /** The same with typing errors; beside a house number in shorter words too. */
  near: (words: readonly string[], numbered: boolean) => Hit[]
  /** Entries whose whole name was typed, with another type of street, or with words that the data have nowhere. */
  relaxed: (words: readonly string[]) => Hit[]
  /** Do a suburb, a town and a postcode together have one word of each group? */
  says: (area: readonly string[], groups: Match['areas']) => boolean
}

/** More entries than this are not looked at for one text: of a letter alone, those that begin with it come first. */
const MOST_ENTRIES = 20_000
/** Ways of joining and parting words that are tried. */
const MOST_SPELLINGS = 6
const SHORTEST_PART = 3
/** A last word up to this long may be mistyped, and is passed over where it leads nowhere. */
const SHORTEST_BEGUN = 2

/** Letters that may be wrong: none in short words and numbers, one in middling, two in long ones. */
const allowedErrors = (word: string, alone: boolean): number =>
  /\d/.test(word) || word.length < (alone ? 4 : 3) ? 0 : word.length < 8 ? 1 : 2

type Index = {
  vocabulary: Vocabulary
  found: Findable[]
  /** The entries that have each word */
  postings: number[][]
  /** The words of a suburb, town or postcode by their numbers */
  areaWords: (text: string) => readonly number[]
}

/** Leading words that people leave out: directions, and types of street where they come first ("Rua"). */
const leadOf = (words: readonly NameWord[]): number => {
  let lead = 0
  while (lead < words.length - 1 && (words[lead].light || words[lead].kind || isDirection(words[lead].forms[0]))) lead++
  return words.slice(lead).some(({ kind, light }) => !kind && !light) ? lead : 0
}

const createIndex = (entries: readonly Entry[]): Index => {
  const numbers = new Map<string, number>()
  const forms: (readonly string[])[] = []
  const numberOf = ({ forms: written }: NameWord): number => {
    const id = written.join(' ')
    const known = numbers.get(id) ?? forms.push(written) - 1
    numbers.set(id, known)
    return known
  }
  const areas = new Map<string, readonly number[]>()
  const areaWords = (text: string): readonly number[] => {
    const known = areas.get(text) ?? nameWords(text).map(numberOf)
    areas.set(text, known)
    return known
  }
  const postings: number[][] = []
  const found = entries.map(({ name, areas: texts, what }, id): Findable => {
    const words = nameWords(name)
    const entry = {
      name: words.map((word) => ({ word: numberOf(word), light: word.light, kind: word.kind })),
      area: [...new Set(texts.flatMap(areaWords))],
      what: what.flatMap(areaWords),
      lead: leadOf(words),
    }
    for (const word of new Set([...entry.name.map((slot) => slot.word), ...entry.area, ...entry.what])) {
      ;(postings[word] ??= []).push(id)
    }
    return entry
  })
  return { vocabulary: createVocabulary(forms), found, postings, areaWords }
}

/** Words joined with the next one, and words parted in two that the data have. */
const spellings = function* (words: readonly string[], { has, exact }: Vocabulary): Iterable<string[]> {
  for (let at = 0; at + 1 < words.length; at++) {
    const joined = words[at] + words[at + 1]
    if (exact(joined, at + 2 === words.length).size > 0) yield words.toSpliced(at, 2, joined)
  }
  for (const [at, word] of words.entries()) {
    for (let cut = SHORTEST_PART; cut <= word.length - SHORTEST_PART; cut++) {
      const [head, tail] = [word.slice(0, cut), word.slice(cut)]
      if (has(head) && exact(tail, at === words.length - 1).size > 0) yield words.toSpliced(at, 1, head, tail)
    }
  }
}

/** Prepares the search for entries by their words. */
export const createWordSearch = (entries: readonly Entry[]): WordSearch => {
  const { vocabulary, found, postings, areaWords } = createIndex(entries)

  const sizeOf = (fits: Fits): number => {
    let size = 0
    for (const word of fits.keys()) size += postings[word].length
    return size
  }

  /** Entries with a word that fits; where they are too many, those whose name begins with one. */
  const entriesOf = (fits: Fits): Iterable<number> => {
    const many = sizeOf(fits) > MOST_ENTRIES
    const ids = new Set<number>()
    for (const word of fits.keys()) {
      for (const id of postings[word]) if (!many || found[id].name[found[id].lead]?.word === word) ids.add(id)
    }
    return many ? [...ids].slice(0, MOST_ENTRIES) : ids
  }

  const find = (words: readonly string[], fitsOf: (word: string, open: boolean) => Fits, open = true): Hit[] => {
    const asked = words.map((word, i) => {
      const last = i === words.length - 1
      return { fits: fitsOf(word, open && last), light: isLight(word) && !(open && last) }
    })
    if (asked.some(({ fits, light }) => fits.size === 0 && !light)) return []
    const heavy = asked.filter(({ light }) => !light)
    const [rarest] = (heavy.length > 0 ? heavy : asked).toSorted((a, b) => sizeOf(a.fits) - sizeOf(b.fits))
    if (!rarest) return []
    const hits: Hit[] = []
    for (const entry of entriesOf(rarest.fits)) {
      const match = matchEntry(found[entry], asked)
      if (match !== null) hits.push({ entry, match })
    }
    return hits
  }

  const nearly = (words: readonly string[], alone: boolean, open = true): Hit[] =>
    find(words, (word, begun) => vocabulary.near(word, begun, allowedErrors(word, alone)), open)

  return {
    exact: (words) => find(words, vocabulary.exact),
    respelt: (words) =>
      [...spellings(words, vocabulary)].slice(0, MOST_SPELLINGS).flatMap((one) => find(one, vocabulary.exact)),
    near: (words, numbered) => nearly(words, words.length === 1 && !numbered),
    relaxed: (words) => {
      const known = (word: string): boolean => vocabulary.near(word, false, allowedErrors(word, true)).size > 0
      const begun = (word: string, i: number): boolean => i === words.length - 1 && word.length <= SHORTEST_BEGUN
      const kept = (word: string, i: number): boolean => i === 0 || (known(word) && !begun(word, i))
      const rest = words.filter((word, i) => kindOf(word) === null && kept(word, i))
      if (rest.length === 0 || rest.length === words.length) return []
      return nearly(rest, true, false).filter(({ match }) => match.named > 0 && match.typed !== 'part')
    },
    says: (area, groups) => {
      const said = new Set(area.flatMap(areaWords))
      return groups.every((words) => words.some((word) => said.has(word)))
    },
  }
}
