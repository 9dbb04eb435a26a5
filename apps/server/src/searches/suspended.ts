import { addDays, dateIn, momentAt, type StepFacts, stepState } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { suspended } from '../http/errors.ts'
import { dayOf } from '../planning/plan/format.ts'

const NOON = 12 * 60

/** Whose ride it is; `changed`: the booking that it takes the place of, `called`: a way back that the passenger waits for. */
type Ride = { traveler_id: number; changed: number | null; called: boolean }
type Place = { region_id: number; time_zone: string }
type Row = StepFacts & { id: number; region_id: number; contact_phone: string | null; contact_email: string | null }

const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

/** SQL: the booking to change was made for a day of the suspension before, which was left to people. */
const wasBooked = (changed: number | null) => sql<boolean>`exists (select from service_requests r
  join zones z on z.id = r.zone_id where r.id = ${changed}::int and z.region_id = s.region_id
    and (r.promised_pickup_lower_bound at time zone z.time_zone)::date between s.begins_on and s.ends_on)`

const suspensionsOf = async (db: Kysely<DB>, { traveler_id, changed, called }: Ride): Promise<Row[]> => {
  // Who was driven there is driven back.
  if (called) return []
  return db
    .selectFrom('suspensions as s')
    .innerJoin('regions as g', 'g.id', 's.region_id')
    .where('s.traveler_id', '=', traveler_id)
    .where('s.kind', '=', 'suspension')
    .where('s.letter_sent_at', 'is not', null)
    .where('s.lifted_at', 'is', null)
    .where((where) => where.not(wasBooked(changed)))
    .select(['s.id', 's.region_id', 's.kind', 's.withdrawn_at', 's.decided_at', 's.confirmed_at', 's.dismissed_at'])
    .select(['s.letter_sent_at', 's.decision_sent_at', 's.lifted_at', 'g.contact_phone', 'g.contact_email'])
    .select([
      day('s.begins_on').as('begins_on'),
      day('s.ends_on').as('ends_on'),
      day('s.objected_on').as('objected_on'),
    ])
    .execute()
}

/** The suspension that refuses a ride there and then. */
const refusing = (rows: readonly Row[], { region_id, time_zone }: Place, at: Date): Row | undefined =>
  rows.find((row) => row.region_id === region_id && stepState(row, dateIn(time_zone, at)) === 'running')

const refusal = ({ id, ends_on, contact_phone, contact_email }: Row, time_zone: string) => {
  const until = ends_on ?? ''
  const next = addDays(until, 1)
  const said = (date: string): string => dayOf(momentAt(time_zone, date, NOON), time_zone)
  const call = `call ${contact_phone ?? 'us'}`
  const object = contact_email === null ? call : `${call} or write to ${contact_email}`
  return suspended(
    `Suspended until ${said(until)}. To object, ${object}. Rides can be booked for ${said(next)} and later`,
    { until, next, suspension_id: id },
  )
}

/** Of zones those in which the passenger may travel then. 422 where a suspension leaves none of them. */
export const whereNotSuspended = async <T extends { plan: { settings: Place } }>(
  db: Kysely<DB>,
  ride: Ride,
  contexts: readonly T[],
  at: Date,
): Promise<T[]> => {
  const rows = await suspensionsOf(db, ride)
  const found = contexts.map(({ plan: { settings } }) => refusing(rows, settings, at))
  const [first] = found
  if (first !== undefined && found.every((row) => row !== undefined))
    throw refusal(first, contexts[0]?.plan.settings.time_zone ?? 'UTC')
  return contexts.filter((_, index) => found[index] === undefined)
}

/** 422 where the passenger is suspended there and then. */
export const requireNotSuspended = async (db: Kysely<DB>, ride: Ride, place: Place, at: Date): Promise<void> => {
  const row = refusing(await suspensionsOf(db, ride), place, at)
  if (row !== undefined) throw refusal(row, place.time_zone)
}
