import type { Reason } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, type HttpError } from '../http/errors.ts'
import { service } from '../http/scope.ts'
import { confirmJourney } from '../journeys/confirm.ts'
import { recordChanged } from '../live/record-changed.ts'
import { requireApart } from '../service-requests/beside.ts'
import { confirmOffering } from '../service-requests/confirm.ts'
import type { WithGroup } from '../service-requests/sell.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { failRide } from './fail.ts'
import { notesFor } from './notes.ts'
import { lockOccurrence, type OccurrenceRow, type SeriesRow } from './queries.ts'
import { setRow } from './rows.ts'
import { agreedWith, findRide, type Found, isRefusal, refusal, type Wish, wishOf } from './wish.ts'

type Offering = SearchRecord['service_offerings'][number]
export type Ride = { row: OccurrenceRow; wish: Wish }
export type Ready = Ride & { offering: Offering }

/** So often a ride is searched, where what was found is taken meanwhile. */
export const ATTEMPTS = 2

/** Why the rides of a leg are booked apart from those of their group; none: they have no other group. */
export type Apart = ReadonlyMap<number, Reason>
const BY_ITSELF: Apart = new Map()

/**
 * Books what is planned on one date of a series, there and back as one journey where both can be had. Each row changes
 * with its booking in one transaction, and only while it is planned: of two runs at once one books it.
 */
export const bookDate = async (
  deps: Deps,
  series: SeriesRow,
  rows: readonly OccurrenceRow[],
  apart = BY_ITSELF,
): Promise<void> => {
  const rides = rows.flatMap((row): Ride[] => {
    const wish = wishOf(series, row)
    return wish === undefined ? [] : [{ row, wish }]
  })
  let left = rides
  for (let attempt = 1; attempt <= ATTEMPTS && left.length > 0; attempt += 1)
    left = await tryDate(deps, series, left, { apart, last: attempt === ATTEMPTS })
}

/** Answers the rides to try again: what was found for them was taken meanwhile. */
const tryDate = async (
  deps: Deps,
  series: SeriesRow,
  rides: readonly Ride[],
  { apart, last }: { apart: Apart; last: boolean },
): Promise<Ride[]> => {
  const found: { ride: Ride; found: Found }[] = []
  for (const ride of rides) found.push({ ride, found: await findRide(deps, ride.wish) })
  const ready = found.flatMap(({ ride, found: { offering } }): Ready[] =>
    offering === null ? [] : [{ ...ride, offering }],
  )
  if (ready.length === 2) {
    const refused = await bookBoth(deps, series, ready, apart)
    if (refused === null) return []
    if (!last && refused.status === 409) return [...rides]
  }
  const again: Ride[] = []
  for (const { ride, found: one } of found) {
    if (one.offering === null) {
      await failRide(deps, series, ride, one)
      continue
    }
    const refused = await bookOne(deps, series, { ...ride, offering: one.offering }, { told: toldOf(apart, ride.row) })
    if (refused === null) continue
    if (!last && refused.status === 409) again.push(ride)
    else {
      const { service_availability_search_id: search_id } = one.offering
      await failRide(deps, series, ride, { offering: null, reasons: [refusal(refused)], search_id })
    }
  }
  return again
}

/** As one journey; null where it was not refused. */
const bookBoth = (deps: Deps, series: SeriesRow, ready: readonly Ready[], apart: Apart): Promise<HttpError | null> => {
  const keep: Keep = async (tx, answer) => {
    for (const ride of ready) {
      const id = (await bookingOf(tx, ride.offering.id))! // both are booked
      await noteBooked(tx, series, ride, { id, told: toldOf(apart, ride.row) })
    }
    return answer
  }
  const legs = ready.map(({ offering, wish, row }) => ({
    service_offering_id: offering.id,
    payment_method: wish.payment_method,
    ...notesFor(series, wish.leg, row.leg - 1),
  }))
  const { traveler_id, comment } = series
  const input = { traveler_id, comment, legs, even_without_return: false }
  return refusedAs(confirmJourney(deps, input, service, keep, [reasonOf(series), ...apart.values()]))
}

type Joining = {
  /** what its history and its date say of it besides */
  told: readonly Reason[]
  /** that it is booked with */
  group?: WithGroup
  /** throws where it has no place in the vehicle together with the group */
  requireOneRide?: (tx: Transaction<DB>, booking: number) => Promise<void>
}

/** Null where it was not refused. */
export const bookOne = (
  deps: Deps,
  series: SeriesRow,
  ride: Ready,
  { told, group, requireOneRide }: Joining,
): Promise<HttpError | null> => {
  const { traveler_id, comment } = series
  const { payment_method } = ride.wish
  const notes = notesFor(series, ride.wish.leg, ride.row.leg - 1)
  const input = { service_offering_id: ride.offering.id, traveler_id, payment_method, comment, ...notes }
  return refusedAs(
    confirmOffering(deps, input, service, {
      allow: async (tx, sold) => {
        const noted = await requireApart(tx, sold, {}, service)
        await requirePlanned(tx, series, ride.row)
        return [...noted, reasonOf(series), ...told]
      },
      booked: async (tx, { id }) => {
        await requireOneRide?.(tx, id)
        await noteBooked(tx, series, ride, { id, told })
      },
      gone: () => ({}),
      ...(group === undefined ? {} : { group }),
    }),
  )
}

export const toldOf = (apart: Apart, { leg }: Pick<OccurrenceRow, 'leg'>): Reason[] => {
  const reason = apart.get(leg)
  return reason === undefined ? [] : [reason]
}

/** Null where it was not refused. */
export const refusedAs = async (work: Promise<unknown>): Promise<HttpError | null> => {
  try {
    await work
    return null
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

export const reasonOf = ({ id, words }: SeriesRow): Reason => ({
  code: 'from_series',
  text: `Booked for a recurring journey: ${words}`,
  figures: { booking_series_id: id },
})

const requirePlanned = async (tx: Transaction<DB>, series: SeriesRow, row: OccurrenceRow): Promise<void> => {
  if ((await lockOccurrence(tx, series, row))?.state !== 'planned')
    throw conflict('This ride of a series is booked already, or was changed')
}

/** What an offering has become; undefined: nothing yet. */
export const bookingOf = async (tx: Transaction<DB>, offeringId: number): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('service_requests')
      .where('service_offering_id', '=', offeringId)
      .select('id')
      .executeTakeFirst()
  )?.id

export const noteBooked = async (
  tx: Transaction<DB>,
  series: SeriesRow,
  ride: Ready,
  { id: service_request_id, told }: { id: number; told: readonly Reason[] },
): Promise<void> => {
  const { row, wish, offering } = ride
  await requirePlanned(tx, series, row)
  await setRow(tx, row.id, { state: 'booked', reasons: JSON.stringify(told), service_request_id })
  await agree(tx, series.id, row, agreedWith(wish, offering))
  await recordChanged(tx, 'booking_series', series.id)
}

/** The windows of the first ride that is not one by itself are what is agreed. */
export const agree = async (
  tx: Transaction<DB>,
  seriesId: number,
  { leg, own }: Pick<OccurrenceRow, 'leg' | 'own'>,
  windows: ReturnType<typeof agreedWith>,
): Promise<void> => {
  if (own !== null) return
  const place = String(leg - 1)
  await sql`update booking_series set agreed = jsonb_set(agreed, array[${place}::text], ${JSON.stringify(windows)}::jsonb)
    where id = ${seriesId} and agreed -> ${leg - 1}::int = 'null'`.execute(tx)
}
