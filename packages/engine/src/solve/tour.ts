import { endOf, type Model, startOf } from './model.ts'
import { scheduledCost } from './scheduled-cost.ts'
import { greatest, least } from './times.ts'

/** One vehicle's route during the search, with what makes refusing an insertion quick. */
export type Tour = {
  vehicle: number
  /** nodes in order; seq[0] is the start, seq[size - 1] the end */
  seq: Int32Array
  size: number
  /** least and greatest begin of each stop under all limits that an insertion cannot lift */
  begin: Float64Array
  until: Float64Array
  /** position of each node that the tour holds */
  at: Int32Array
  /** seats (folded ones included) and wheelchair spaces in use after each stop */
  used: Float64Array
  spaces: Float64Array
  /** driving time and price of the way to each stop from the one before */
  leg: Float64Array
  price: Float64Array
  cost: number
  /** whether more are on board than fit, as happens while the delivery of a passenger on board is being moved */
  overfull: boolean
  /** two numbers that two tours have in common when a vehicle of the same kind makes the same stops in the same order */
  hash: number
  check: number
  /** the first position after which something may be inserted */
  open: number
}

/** Arrays that every pass over a tour may overwrite. */
export type Scratch = {
  seq: Int32Array
  begin: Float64Array
  leg: Float64Array
  /** position of each node in the tour being looked at */
  at: Int32Array
  /** the least that a delivery's detour costs from each position on */
  dropping: Float64Array
  /** what requests are sorted by */
  key: Float64Array
}

export function newScratch({ N }: Model): Scratch {
  return {
    seq: new Int32Array(N),
    begin: new Float64Array(N),
    leg: new Float64Array(N),
    at: new Int32Array(N),
    dropping: new Float64Array(N),
    key: new Float64Array(N),
  }
}

export function newTour(model: Model, vehicle: number): Tour {
  const { N } = model
  const tour: Tour = {
    vehicle,
    seq: new Int32Array(N),
    size: 2,
    begin: new Float64Array(N),
    until: new Float64Array(N),
    at: new Int32Array(N),
    used: new Float64Array(N),
    spaces: new Float64Array(N),
    leg: new Float64Array(N),
    price: new Float64Array(N),
    cost: 0,
    overfull: false,
    hash: 0,
    check: 0,
    open: model.vehicles[vehicle].committed.length,
  }
  tour.seq[0] = startOf(model, vehicle)
  tour.seq[1] = endOf(model, vehicle)
  return tour
}

export function copyTour(from: Tour, to: Tour): void {
  const { size } = from
  to.size = size
  to.cost = from.cost
  to.hash = from.hash
  to.check = from.check
  to.overfull = from.overfull
  for (let k = 0; k < size; k++) {
    to.seq[k] = from.seq[k]
    to.at[from.seq[k]] = k
    to.begin[k] = from.begin[k]
    to.until[k] = from.until[k]
    to.used[k] = from.used[k]
    to.spaces[k] = from.spaces[k]
    to.leg[k] = from.leg[k]
    to.price[k] = from.price[k]
  }
}

/** Works out loads, times and cost after the sequence changed; false when the tour has no schedule. */
export function refresh(model: Model, tour: Tour, scratch: Scratch): boolean {
  fillHash(model, tour)
  fillLegs(model, tour)
  fillLoads(model, tour)
  return fillTimes(model, tour) && fillCost(model, tour, scratch)
}

/** Works out positions and times from the windows; false when the tour has no schedule. */
export function fillTimes(model: Model, tour: Tour): boolean {
  const { earliest, latest } = model
  const { seq, size, begin, until, at } = tour
  for (let k = 0; k < size; k++) {
    const node = seq[k]
    at[node] = k
    begin[k] = earliest[node]
    until[k] = latest[node]
  }
  return least(model, tour) && greatest(model, tour)
}

export function fillHash({ kindOf }: Model, tour: Tour): void {
  const { seq, size } = tour
  let one = Math.imul(kindOf[tour.vehicle] + 1, 0x85ebca6b)
  let two = Math.imul(kindOf[tour.vehicle] + 1, 0xc2b2ae35)
  for (let k = 1; k < size - 1; k++) {
    one = Math.imul(one ^ (one >>> 15) ^ seq[k], 0x2c1b3c6d)
    two = Math.imul(two ^ (two >>> 13) ^ seq[k], 0x297a2d39)
  }
  tour.hash = one ^ (one >>> 16)
  tour.check = two
}

function fillLegs({ cost, drive, N }: Model, { seq, size, leg, price }: Tour): void {
  for (let k = 1; k < size; k++) {
    leg[k] = drive[seq[k - 1] * N + seq[k]]
    price[k] = cost[seq[k - 1] * N + seq[k]]
  }
}

export function fillLoads(model: Model, tour: Tour): void {
  const { R, seats, wheelchairs, vehicles, indexOfRequest } = model
  const { capacity, onBoard } = vehicles[tour.vehicle]
  const { seq, size, used, spaces } = tour
  let inUse = 0
  let chairs = 0
  for (const id of onBoard) {
    const r = indexOfRequest.get(id)!
    inUse += seats[r] + wheelchairs[r] * capacity.seatsPerWheelchair
    chairs += wheelchairs[r]
  }
  tour.overfull = false
  for (let k = 0; k < size; k++) {
    const node = seq[k]
    if (node < 2 * R) {
      const r = node < R ? node : node - R
      const sign = node < R ? 1 : -1
      inUse += sign * (seats[r] + wheelchairs[r] * capacity.seatsPerWheelchair)
      chairs += sign * wheelchairs[r]
      if (node < R && (inUse > capacity.seats || chairs > capacity.wheelchairs)) tour.overfull = true
    }
    used[k] = inUse
    spaces[k] = chairs
  }
}

/** What the tour costs; false when its schedule counts and there is none. */
export function fillCost(model: Model, tour: Tour, scratch: Scratch): boolean {
  const { seq, size, price } = tour
  if (model.timed) {
    tour.cost = scheduledCost(model, seq, size, scratch, tour.vehicle)
    return tour.cost < Infinity
  }
  let total = 0
  for (let k = 1; k < size; k++) total += price[k]
  tour.cost = total
  return true
}
