import { refuseRideCancel } from '@ambit/domain'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { cancelServiceRequest } from '../service-requests/cancel.ts'
import { findServiceRequest } from '../service-requests/queries.ts'
import { listOptions } from '../surveys/queries.ts'
import { storeSurvey } from '../surveys/store.ts'
import { ownBooking, showRide } from './bookings.ts'
import type { PassengerActor } from '../rides/me.ts'

const OTHER = 'other'
const MOST_WORDS = 250

/** Cancels a ride; why, where the passenger says so, is an answer to the cancellation survey. */
export const cancelRide = async (
  deps: Deps,
  { id, reason }: { id: number; reason: string },
  passenger: PassengerActor,
  keep: Keep,
) => {
  const refused = refuseRideCancel((await ownBooking(deps.db, id, passenger, deps.clock.now())).status)
  if (refused !== null) throw conflict(refused)
  const answer = reason === '' ? null : await surveyAnswer(deps.db, reason)
  return cancelServiceRequest(
    deps,
    { id, reason: answer?.words ?? null },
    byActor(passenger),
    async (tx, cancelled) => {
      if (answer !== null) await storeSurvey(tx, cancelled, { ...answer, created_by: null, now: deps.clock.now() })
      const booking = await findServiceRequest(tx, id, null)
      if (booking === undefined) throw notFound()
      return keep(tx, { data: await showRide(deps, tx, booking, passenger) })
    },
  )
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
