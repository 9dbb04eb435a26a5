import { confirmGroup } from '../booking-groups/confirm.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import type { HttpError } from '../http/errors.ts'
import { service } from '../http/scope.ts'
import { ATTEMPTS, bookDate, bookingOf, noteBooked, type Ready, reasonOf, refusedAs, type Ride } from './book.ts'
import { failRide } from './fail.ts'
import { findGroup, type GroupWish } from './find-group.ts'
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
 * Books what is planned on one date for all members of a group that travel then: each way as one group. Who is the only one
 * rides as any passenger does.
 */
export const bookGroupDate = async (deps: Deps, group: SeriesGroup, date: string): Promise<void> => {
  const rides = await ridesOn(deps, group, date)
  const [first] = rides
  if (first === undefined) return
  if (rides.every(({ series }) => series.id === first.series.id))
    return bookDate(
      deps,
      first.series,
      rides.map(({ row }) => row),
    )
  for (const leg of new Set(rides.map(({ row }) => row.leg))) await bookWay(deps, group, date, leg)
}

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

const bookWay = async (deps: Deps, group: SeriesGroup, date: string, leg: number): Promise<void> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const rides = (await ridesOn(deps, group, date)).filter(({ row }) => row.leg === leg)
    const [only] = rides
    if (only === undefined) return
    if (rides.length === 1) return bookDate(deps, only.series, [only.row])
    await tryWay(deps, group, rides, attempt === ATTEMPTS)
  }
}

/** What was found and is taken meanwhile stays planned, but for the last time. */
const tryWay = async (deps: Deps, group: SeriesGroup, rides: readonly GroupRide[], last: boolean): Promise<void> => {
  const found = await findGroup(
    deps,
    group,
    rides.map(({ wish }) => wish),
  )
  const fail = async (ride: GroupRide, why: Found | undefined): Promise<void> => {
    if (why?.offering === null) await failRide(deps, ride.series, ride, why)
  }
  const ready = rides.flatMap((ride, index): GroupReady[] => {
    const offering = found[index]?.offering ?? null
    return offering === null ? [] : [{ ...ride, offering }]
  })
  const refused = ready.length === 0 ? null : await confirm(deps, group, ready)
  if (refused?.status === 409 && !last) return
  for (const [index, ride] of rides.entries()) {
    const own = found[index]
    const taken = refused !== null && own?.offering !== null
    await fail(ride, taken ? { offering: null, reasons: [refusal(refused)], search_id: null } : own)
  }
}

/** Each row changes with its booking in the transaction of all; null where it was not refused. */
const confirm = (deps: Deps, group: SeriesGroup, ready: readonly GroupReady[]): Promise<HttpError | null> => {
  const keep: Keep = async (tx, answer) => {
    for (const ride of ready) {
      const booking = await bookingOf(tx, ride.offering.id)
      if (booking !== undefined) await noteBooked(tx, ride.series, ride, booking)
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
  const because = ready.map(({ series }) => [reasonOf(series)])
  return refusedAs(confirmGroup(deps, input, service, keep, because))
}
