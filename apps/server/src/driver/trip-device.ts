import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { type Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'

type Own = { tripId: number; driverId: number }

/** The device of this driver that the trip is open on. */
export const deviceOf = async (db: Kysely<DB>, { tripId, driverId }: Own): Promise<string | null> => {
  const held = await db
    .selectFrom('trip_devices')
    .where('trip_id', '=', tripId)
    .where('driver_id', '=', driverId)
    .select('device')
    .executeTakeFirst()
  return held?.device ?? null
}

/** Opens the trip on a device, unless another one of the driver holds it and it is not to be taken over. 404 as for the trip. */
export const openOnDevice = async (
  { db, clock }: Deps,
  { tripId, driverId }: Own,
  { device, take_over }: { device: string; take_over: boolean },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const trip = await tx
      .selectFrom('trips')
      .where('id', '=', tripId)
      .where('driver_id', '=', driverId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (trip === undefined) throw notFound()
    const held = await deviceOf(tx, { tripId, driverId })
    if (held !== null && !take_over) return held
    const taken = { driver_id: driverId, device, taken_at: clock.now() }
    await tx
      .insertInto('trip_devices')
      .values({ trip_id: tripId, ...taken })
      .onConflict((conflict) => conflict.column('trip_id').doUpdateSet(taken))
      .execute()
    return device
  })
