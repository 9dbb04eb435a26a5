import { FREE } from './model.ts'
import { type Kept, restore } from './load.ts'
import { recreateByRegret } from './recreate/regret.ts'
import { begin, remove, type Search } from './search.ts'
import { refresh } from './tour.ts'

/**
 * Makes the current plan a child of two: one parent's plan, in which some neighbouring tours of the other take the
 * place of those with least left to do, and requests that are then unserved go back by regret (after Nagata, Bräysy &
 * Dullaert 2010, "A penalty-based edge assembly memetic algorithm", and its simpler relatives that exchange routes).
 */
export function inherit(search: Search, mother: Kept, father: Kept): void {
  restore(search, mother)
  begin(search)
  const tours = chooseTours(search, father)
  const brought = new Set(tours.flatMap((seq) => requestsIn(search, seq)))
  remove(
    search,
    [...brought].filter((r) => search.tourOf[r] >= 0),
  )
  const hosts = new Set<number>()
  const homeless = new Set(search.bank)
  for (const seq of tours) {
    const host = hostFor(search, hosts)
    if (host < 0) break
    hosts.add(host)
    const leaving = requestsIn(search, search.tours[host].seq.slice(0, search.tours[host].size))
    remove(search, leaving)
    for (const r of leaving) homeless.add(r)
    takeOver(search, host, seq)
  }
  for (const r of brought) if (search.tourOf[r] < 0) homeless.add(r)
  const waiting = [...homeless].filter((r) => search.tourOf[r] < 0)
  search.bank = []
  search.bank = recreateByRegret(search, waiting, 2, 0)
}

const requestsIn = ({ model }: Search, seq: Int32Array): number[] => [...seq].filter((node) => node < model.R)

/** Up to half of a parent's tours, neighbours of each other, that any like vehicle could drive. */
function chooseTours(search: Search, father: Kept): Int32Array[] {
  const { model, random, related } = search
  const tourOf = new Int32Array(model.R).fill(-1)
  father.tours.forEach((seq, k) => {
    for (const r of requestsIn(search, seq)) tourOf[r] = k
  })
  const used = father.tours.filter((seq) => seq.length > 2).length
  const count = 1 + random.below(Math.max(1, Math.ceil(used / 2)))
  const chosen = new Set<number>()
  for (const r of related[random.below(model.R)]) {
    if (chosen.size === count) break
    if (tourOf[r] >= 0 && movable(search, father.tours[tourOf[r]])) chosen.add(tourOf[r])
  }
  return [...chosen].map((k) => father.tours[k])
}

function movable({ model }: Search, seq: Int32Array): boolean {
  const { R, K, freedom, allowed } = model
  return seq.subarray(1, seq.length - 1).every((node) => {
    const r = node < R ? node : node - R
    return node < 2 * R && freedom[r] === FREE && allowed.subarray(r * K, (r + 1) * K).every((may) => may === 1)
  })
}

/** The vehicle with least to do among those that hold nothing but free requests; -1 when there is none. */
function hostFor(search: Search, taken: ReadonlySet<number>): number {
  let best = -1
  for (const { vehicle, seq, size } of search.tours) {
    if (taken.has(vehicle) || !movable(search, seq.subarray(0, size))) continue
    if (best < 0 || size < search.tours[best].size) best = vehicle
  }
  return best
}

/** Gives a vehicle another's stops; it keeps its own ends. It stays empty where it cannot make them. */
function takeOver(search: Search, host: number, seq: Int32Array): void {
  const { model, tours, tourOf, scratch } = search
  const tour = tours[host]
  const end = tour.seq[tour.size - 1]
  tour.seq.set(seq.subarray(1, seq.length - 1), 1)
  tour.size = seq.length
  tour.seq[tour.size - 1] = end
  if (refresh(model, tour, scratch) && !tour.overfull) {
    for (const r of requestsIn(search, seq)) tourOf[r] = host
    return
  }
  tour.size = 2
  tour.seq[1] = end
  refresh(model, tour, scratch)
}
