import type { LegsToCancel } from '@ambit/contract'
import { refuseRideCancel } from '@ambit/domain'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { endOpenReturn, requireStillOpen } from '../open-returns/store/end.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { cancelServiceRequest } from '../service-requests/cancel.ts'
import { findServiceRequest } from '../service-requests/queries.ts'
import { listOptions } from '../surveys/queries.ts'
import { storeSurvey } from '../surveys/store.ts'
import { ownBooking, showRide } from './bookings.ts'
import { legsOf } from './legs.ts'
import type { PassengerActor } from '../rides/me.ts'

const OTHER = 'other'
const MOST_WORDS = 250

type Cancelling = { id: number; reason: string; legs: LegsToCancel }

/**
 * Cancels a ride; why, where the passenger says so, is an answer to the cancellation survey. `all`: of a journey the other
 * rides too, or the way back that waits for a call; 409 where there is none. One that is cancelled already is answered as
 * it is, with the reason that was given first.
 */
export const cancelRide = async (
  deps: Deps,
  { id, reason, legs }: Cancelling,
  passenger: PassengerActor,
  keep: Keep,
) => {
  const booking = await ownBooking(deps.db, id, passenger, deps.clock.now())
  if (booking.status === 'cancelled' && legs === 'this')
    return deps.db.transaction().execute(async (tx) => keep(tx, { data: await showRide(deps, tx, booking, passenger) }))
  const refused = refuseRideCancel(booking.status)
  if (refused !== null) throw conflict(refused)
  const journey = legs === 'all' ? (await legsOf(deps.db, [booking], deps.clock.now())).get(id) : undefined
  const open = journey?.others.length === 0 ? journey.open_return_id : null
  const answer = reason === '' ? null : await surveyAnswer(deps.db, reason)
  return cancelServiceRequest(
    deps,
    { id, reason: answer?.words ?? null, ...(legs === 'all' && open === null ? { others: { regions: null } } : {}) },
    byActor(passenger),
    async (tx, cancelled) => {
      if (answer !== null) await storeSurvey(tx, cancelled, { ...answer, created_by: null, now: deps.clock.now() })
      if (open !== null) await notNeeded(tx, open, deps.clock.now())
      const now = await findServiceRequest(tx, id, null)
      if (now === undefined) throw notFound()
      return keep(tx, { data: await showRide(deps, tx, now, passenger) })
    },
  )
}

/** Ends a way back that waits for a call; 409 where it was called for or ended meanwhile. */
const notNeeded = async (tx: Transaction<DB>, id: number, at: Date): Promise<void> => {
  await requireStillOpen(tx, id)
  await endOpenReturn(tx, id, { state: 'not_needed', at, by: null, note: 'The passenger cancelled both ways' })
}

/** One of the survey's options by its key or its wording; other words are told with the option for them. */
export const surveyAnswer = async (db: Kysely<DB>, reason: string) => {
  const { data: options } = await listOptions(db)
  const typed = reason.toLowerCase()
  const chosen = options.find((option) => option.key === typed || option.reason.toLowerCase() === typed)
  if (chosen !== undefined) return { cancellation_reason_key: chosen.key, words: chosen.reason }
  const additional_information = reason.slice(0, MOST_WORDS)
  return { cancellation_reason_key: OTHER, words: additional_information, additional_information }
}
