import type { Reason } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { type GroupQuestion, searchGroup } from '../booking-groups/search.ts'
import type { HttpError } from '../http/errors.ts'
import { service } from '../http/scope.ts'
import { askerOf } from '../searches/question.ts'
import type { SearchRecord } from '../searches/queries.ts'
import {
  distanceOf,
  type Found,
  isRefusal,
  leavesAt,
  peopleOf,
  refusal,
  TOO_FAR,
  type Wish,
  windowsOf,
  wishedAt,
} from './wish.ts'

/** How the members of a group travel together. */
export type GroupWish = Pick<GroupQuestion, 'all_or_none' | 'seating'>

type Times = Pick<GroupQuestion, 'departing' | 'traveling_at' | 'wished_at'>

/** As the group wished, and so that the member who is fetched first is fetched as it was agreed. */
const timesOf = (wishes: readonly Wish[]): Times[] => {
  const [first] = wishes
  if (first === undefined) return []
  const wished_at = new Date(wishedAt(first)).toISOString()
  const asked = { traveling_at: wished_at, departing: first.leg.departing }
  const agreed = wishes.flatMap((wish) => leavesAt(wish) ?? [])
  if (agreed.length === 0) return [asked]
  const traveling_at = new Date(Math.min(...agreed)).toISOString()
  if (first.leg.departing && traveling_at === wished_at) return [asked]
  const same = { traveling_at, departing: true, wished_at: first.leg.departing ? wished_at : null }
  return first.leg.departing ? [same, asked] : [asked, same]
}

/** How near all of them are to what was agreed: the fewer are left out and the less it is off, the better. */
const isNearer = (one: readonly Found[], other: readonly Found[]): boolean => {
  const sum = (all: readonly Found[]): number =>
    all.reduce((total, found) => total + (found.offering === null ? 0 : found.distance), 0)
  const missing = (all: readonly Found[]): number => all.filter(({ offering }) => offering === null).length
  return missing(one) < missing(other) || (missing(one) === missing(other) && sum(one) < sum(other))
}

/** A member who may not travel as the others do, by the place among them, and why. */
export type Barred = { index: number; reason: Reason }

/** What bars one member from the date, and says nothing of the others: a suspension, too many rides ahead, another ride then. */
const OWN = ['/traveling_at', '/traveler_id', '/payment_method', '/overlap_reason', '/besides']

/** The member whom a refusal of the group is about; null: it is about all of them. */
export const barredBy = (error: HttpError): Barred | null => {
  const [, member, field = ''] = /^\/members\/(\d+)(\/.+)$/.exec(error.errors[0]?.source?.pointer ?? '') ?? []
  return member === undefined || !OWN.includes(field) ? null : { index: Number(member), reason: refusal(error) }
}

/**
 * A seat for each of them, in their order, by ordinary searches of a group; of a group that is all or none no seat at all
 * where one member has none. Or the first of them who may not travel then.
 */
export const findGroup = async (deps: Deps, group: GroupWish, wishes: readonly Wish[]): Promise<Found[] | Barred> => {
  let best: Found[] | null = null
  for (const times of timesOf(wishes)) {
    if (best !== null && Date.parse(times.traveling_at) <= deps.clock.now().getTime()) continue
    const found = await searchAt(deps, group, wishes, times)
    if ('reason' in found) return found
    if (best === null || isNearer(found, best)) best = found
    if (best.every((one) => one.offering !== null && one.distance === 0)) break
  }
  return best ?? []
}

const searchAt = async (
  deps: Deps,
  group: GroupWish,
  wishes: readonly Wish[],
  times: Times,
): Promise<Found[] | Barred> => {
  const members = wishes.map(peopleOf)
  const question = { ...group, ...times, members, zone_id: wishes[0]?.zone_id }
  const none = (found: Pick<Extract<Found, { offering: null }>, 'reasons'>): Found[] =>
    wishes.map(() => ({ offering: null, reasons: found.reasons, search_id: null }))
  try {
    const { searches } = await searchGroup(deps, question, askerOf(service), async (_tx, found) => found)
    const seats = wishes.map((wish, index) => seatIn(wish, searches[index]))
    const missing = group.all_or_none ? seats.find((seat) => seat.offering === null) : undefined
    return missing?.offering === null ? none(missing) : seats
  } catch (error) {
    if (!isRefusal(error)) throw error
    return barredBy(error) ?? none({ reasons: [refusal(error)] })
  }
}

const seatIn = (wish: Wish, search: SearchRecord | undefined): Found => {
  const [offering] = search?.service_offerings ?? []
  const distance = offering === undefined ? null : distanceOf(wish, windowsOf(offering))
  if (offering !== undefined && distance !== null) return { offering, distance }
  const reasons = offering === undefined ? (search?.reasons ?? []) : [TOO_FAR]
  return { offering: null, reasons, search_id: search?.id ?? null }
}
