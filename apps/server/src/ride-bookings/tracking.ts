import { refuseRideCancel } from '@ambit/domain'
import type { Kysely } from 'kysely'
import { openOf } from '../access/ride-links.ts'
import { readToken, type ShownLink } from '../access/ride-link-token.ts'
import { keyedHashes } from '../access/secrets.ts'
import { actsAs } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/errors.ts'
import { byPassenger } from '../planning/change/booking-history.ts'
import { type BookingRecord, findServiceRequest } from '../service-requests/queries.ts'
import { cancelServiceRequest } from '../service-requests/cancel.ts'
import { storeSurvey } from '../surveys/store.ts'
import { surveyAnswer } from './cancel.ts'
import { countOpening } from './link-limit.ts'
import { roadFacts } from './road-facts.ts'
import { trackedRide } from './tracked.ts'

const OVER = 'This link has expired'

type Asked = { token: string; address: string }

/** The link of a token. Unknown, forged, taken back and ended are one: 404. What was not signed here counts as an opening. */
export const linkOf = async (deps: Deps, { token, address }: Asked): Promise<ShownLink> => {
  const link = readToken(await keyedHashes(deps), token)
  if (link === null) await countOpening(deps, address)
  if (link === null || !(await openOf(deps, [link])).has(link)) throw notFound(OVER)
  return link
}

const bookingOf = async (db: Kysely<DB>, { service_request_id }: ShownLink): Promise<BookingRecord> => {
  const booking = await findServiceRequest(db, service_request_id, null)
  if (booking === undefined) throw notFound(OVER)
  return booking
}

const show = async (deps: Deps, db: Kysely<DB>, link: ShownLink, booking: BookingRecord) => {
  const [facts] = await roadFacts(deps, db, [booking])
  if (facts === undefined) throw notFound(OVER)
  return trackedRide(facts, link.purpose, deps.clock.now().getTime())
}

export const trackRide = async (deps: Deps, asked: Asked) => {
  const link = await linkOf(deps, asked)
  return show(deps, deps.db, link, await bookingOf(deps.db, link))
}

/** Cancels a ride for its passenger, who alone has the link. One that is cancelled already is answered as it is. */
export const cancelByLink = async (deps: Deps, asked: Asked, reason: string) => {
  const link = await linkOf(deps, asked)
  if (link.purpose !== 'manage') throw notFound(OVER)
  const { id, status, traveler_id, traveler_name } = await bookingOf(deps.db, link)
  if (status === 'cancelled') return trackRide(deps, asked)
  const refused = refuseRideCancel(status)
  if (refused !== null) throw conflict(refused)
  const answer = reason === '' ? null : await surveyAnswer(deps.db, reason)
  const passenger = { actor_kind: 'passenger', actor_id: traveler_id, actor_name: traveler_name } as const
  await actsAs(deps.db, passenger)
  return cancelServiceRequest(deps, { id, reason: answer?.words ?? null }, byPassenger, async (tx, cancelled) => {
    if (answer !== null) await storeSurvey(tx, cancelled, { ...answer, created_by: null, now: deps.clock.now() })
    return show(deps, tx, link, await bookingOf(tx, link))
  })
}
