import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { Asked } from './change-step.ts'
import { readStep, type StepRow } from './queries.ts'

/** Rides that were booked in the days of a suspension before: people decide on each. None before its letter is sent. */
export const ridesIn = async (db: Kysely<DB>, { traveler_id, region_id, begins_on, ends_on, kept }: StepRow) => {
  if (begins_on === null || ends_on === null) return []
  const rows = await db
    .selectFrom('service_requests as r')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .where('r.traveler_id', '=', traveler_id)
    .where('z.region_id', '=', region_id)
    .where('r.status', 'in', openRequestStatuses)
    .where(
      sql<boolean>`(r.promised_pickup_lower_bound at time zone z.time_zone)::date between ${begins_on}::date and ${ends_on}::date`,
    )
    .select(['r.id as service_request_id', 'r.status', 'z.time_zone'])
    .select(['r.promised_pickup_lower_bound as pickup_from', 'r.promised_pickup_upper_bound as pickup_to'])
    .select(['r.origin_name as from', 'r.destination_name as to'])
    .orderBy('r.promised_pickup_lower_bound')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({ ...row, kept: kept.includes(row.service_request_id) }))
}

const all = <T>(data: T[]) => ({ data, meta: { total: data.length, total_count: data.length } })

export const listRides = async (db: Kysely<DB>, step: StepRow) => all(await ridesIn(db, step))

/** It takes place all the same. Cancelling one is the ordinary action. */
export const keepRide = ({ db }: Deps, { id, actor, keep, booking }: Asked & { booking: number }) =>
  db.transaction().execute(async (tx) => {
    const scope = regionScope(actor)
    await tx.selectFrom('suspensions').select('id').where('id', '=', id).forUpdate().execute()
    const step = await readStep(tx, scope, id)
    if (step === undefined) throw notFound()
    if (step.lifted_at !== null) throw conflict('This was lifted: all rides take place')
    const rides = await ridesIn(tx, step)
    if (!rides.some((ride) => ride.service_request_id === booking))
      throw invalid([{ pointer: '/service_request_id', detail: 'This ride is not in the days of the suspension' }])
    const kept = [...new Set([...step.kept, booking])]
    await tx.updateTable('suspensions').set({ kept }).where('id', '=', id).execute()
    await recordChanged(tx, 'suspensions', id)
    return keep(tx, await listRides(tx, { ...step, kept }))
  })
