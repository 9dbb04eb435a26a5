import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { EmergencyInput } from '@ambit/contract'
import { deedTime, deviceClockOf, severityOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { raise } from '../exceptions/raise.ts'
import { notFound } from '../http/errors.ts'
import { isLongOver, requireDriven } from './require-own.ts'

type Call = z.output<typeof EmergencyInput>

/**
 * A driver calls for help. One call is kept once, by the id that the device gave it; sent again it is answered as it
 * stands by then. It is refused for another driver’s trip, and for nothing that it says of the vehicle.
 */
export const callForHelp = async (
  deps: Deps,
  { tripId, driverId }: { tripId: number; driverId: number },
  call: Call,
) => {
  const trip = await requireDriven(deps.db, tripId, driverId)
  return deps.db.transaction().execute(async (tx) => {
    // Two devices of one driver, or two tries of one device, come one after the other.
    await tx.selectFrom('trips').where('id', '=', tripId).select('id').forNoKeyUpdate().execute()
    const known = await standing(tx, tripId, call.id)
    if (known !== undefined) return { data: known }
    if (isLongOver(trip, deps.clock.now())) throw notFound()
    const [happened, received] = [Date.parse(call.happened_at), deps.clock.now().getTime()]
    const { at } = deedTime({ ...deviceClockOf(call), happened, received, notBefore: 0 })
    await raise(tx, {
      kind: 'emergency',
      severity: severityOf.emergency,
      trip_id: tripId,
      driver_id: driverId,
      facts: {
        people: await peopleOf(tx, call.on_board),
        ...(call.position === null ? {} : { position: call.position }),
      },
      uuid: call.id,
      at: new Date(at),
    })
    return { data: (await standing(tx, tripId, call.id))! } // raised above
  })
}

const standing = (tx: Transaction<DB>, tripId: number, uuid: string) =>
  tx
    .selectFrom('exceptions as e')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .where('e.trip_id', '=', tripId)
    .where('e.kind', '=', 'emergency')
    .where(sql<boolean>`${uuid}::uuid = any(e.uuids)`)
    .select([sql<string>`${uuid}::text`.as('id'), 'e.state', 'e.acknowledged_at as seen_at'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('seen_by'))
    .executeTakeFirst()

const peopleOf = async (tx: Transaction<DB>, bookings: readonly number[]): Promise<number> => {
  const { people } = await tx
    .selectFrom('service_requests')
    .where('id', '=', sql<number>`any(${[...bookings]}::int[])`)
    .select(sql<number>`coalesce(sum(coalesce(boarded_count, passenger_count)), 0)::int`.as('people'))
    .executeTakeFirstOrThrow()
  return people
}
