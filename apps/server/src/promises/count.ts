import { hourOfWeek, LAST_SLACK_BAND, SLACK_BAND_S } from '@ambit/domain'
import { sql } from 'kysely'
import { statusEntry } from '../database/status-entry.ts'
import type { Deps } from '../deps.ts'
import { each } from '../jobs/each.ts'
import type { Job } from '../jobs/runner.ts'

const HOUR = 3_600_000
const WEEKS = 8
/** The local hour of counting. */
const HOUR_OF_NIGHT = 3

/**
 * Counts the promises of a zone's last eight weeks, and those that were kept at both ends. A ride that the service could
 * not give, or that it or the driver cancelled, is a promise that was not kept; one that its passenger gave up is none.
 */
export const countPromises = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, zoneId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const since = new Date(now.getTime() - WEEKS * 7 * 24 * HOUR)
    // Servers that count at the same time count one after the other.
    await sql`select from zone_plans where zone_id = ${zoneId} for no key update`.execute(tx)
    await tx.deleteFrom('promise_outcomes').where('zone_id', '=', zoneId).execute()
    await sql`
      insert into promise_outcomes (zone_id, hour, slack_band, rides, kept)
      select ${zoneId}, extract(hour from r.promised_pickup_lower_bound at time zone z.time_zone) as hour,
        least(greatest(o.slack_s, 0) / ${sql.lit(SLACK_BAND_S)}, ${sql.lit(LAST_SLACK_BAND)}) as slack_band, count(*),
        count(*) filter (where r.status = 'completed' and r.boarded_at <= r.promised_pickup_upper_bound
          and r.dropped_off_at <= r.promised_dropoff_upper_bound)
      from service_requests r
        join service_offerings o on o.id = r.service_offering_id and o.slack_s is not null
        join zones z on z.id = r.zone_id
      where r.zone_id = ${zoneId} and r.promised_pickup_lower_bound > ${since} and r.promised_pickup_lower_bound <= ${now}
        and (r.status in ('completed', 'error') or r.status = 'cancelled' and (
          select h.user_type from service_request_histories h where h.id = ${statusEntry}) in ('engine', 'driver'))
      group by hour, slack_band`.execute(tx)
  })

/** Once a night for each zone, in its local time. */
export const countAtNight: Job = {
  name: 'promises.count',
  every: HOUR,
  deadline: HOUR / 2,
  run: async (deps, signal) => {
    const zones = await deps.db.selectFrom('zones').select(['id', 'time_zone']).orderBy('id').execute()
    const asleep = zones.filter(({ time_zone }) => hourOfWeek(time_zone, deps.clock.now()) % 24 === HOUR_OF_NIGHT)
    await each(asleep, { signal, words: 'What became of promises was not counted for every zone' }, ({ id }) =>
      countPromises(deps, id),
    )
  },
}
