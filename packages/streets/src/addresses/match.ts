import type { Fit, Fits } from './vocabulary.ts'

/** A word of a name, by its number in the vocabulary. */
export type Slot = { word: number; light: boolean; kind: boolean }

/** What can be found: the words of its name in order, those of its suburb, town and postcode, and of what it is */
export type Findable = {
  name: readonly Slot[]
  area: readonly number[]
  what: readonly number[]
  /** So many words in front may be left out without leaving the order: "East" of "East Pratt Street" */
  lead: number
}

/** How the typed words answer an entry. */
export type Match = {
  /** Letters that are wrong, in all words together */
  errors: number
  /** How often the order of the label is left */
  breaks: number
  /** How often something that people leave out is passed over in order; without it the label begins with the text */
  leaps: number
  /** Words of the name that were typed, types of street behind it aside */
  named: number
  /** Words of the name that were not typed, particles aside */
  missing: number
  /** The name's words that were typed to their end: all of them; all but types of street; not all */
  typed: 'title' | 'name' | 'part'
  /** Is a word of the name only begun? */
  begun: boolean
  /** What the landmark is, not what it is called, was typed: "hospital" */
  what: boolean
  /** For each typed word of the suburb, town or postcode, the words that it may be */
  areas: readonly (readonly number[])[]
}

/** Where a typed word stands in an entry: in its name (from 0), or outside. */
const [AREA, WHAT, SKIPPED] = [-1, -2, -3]
/** Steps in placing the words of one entry; nearly always there are as many as words. */
const MOST_STEPS = 500

const price = { error: 100, straight: 0, leap: 2, break: 4, begun: 1 } as const
/** Going from one word to the next one keeps to the label's order, passes something over, or leaves it. */
type Step = 'straight' | 'leap' | 'break'

type Asked = { fits: Fits; light: boolean }
type Placed = { places: number[]; errors: number; breaks: number; leaps: number; price: number }

const bestOf = (words: readonly number[], fits: Fits): Fit | null => {
  let best: Fit | null = null
  for (const word of words) {
    const fit = fits.get(word)
    if (fit && (best === null || fit.errors < best.errors)) best = fit
  }
  return best
}

/** From one word of the name to another one; -1 stands for the beginning. */
const stepTo = ({ name, lead }: Findable, from: number, to: number): Step => {
  if (to === from + 1) return 'straight'
  if (to < from) return 'break'
  if (from < 0 && to <= lead) return 'leap'
  for (let between = from + 1; between < to; between++) if (!name[between].light) return 'break'
  return 'leap'
}

/** From the name to its suburb: types of street are often left out before it. */
const stepOut = ({ name, lead }: Findable, from: number): Step => {
  if (from === name.length - 1) return 'straight'
  for (let slot = Math.max(from + 1, from < 0 ? lead : 0); slot < name.length; slot++) {
    if (!name[slot].light && !name[slot].kind) return 'break'
  }
  return 'leap'
}

/** Gives each typed word a word of the entry, at the lowest price; null where one finds none. */
const place = (entry: Findable, asked: readonly Asked[]): Placed | null => {
  let best: Placed | null = null
  let steps = 0
  const places: number[] = []
  const go = (i: number, last: number, outside: boolean, so: Omit<Placed, 'places'>): void => {
    if (steps++ > MOST_STEPS || (best !== null && so.price >= best.price)) return
    if (i === asked.length) {
      best = { places: [...places], ...so }
      return
    }
    const { fits, light } = asked[i]
    const put = (at: number, { errors, whole }: Fit, step: Step): void => {
      places[i] = at
      go(i + 1, at >= 0 ? at : last, outside || at === AREA, {
        errors: so.errors + errors,
        breaks: so.breaks + (step === 'break' ? 1 : 0),
        leaps: so.leaps + (step === 'leap' ? 1 : 0),
        price: so.price + errors * price.error + price[step] + (whole ? 0 : price.begun),
      })
    }
    entry.name.forEach(({ word }, slot) => {
      const fit = fits.get(word)
      if (!fit || places.lastIndexOf(slot, i - 1) >= 0) return
      put(slot, fit, outside ? 'break' : stepTo(entry, last, slot))
    })
    const area = bestOf(entry.area, fits)
    if (area !== null) put(AREA, area, outside ? 'straight' : stepOut(entry, last))
    const what = bestOf(entry.what, fits)
    if (what !== null) put(WHAT, what, asked.length === 1 && what.whole ? 'straight' : 'leap')
    if (light) put(SKIPPED, { errors: 0, whole: true }, 'leap')
    places.length = i
  }
  go(0, -1, false, { errors: 0, breaks: 0, leaps: 0, price: 0 })
  return best
}

/** How well the typed words answer the entry; null where one of them answers nothing in it. */
export const matchEntry = (entry: Findable, asked: readonly Asked[]): Match | null => {
  const placed = place(entry, asked)
  if (placed === null) return null
  const { places, errors, breaks, leaps } = placed
  const whole = new Set<number>()
  const used = new Set(places)
  const areas: number[][] = []
  let [named, what, begun] = [0, false, false]
  places.forEach((at, i) => {
    const { fits } = asked[i]
    if (at === AREA) areas.push(entry.area.filter((word) => fits.has(word)))
    else if (at === WHAT) {
      what = true
      // "Station" of "Larkfield Station" has been typed with what it is.
      entry.name.forEach(({ word }, slot) => {
        if (!fits.get(word)?.whole) return
        used.add(slot)
        whole.add(slot)
      })
    } else if (at !== SKIPPED) {
      if (at === 0 || !entry.name[at].kind) named++
      if (fits.get(entry.name[at].word)?.whole) whole.add(at)
      else begun = true
    }
  })
  if (places.every((at) => at === SKIPPED)) return null
  const typedWhole = (test: (slot: Slot) => boolean): boolean =>
    entry.name.every((slot, at) => slot.light || !test(slot) || whole.has(at))
  const typed = typedWhole(() => true) ? 'title' : typedWhole(({ kind }) => !kind) ? 'name' : 'part'
  const missing = entry.name.filter(({ light }, slot) => !light && !used.has(slot)).length
  return { errors, breaks, leaps, named, missing, typed, begun, what, areas }
}
