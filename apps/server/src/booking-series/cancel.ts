import { api } from '@ambit/contract'
import { refuseCancel } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../http/authenticate.ts'
import type { Actor, Part } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { cancelServiceRequest } from '../service-requests/cancel.ts'
import { type OccurrenceRow, occurrencesOf, type SeriesRow } from './queries.ts'
import { hasBegun } from './rows.ts'

/** Bookings of a series that can still be cancelled. */
export const cancellable = (rows: readonly OccurrenceRow[]): (OccurrenceRow & { service_request_id: number })[] =>
  rows.filter(
    (row): row is OccurrenceRow & { service_request_id: number } =>
      row.service_request_id !== null && row.booking_status !== null && refuseCancel(row.booking_status) === null,
  )

type Cancelling = { deps: Deps; actor: Actor; part: Part }

/** Bookings to cancel; undefined: all that have not begun. 422 for one that is not of the series. */
export const chosenRides = async (
  { deps, actor }: Pick<Cancelling, 'actor' | 'deps'>,
  series: SeriesRow,
  ids: readonly number[] | undefined,
): Promise<number[]> => {
  const rows = await occurrencesOf(deps.db, series.id)
  const chosen = ids ?? cancellable(rows.filter((row) => !hasBegun(series, row, deps.clock.now()))).map(bookingOf)
  const foreign = chosen.find((id) => !rows.some((row) => row.service_request_id === id))
  if (foreign !== undefined)
    throw invalid([{ pointer: '/cancel', detail: `Booking ${foreign} is not of this recurring journey` }])
  if (chosen.length > 0) await requireAccess(deps, api.serviceRequests.cancel.access, actor)
  const open = new Set(cancellable(rows).map(bookingOf))
  return chosen.filter((id) => open.has(id))
}

/** Cancels bookings of a series, each by itself, so that a call that is repeated goes on where it stopped. */
export const cancelRides = async (
  { deps, actor, part }: Cancelling,
  series: SeriesRow,
  ids: readonly number[] | undefined,
  reason: string,
): Promise<void> => {
  for (const id of await chosenRides({ deps, actor }, series, ids))
    await part(id, (keep) =>
      cancelServiceRequest(deps, { id, reason }, byActor(actor), (tx, data) => keep(tx, { data })),
    )
}

const bookingOf = ({ service_request_id }: { service_request_id: number }): number => service_request_id
