import { type Kysely, sql } from 'kysely'
import { among } from '../database/among.ts'
import type { DB } from '../database/schema.ts'
import { conflict } from '../http/errors.ts'

/** The bookings `r` that offerings `o` have become, also those that have been changed to others since. */
export const madeOf = (db: Kysely<DB>, offeringIds: readonly number[]) =>
  db
    .selectFrom('service_offerings as o')
    .innerJoin('service_requests as r', (join) =>
      join.on(
        sql<boolean>`r.id = coalesce(o.left_by, (select b.id from service_requests b where b.service_offering_id = o.id))`,
      ),
    )
    .where('o.id', '=', among(offeringIds))

/** The booking that an offering has become. Throws 409 where that has been changed to another one since. */
export const bookingOfOffering = async (db: Kysely<DB>, offeringId: number) => {
  const made = await madeOf(db, [offeringId]).select(['r.id', 'r.status', 'o.left_by']).executeTakeFirst()
  if (made !== undefined && made.left_by !== null)
    throw conflict(`Booking ${made.id} was made of this offering, and has been changed to another since`)
  return made
}
