import type { Reason } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { conflict, invalid } from '../http/errors.ts'
import { refusedCounts, ruleReason, stillAllowed } from '../planning/search/rules.ts'
import { toSeconds, type ZoneSettings } from '../planning/plan/types.ts'
import { leavesNow } from '../searches/create.ts'
import { takingCompanions } from '../searches/people.ts'
import { ridesAhead } from '../searches/queries.ts'
import type { OfferingToConfirm } from './queries.ts'

/** Any number of the passenger's own, for advisory locks of this place alone. */
const LOCK = 7263485

/** Waits for bookings of the passengers that are being made, and lets nobody book for them meanwhile. */
export const lockPassengers = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  for (const id of ids.toSorted((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(${LOCK}::int, ${id}::int)`.execute(tx)
}

/**
 * Of two bookings of one passenger in the same moment the second waits for the first, in whichever zones they are. Throws
 * 409 where the record was merged into another, or erased, since it was asked for.
 */
export const lockPassenger = async (tx: Transaction<DB>, id: number): Promise<void> => {
  await lockPassengers(tx, [id])
  const left = await tx
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where('anonymised_at', 'is not', null)
    .executeTakeFirst()
  if (left !== undefined)
    throw conflict('This passenger was merged into another or erased meanwhile. Please look again')
}

/**
 * Whether the rules of the zone, which may be others by now, still let the offering be had. Throws 422 where the passenger
 * has as many rides ahead as the zone lets one have, or more travel than on one booking.
 */
export const fitsRules = async (
  tx: Transaction<DB>,
  settings: ZoneSettings,
  offering: OfferingToConfirm,
): Promise<boolean> => {
  const [override, called] = [offering.override_reason !== null, offering.question.open_return_id !== null]
  if (!override && !called) await requireCounts(tx, settings, offering)
  return stillAllowed(settings, { ...offering, leave_now: leftNow(offering) }, { override, called })
}

const leftNow = ({ question, made_at }: OfferingToConfirm): boolean => leavesNow(question, toSeconds(made_at))

const requireCounts = async (
  tx: Transaction<DB>,
  settings: ZoneSettings,
  offering: OfferingToConfirm,
): Promise<void> => {
  const { traveler_id, service_request_id: changed, passengers } = offering
  takingCompanions([settings], ({ rules }) => rules, { passengers, at: toSeconds(offering.pickup_lower_bound) })
  await lockPassenger(tx, traveler_id)
  const rides = await ridesAhead(tx, traveler_id, changed)
  // A ride that is changed is one of those that the passenger has already.
  const open_bookings = changed === null ? rides.open_bookings : 0
  const refused = refusedCounts(settings, offering, { passengers: passengers.length, open_bookings })
  if (refused === null) return
  throw invalid([{ pointer: '/service_offering_id', detail: ruleReason(settings, refused, rides).text }])
}

/** What the history of a booking says of rules that did not hold for it. */
export const overriddenReasons = ({ override_reason: reason }: OfferingToConfirm): Reason[] =>
  reason === null ? [] : [{ code: 'rules_overridden', text: `Booked past the booking rules: ${reason}` }]
