import { DELIVERY_ONLY, type Model } from './model.ts'
import type { TourPosition } from './place.ts'
import { bestDelivery, bestPlace } from './place.ts'
import type { Random } from '../seeded.ts'
import { putIn, takeOut } from './edit-tour.ts'
import { copyTour, newScratch, newTour, type Scratch, type Tour } from './tour.ts'

/** The search's current plan, and what it needs to try something and take it back. */
export type Search = {
  model: Model
  random: Random
  scratch: Scratch
  tours: Tour[]
  /** vehicle position of each request, -1 while unserved */
  tourOf: Int32Array
  /** the vehicle that each request was taken from last: often the cheapest to go back to */
  cameFrom: Int32Array
  /** unserved requests */
  bank: number[]
  /** price of leaving one request unserved, as the search sees it */
  bankPrice: number
  /** requests nearest to each request, nearest first */
  related: Int32Array[]
  /** how many ruins there were, and the last one that chose each request */
  ruins: number
  chosenIn: Int32Array
  /** the state before the current try: the tours that it touched, and the bank */
  shadows: Tour[]
  touched: number[]
  isTouched: Uint8Array
  bankBefore: number[]
  /**
   * The best places of requests in tours that were asked for last, four words each: two keys of request and tour, the
   * growth (single precision, in `growths`), the place. As most tries are undone, the same tours come up again and
   * again.
   */
  remembered: { keys: Int32Array; growths: Float32Array }
  /** what was read for no other reason than to have it near */
  fetched: Int32Array
  /** what each waiting request would cost in each tour, by [request * K + tour], as far as that had to be known */
  regrets: { growth: Float64Array; i: Int16Array; j: Int16Array; exact: Uint8Array }
  /** where the last growth was asked for, and whether it was the growth or only a bound */
  place: TourPosition & { exact: boolean }
}

/** Places that are remembered at a time. */
const REMEMBERED = 2 ** 16

function newMemory(): Search['remembered'] {
  const keys = new Int32Array(4 * REMEMBERED)
  return { keys, growths: new Float32Array(keys.buffer) }
}

export function newSearch(model: Model, random: Random, related: Int32Array[]): Search {
  const { R, K } = model
  return {
    model,
    random,
    related,
    scratch: newScratch(model),
    tours: Array.from({ length: K }, (_, k) => newTour(model, k)),
    tourOf: new Int32Array(R).fill(-1),
    cameFrom: new Int32Array(R),
    bank: [],
    bankPrice: 0,
    ruins: 0,
    chosenIn: new Int32Array(R),
    shadows: Array.from({ length: K }, (_, k) => newTour(model, k)),
    touched: [],
    isTouched: new Uint8Array(K),
    bankBefore: [],
    remembered: newMemory(),
    fetched: new Int32Array(K),
    regrets: {
      growth: new Float64Array(R * K),
      i: new Int16Array(R * K),
      j: new Int16Array(R * K),
      exact: new Uint8Array(R * K),
    },
    place: { i: 0, j: 0, exact: true },
  }
}

/** More than any plan costs: passengers are left on board, or more are on board than fit. */
const IMPOSSIBLE = 1e12

/** Cost of the current plan, with its unserved requests at the search's price. */
export function costOf(search: Search): number {
  let total = search.bank.length * search.bankPrice
  for (const tour of search.tours) total += tour.overfull ? tour.cost + IMPOSSIBLE : tour.cost
  for (const r of search.bank) if (search.model.freedom[r] === DELIVERY_ONLY) total += IMPOSSIBLE
  return total
}

/** Begins a try: `takeBack` undoes all changes from here on. */
export function begin(search: Search): void {
  forget(search)
  search.bankBefore = search.bank
}

/** Keeps a tour as it is for `takeBack`; the one that takes its place, of the same stops, is for changing. */
export function touch(search: Search, k: number): Tour {
  if (search.isTouched[k] === 0) copyTour(setAside(search, k), search.tours[k])
  return search.tours[k]
}

/** Keeps a tour for `takeBack` and lets another take its place, with any stops; returns the one that was kept. */
export function setAside({ tours, shadows, touched, isTouched }: Search, k: number): Tour {
  const kept = tours[k]
  tours[k] = shadows[k]
  shadows[k] = kept
  isTouched[k] = 1
  touched.push(k)
  return kept
}

