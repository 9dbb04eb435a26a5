import { type Kysely, sql } from 'kysely'
import type { PermissionKey } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { holdersOf } from '../http/holders.ts'
import type { Job } from '../jobs/runner.ts'
import { currentAccessSettings } from '../settings/access.ts'

const KEY = 'AuditManagement:access:canRead' satisfies PermissionKey
const MINUTE = 60_000
const KEPT_DAYS = 30

type Found = {
  actor_kind: string
  actor_id: number
  actor_name: string
  region_id: number
  region_name: string
  looks: number
}

/**
 * Keeps who looked at passengers of a region at least `most` times in the hour before `now` and has made or changed no
 * booking there on the region's day. Drivers are left out: they are shown the passengers of their own trips alone. Each is
 * found once a day and region.
 */
const findUnusual = async (db: Kysely<DB>, { now, most }: { now: Date; most: number }): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    with often as materialized (
      select e.actor_kind, e.actor_id, max(e.actor_name) as actor_name, e.region_id, count(*)::int as looks
      from access_events e
      where e.traveler_id is not null and e.region_id is not null and e.actor_kind in ('user', 'service account')
        and e.last_at > ${now}::timestamptz - interval '1 hour'
        -- By its index: a look is counted in an earlier one for five minutes at most.
        and e.at > ${now}::timestamptz - interval '65 minutes'
      group by e.actor_kind, e.actor_id, e.region_id
      having count(*) >= ${most}),
    found as (
      insert into unusual_looks (actor_kind, actor_id, actor_name, region_id, day, at, looks)
      select o.actor_kind, o.actor_id, o.actor_name, o.region_id, (${now}::timestamptz at time zone r.time_zone)::date,
        ${now}, o.looks
      from often o join regions r on r.id = o.region_id
      where not exists (select from audit_events a
        where a.actor_kind = o.actor_kind and a.actor_id = o.actor_id and a.record_kind = 'service_requests'
          and a.operation is not null and a.region_id = o.region_id
          and a.at >= date_trunc('day', ${now}::timestamptz, r.time_zone))
      on conflict do nothing
      returning *)
    select f.actor_kind, f.actor_id, f.actor_name, f.region_id, r.name as region_name, f.looks
    from found f join regions r on r.id = f.region_id
    order by f.looks desc, f.actor_id`.execute(db)
  return rows
}

/** Tells those who may read who looked, but never of themselves. */
export const watchLooks: Job = {
  name: 'access.unusual',
  every: 5 * MINUTE,
  run: async ({ db, clock, mailer }) => {
    const now = clock.now()
    const { unusual_looks: most } = await currentAccessSettings(db)
    await db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('unusual_looks')
        .where('at', '<', new Date(now.getTime() - KEPT_DAYS * 24 * 60 * MINUTE))
        .execute()
      for (const found of await findUnusual(tx, { now, most }))
        for (const { id, email, first_name } of await holdersOf(tx, KEY, found.region_id)) {
          if (found.actor_kind === 'user' && found.actor_id === id) continue
          await mailer.send(tx, {
            to: email,
            user_id: id,
            expires_at: null,
            subject: `${found.actor_name} looked at unusually many passengers`,
            text: [
              `Hello ${first_name},`,
              `${found.actor_name} looked ${found.looks} times at passengers of ${found.region_name} within an hour, and has made or changed no booking there today.`,
              'The page Audit, tab Access, lists each look.',
            ].join('\n\n'),
          })
        }
    })
  },
}
