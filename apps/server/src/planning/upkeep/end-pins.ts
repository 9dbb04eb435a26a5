import { sql } from 'kysely'
import { each } from '../../jobs/each.ts'
import type { Job } from '../../jobs/runner.ts'
import { changePlan } from '../change/change-plan.ts'
import { endOverdue } from '../change/pins.ts'

/** Pins, pauses and bans whose time is over end, so that every screen shows it. Planning has passed over them since. */
export const endPastPins: Job['run'] = async (deps, signal) => {
  const now = deps.clock.now()
  const { rows } = await sql<{ zone_id: number }>`
    select r.zone_id from booking_pins b join service_requests r on r.id = b.service_request_id
      where b.ended_at is null and b.until <= ${now}
    union select r.zone_id from booking_bans b join service_requests r on r.id = b.service_request_id
      where b.ended_at is null and b.until <= ${now}
    union select t.zone_id from vehicle_pauses p join trips t on t.id = p.trip_id
      where p.ended_at is null and p.until <= ${now}
    order by zone_id`.execute(deps.db)
  await each(rows, { signal, words: 'Not all zones could be dealt with' }, ({ zone_id }) =>
    changePlan(deps, zone_id, null, endOverdue),
  )
}