/** Restores the plan as it was at `begin`. */
export function takeBack(search: Search): void {
  const { model, tours, shadows, tourOf, touched, bankBefore } = search
  const { R } = model
  for (const k of touched) {
    const tour = shadows[k]
    shadows[k] = tours[k]
    tours[k] = tour
    for (let at = 1; at < tour.size - 1; at++) {
      const node = tour.seq[at]
      if (node < 2 * R) tourOf[node < R ? node : node - R] = k
    }
  }
  for (const r of bankBefore) tourOf[r] = -1
  search.bank = bankBefore
  forget(search)
}

function forget({ touched, isTouched }: Search): void {
  for (const k of touched) isTouched[k] = 0
  touched.length = 0
}

/** Takes requests out of their tours. Of those whose pickup is under way only the delivery comes out. */
export function remove(search: Search, requests: readonly number[]): void {
  const { model, tourOf, cameFrom, tours, isTouched, scratch } = search
  for (const r of requests) {
    cameFrom[r] = tourOf[r]
    tourOf[r] = -1
  }
  const done = new Set<number>()
  for (const r of requests) {
    const k = cameFrom[r]
    if (done.has(k)) continue
    done.add(k)
    const from = isTouched[k] === 1 ? tours[k] : setAside(search, k)
    takeOut(model, from, tours[k], tourOf, scratch)
  }
}

/** Puts a request into a tour at a place found before. */
export function put(search: Search, k: number, r: number, i: number, j: number): void {
  search.tourOf[r] = k
  if (!putIn(search.model, touch(search, k), r, i, j, search.scratch))
    throw new Error('An insertion was feasible and is not')
}

/**
 * What a request would add to a tour's cost; the place is left in `search.place`. Anything from `bound` on is not
 * worth knowing exactly: the result is then some lower bound of the growth. Results are remembered.
 */
export function growthIn(search: Search, k: number, r: number, bound: number): number {
  const { model, place, scratch } = search
  const { K } = model
  place.exact = true
  if (model.freedom[r] === DELIVERY_ONLY) {
    return model.home[r] === k ? bestDelivery(model, search.tours[k], r, scratch, place) : Infinity
  }
  if (model.allowed[r * K + k] === 0) return Infinity
  const tour = search.tours[k]
  if (tour.cost === Infinity) return Infinity
  const key = tour.hash ^ Math.imul(r + 1, 0x9e3779b1)
  const check = tour.check ^ Math.imul(r + 1, 0x85ebca77)
  const e = 4 * (key >>> 16)
  const { keys, growths } = search.remembered
  if (keys[e] === key && keys[e + 1] === check) {
    const where = keys[e + 3]
    place.exact = where >= 0
    if (place.exact || growths[e + 2] >= bound) {
      place.i = where >> 16
      place.j = where & 0xffff
      return growths[e + 2]
    }
  }
  const found = bestPlace(model, tour, r, bound, scratch, place)
  place.exact = found < Infinity || bound === Infinity
  keys[e] = key
  keys[e + 1] = check
  growths[e + 2] = place.exact ? found : bound
  keys[e + 3] = found < Infinity ? (place.i << 16) | place.j : place.exact ? 0 : -1
  return place.exact ? growths[e + 2] : bound
}

/**
 * Reads where a request's places in all tours would be remembered: the processor fetches them side by side, where one
 * by one each would be waited for.
 */
export function fetchRemembered({ tours, remembered: { keys }, fetched }: Search, r: number): void {
  const mixed = Math.imul(r + 1, 0x9e3779b1)
  for (let k = 0; k < tours.length; k++) fetched[k] = keys[4 * ((tours[k].hash ^ mixed) >>> 16)]
}

/** Whether an unused vehicle like this one stands earlier in the list, so that trying both is trying one twice. */
export function isSpare(search: Search, k: number): boolean {
  const { kindOf } = search.model
  if (search.tours[k].size > 2) return false
  for (let other = 0; other < k; other++) {
    if (kindOf[other] === kindOf[k] && search.tours[other].size === 2) return true
  }
  return false
}
