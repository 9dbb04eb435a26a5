import type { Reason } from '@ambit/contract'
import { confirmGroup } from '../booking-groups/confirm.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import type { HttpError } from '../http/errors.ts'
import { service } from '../http/scope.ts'
import {
  type Apart,
  ATTEMPTS,
  bookDate,
  bookingOf,
  noteBooked,
  type Ready,
  reasonOf,
  refusedAs,
  type Ride,
  toldOf,
} from './book.ts'
import { failRide } from './fail.ts'
import { type Barred, barredBy, findGroup, type GroupWish } from './find-group.ts'
import { joinBooked } from './join-group.ts'
import { notesFor } from './notes.ts'
import { occurrencesOf, seriesOfGroup, type SeriesRow } from './queries.ts'
import { hasBegun } from './rows.ts'
import { type Found, refusal, wishOf } from './wish.ts'

export type SeriesGroup = GroupWish & { id: number; name: string }
type GroupRide = Ride & { series: SeriesRow }
type GroupReady = Ready & { series: SeriesRow }

/** Null: the series is of one passenger alone. */
export const groupOf = ({ series_group_id: id, group_name, seating, all_or_none }: SeriesRow): SeriesGroup | null =>
  id === null || group_name === null || seating === null || all_or_none === null
    ? null
    : { id, name: group_name, seating, all_or_none }

/**
 * Books what is planned on one date for all members of a group that travel then: each way as one group. Who comes when the
 * others are booked joins them, and rides apart from them only where their vehicle has no room. Who is the only one rides
 * as any passenger does.
 */
export const bookGroupDate = async (deps: Deps, group: SeriesGroup, date: string): Promise<void> => {
  const apart = new Map<number, Reason>()
  for (const { series, row, wish } of await ridesOn(deps, group, date))
    if ((await joinBooked(deps, group, series, { row, wish })) === 'no room') apart.set(row.leg, apartFrom(group))
  const rides = await ridesOn(deps, group, date)
  const [first] = rides
  if (first === undefined) return
  if (rides.every(({ series }) => series.id === first.series.id))
    return bookDate(
      deps,
      first.series,
      rides.map(({ row }) => row),
      apart,
    )
  for (const leg of new Set(rides.map(({ row }) => row.leg))) await bookWay(deps, group, { date, leg, apart })
}

const apartFrom = ({ name }: SeriesGroup): Reason => ({
  code: 'apart_from_group',
  text: `Apart from the group ${name}, whose vehicle has no room`,
})

/** The planned ways of the date, of the series that was made first first. */
const ridesOn = async (deps: Deps, group: SeriesGroup, date: string): Promise<GroupRide[]> => {
  const now = deps.clock.now()
  const rides: GroupRide[] = []
  for (const series of await seriesOfGroup(deps.db, group.id)) {
    if (series.made_until === null || series.made_until < date) continue
    const rows = (await occurrencesOf(deps.db, series.id, date)).filter((row) => row.date === date)
    for (const row of rows) {
      const wish = wishOf(series, row)
      // Of two series that a merge has made one passenger's, the second goes by itself.
      const isTwice = rides.some((one) => one.series.traveler_id === series.traveler_id && one.row.leg === row.leg)
      if (row.state !== 'planned' || wish === undefined || isTwice || hasBegun(series, row, now)) continue
      rides.push({ series, row, wish })
    }
  }
  return rides
}

type Way = { date: string; leg: number; apart: Apart }

const bookWay = async (deps: Deps, group: SeriesGroup, { date, leg, apart }: Way): Promise<void> => {
  for (let attempt = 1; attempt <= ATTEMPTS;) {
    const rides = (await ridesOn(deps, group, date)).filter(({ row }) => row.leg === leg)
    const [only] = rides
    if (only === undefined) return
    if (rides.length === 1) return bookDate(deps, only.series, [only.row], apart)
    const left = await tryWay(deps, group, rides, { apart, last: attempt === ATTEMPTS })
    // The others are tried as if they had been alone from the beginning.
    if (left === 'without one') continue
    attempt += 1
  }
}

/**
 * What was found and is taken meanwhile stays planned, but for the last time. Who may not travel that day is left out with
 * the reason, and the others are as they were.
 */
const tryWay = async (
  deps: Deps,
  group: SeriesGroup,
  rides: readonly GroupRide[],
  { apart, last }: { apart: Apart; last: boolean },
): Promise<'tried' | 'without one'> => {
  const leaveOut = async ({ index, reason }: Barred): Promise<'tried' | 'without one'> => {
    const ride = rides[index]!
    await failRide(deps, ride.series, ride, { offering: null, reasons: [reason], search_id: null })
    return (await isPlanned(deps, ride)) ? 'tried' : 'without one'
  }
  const found = await findGroup(
    deps,
    group,
    rides.map(({ wish }) => wish),
  )
  if ('reason' in found) return leaveOut(found)
  const fail = async (ride: GroupRide, why: Found | undefined): Promise<void> => {
    if (why?.offering === null) await failRide(deps, ride.series, ride, why)
  }
  const ready = rides.flatMap((ride, index): GroupReady[] => {
    const offering = found[index]?.offering ?? null
    return offering === null ? [] : [{ ...ride, offering }]
  })
  const refused = ready.length === 0 ? null : await confirm(deps, group, ready, apart)
  if (refused?.status === 409 && !last) return 'tried'
  const barred = refused === null ? null : barredBy(refused)
  if (barred !== null)
    return leaveOut({ ...barred, index: rides.findIndex(({ row }) => row === ready[barred.index]?.row) })
  for (const [index, ride] of rides.entries()) {
    const own = found[index]
    const taken = refused !== null && own?.offering !== null
    await fail(ride, taken ? { offering: null, reasons: [refusal(refused)], search_id: null } : own)
  }
  return 'tried'
}

/** Still planned where the series was changed meanwhile. */
const isPlanned = async ({ db }: Deps, { row: { id } }: GroupRide): Promise<boolean> =>
  (await db.selectFrom('booking_series_occurrences').where('id', '=', id).select('state').executeTakeFirst())?.state ===
  'planned'

/** Each row changes with its booking in the transaction of all; null where it was not refused. */
const confirm = (
  deps: Deps,
  group: SeriesGroup,
  ready: readonly GroupReady[],
  apart: Apart,
): Promise<HttpError | null> => {
  const keep: Keep = async (tx, answer) => {
    for (const ride of ready) {
      const id = await bookingOf(tx, ride.offering.id)
      if (id !== undefined) await noteBooked(tx, ride.series, ride, { id, told: toldOf(apart, ride.row) })
    }
    return answer
  }
  const { name, seating, all_or_none } = group
  const members = ready.map(({ series, wish, row, offering }) => ({
    traveler_id: series.traveler_id,
    service_offering_id: offering.id,
    payment_method: wish.payment_method,
    ...notesFor(series, wish.leg, row.leg - 1),
  }))
  const input = { name, seating, all_or_none, comment: ready[0]?.series.comment, members }
  const because = ready.map(({ series, row }) => [reasonOf(series), ...toldOf(apart, row)])
  return refusedAs(confirmGroup(deps, input, service, keep, because))
}
