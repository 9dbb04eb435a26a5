import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { findViolations, type InvariantViolation } from '../../invariants/invariants.ts'
import type { Job } from '../../jobs/runner.ts'
import { type Condition, conditionOf } from '../conditions.ts'
import { settle } from './settle.ts'

/** Where more is broken, these are enough to call for help. */
const MOST = 50

/** Checks the stored plans of all that is not over, and raises what does not hold: each rule once for a trip or booking. */
export const watchPlans: Job = {
  name: 'plans.watch',
  every: 60_000,
  run: async (deps) => {
    const broken = new Map<string, InvariantViolation>()
    await findViolations(deps.db, 'under_way', (violation) => {
      const subject = subjectOf(violation)
      if (broken.size < MOST && !broken.has(subject)) broken.set(subject, violation)
    })
    await settle(deps, await conditionsOf(deps.db, broken), ['plan_broken'])
  },
}

const subjectOf = ({ rule, trip_id, service_request_id, detail }: InvariantViolation): string => {
  if (service_request_id !== undefined) return `${rule}:booking:${service_request_id}`
  return trip_id === undefined ? `${rule}:${detail}` : `${rule}:trip:${trip_id}`
}

type Whose = {
  id: number
  zone_id: number
  trip_id: number | null
  people: number
  wheelchairs: number
  from: Date
  until: Date
}

const conditionsOf = async (db: Deps['db'], broken: ReadonlyMap<string, InvariantViolation>): Promise<Condition[]> => {
  if (broken.size === 0) return []
  const violations = [...broken.values()]
  const [trips, bookings] = [
    violations.flatMap(({ trip_id }) => trip_id ?? []),
    violations.flatMap(({ service_request_id }) => service_request_id ?? []),
  ]
  const zones = await sql<{ id: number; zone_id: number }>`
    select id, zone_id from trips where id = any(${trips}::int[])`.execute(db)
  const concerned = await sql<Whose>`
    select id, zone_id, trip_id, passenger_count as people, mobility_support as wheelchairs,
      promised_pickup_lower_bound as "from", promised_pickup_upper_bound as until
    from service_requests where id = any(${bookings}::int[])`.execute(db)
  const zoneOf = new Map(zones.rows.map(({ id, zone_id }) => [id, zone_id]))
  const bookingOf = new Map(concerned.rows.map((row) => [row.id, row]))
  return [...broken].map(([subject, { rule, trip_id, service_request_id, detail }]) => {
    const booking = bookingOf.get(service_request_id ?? -1)
    return conditionOf({
      kind: 'plan_broken',
      subject,
      severity: 'urgent',
      zone_id: booking?.zone_id ?? zoneOf.get(trip_id ?? -1) ?? null,
      trip_id: trip_id ?? booking?.trip_id ?? null,
      facts: { rule, detail, ...(service_request_id === undefined ? {} : { service_request_id }) },
      ...(booking === undefined ? {} : ofBooking(booking)),
    })
  })
}

const ofBooking = ({ id, people, wheelchairs, from, until }: Whose) => ({
  bookings: [{ id, minutes: null, from: from.toISOString(), until: until.toISOString() }],
  people,
  wheelchairs,
})
