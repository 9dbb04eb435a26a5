import { randomStream, type Random } from '@ambit/random'
import type { Address, AddressIndex } from '@ambit/streets'
import { beginsNearly, canShorten, plain, slip, write, type Writing } from './writing.ts'

export const KINDS = [
  'number first',
  'number last',
  'no number',
  'short street type',
  'with suburb',
  'typing error',
  'typing error, no number',
  'unit',
  'umlauts as ae, oe, ue',
  'place',
  'landmark',
] as const
export type Kind = (typeof KINDS)[number]

/** A text as far as it has been typed, where the caller is, and the label that is wanted. */
export type Question = { kind: Kind; text: string; at: readonly [number, number]; wanted: string }

type Label = { text: string; title: string; label: string }

/** Everything that can be found, as it is written in one way; sorted, to count what begins with a text. */
const labelsOf = (all: readonly Address[], writing: Writing): Label[] =>
  all
    .map((address) => {
      const { title, whole } = write(address, writing)
      return { text: plain(whole), title: plain(title), label: plain(address.label) }
    })
    .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))

const firstFrom = (labels: readonly Label[], text: string): number => {
  let [low, high] = [0, labels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (labels[middle]!.text < text) low = middle + 1
    else high = middle
  }
  return low
}

const onlyOne = (labels: Iterable<Label>, wanted: string): boolean => {
  let met = false
  for (const { label } of labels) {
    if (label !== wanted) return false
    met = true
  }
  return met
}

const beginning = function* (labels: readonly Label[], text: string): Iterable<Label> {
  for (let at = firstFrom(labels, text); at < labels.length && labels[at]!.text.startsWith(text); at++)
    yield labels[at]!
}

/** What begins with the text; of these the ones whose title it is, where there are any. */
const meantBy = (labels: readonly Label[], text: string): Label[] => {
  const all = [...beginning(labels, text)]
  const titled = all.filter(({ title }) => title === text)
  return titled.length > 0 ? titled : all
}

const nearlyBeginning = function* (labels: readonly Label[], text: string): Iterable<Label> {
  for (const label of labels) if (beginsNearly(label.text, text)) yield label
}

type Source = {
  houses: Address[]
  streets: Address[]
  places: Address[]
  landmarks: Address[]
  labels: (writing: Writing, numbered: boolean) => readonly Label[]
}

const sourceOf = (index: AddressIndex): Source => {
  const houses = [...index.houseNumbers()].filter(({ house_number: number }) => /^\d+[a-z]?$/i.test(number ?? ''))
  const streets = index.streets()
  const [places, landmarks] = [index.places(), index.landmarks()]
  const named = [...streets, ...places, ...landmarks]
  const known = new Map<string, Label[]>()
  return {
    houses,
    streets,
    places,
    landmarks,
    labels: (writing, numbered) => {
      const key = JSON.stringify([writing, numbered])
      const labels = known.get(key) ?? labelsOf(numbered ? [...named, ...houses] : named, writing)
      known.set(key, labels)
      return labels
    },
  }
}

const full = (numberFirst: boolean): Writing => ({ numberFirst, spelling: 'full' })
const UMLAUT = /[äöü]/i

type Draw = { address: Address; writing: Writing; slips?: boolean; area?: boolean; before?: string }

/** Draws an address to ask for; null where the data have none of the kind. */
const drawOf = (kind: Kind, source: Source, random: Random): Draw | null => {
  const from = (list: readonly Address[], test: (address: Address) => boolean = () => true): Address | null => {
    const fit = list.filter(test)
    return fit.length === 0 ? null : random.pick(fit)
  }
  const draw = (address: Address | null, how: Omit<Draw, 'address'>): Draw | null => address && { address, ...how }
  // A street is drawn first: each is as likely as another one, however many houses it has.
  const streets = [...new Set(source.houses.map(({ street }) => street))]
  const house = (test: (name: string) => boolean = () => true): Address | null => {
    const fit = streets.filter((name) => test(name ?? ''))
    if (fit.length === 0) return null
    const street = random.pick(fit)
    return from(source.houses, (address) => address.street === street)
  }
  const numberFirst = source.houses[0] !== undefined && /^\d/.test(source.houses[0].title)
  switch (kind) {
    case 'number first':
      return draw(house(), { writing: full(true) })
    case 'number last':
      return draw(house(), { writing: full(false) })
    case 'no number':
      return draw(from(source.streets), { writing: full(true) })
    case 'short street type':
      return draw(house(canShorten), { writing: { numberFirst, spelling: 'short' } })
    case 'with suburb':
      return draw(house(), { writing: full(numberFirst), area: true })
    case 'typing error':
      return draw(house(), { writing: full(true), slips: true })
    case 'typing error, no number':
      return draw(from(source.streets), { writing: full(true), slips: true })
    case 'unit':
      return draw(house(), { writing: full(true), before: '3/' })
    case 'umlauts as ae, oe, ue':
      return draw(
        house((name) => UMLAUT.test(name)),
        { writing: { numberFirst, spelling: 'ascii' } },
      )
    case 'place':
      return draw(from(source.places), { writing: full(true) })
    case 'landmark':
      return draw(from(source.landmarks), { writing: full(true) })
  }
}

/**
 * The unambiguous beginnings of what a user types. A text is unambiguous when, without capitals, accents and
 * punctuation, the label of exactly one address of the data begins with it, or it is the whole title of exactly one;
 * all labels are written in the same way (number first or last, types of street in full or short). Two addresses with
 * one label count as one. A house counts once its number has been typed, and then all houses do. Where one letter is
 * wrong, a label counts as soon as it begins with the text but for one error, so a slip that makes another address of
 * it is not asked for.
 */
const beginningsOf = (source: Source, draw: Draw, random: Random): Omit<Question, 'kind' | 'at'>[] => {
  const { address, writing, slips = false, area = false, before = '' } = draw
  const { title, whole } = write(address, writing)
  const right = area ? whole : title
  const typed = slips ? slip(right, random) : right
  if (slips && typed === right) return []
  const numbered = address.kind === 'house_number'
  const labels = source.labels(writing, numbered)
  const wanted = plain(address.label)
  // What stands in front of the first letter of the name is never cut off; behind the name, the number is whole.
  const start = numbered && !writing.numberFirst ? title.length : typed.search(/(?<!\p{N})\p{L}/u) + 1
  const found: Omit<Question, 'kind' | 'at'>[] = []
  for (let length = start; length <= typed.length; length++) {
    const text = typed.slice(0, length)
    if (/[\s,.]$/.test(text)) continue
    const asked = plain(text)
    const meant = slips ? nearlyBeginning(labels, asked) : meantBy(labels, asked)
    if (onlyOne(meant, wanted)) found.push({ text: before + text, wanted })
  }
  return found
}

/** Texts of each kind in turn, each at every letter from which on it is unambiguous; the same for the same seed. */
export const askQuestions = (index: AddressIndex, texts: number, seed: number): Question[] => {
  const source = sourceOf(index)
  const somewhere = [...source.houses, ...source.streets]
  const questions: Question[] = []
  for (let number = 0; number < texts; number++) {
    const kind = KINDS[number % KINDS.length]!
    const random = randomStream(seed, 'addresses', number)
    const { position: at } = random.pick(somewhere)
    const draw = drawOf(kind, source, random)
    if (draw === null) continue
    const lower = random.chance(0.5)
    for (const { text, wanted } of beginningsOf(source, draw, random)) {
      questions.push({ kind, text: lower ? text.toLowerCase() : text, at, wanted })
    }
  }
  return questions
}
