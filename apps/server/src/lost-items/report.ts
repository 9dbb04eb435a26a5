import { LOST_DAYS, type RideLostItem, type RideLostItemInput } from '@ambit/contract'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep, Wire } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { ownBooking, seenBooking } from '../ride-bookings/bookings.ts'
import type { PassengerActor } from '../rides/me.ts'

const DAY_MS = 86_400_000
/** One ride does not lose more. */
const MOST = 10

const ofBooking = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('lost_items')
    .where('service_request_id', '=', id)
    .select(['id', 'what', 'state', 'created_at'])
    .orderBy('id')

/** What was reported on this ride; 404 for others'. */
export const lostOn = async (deps: Deps, id: number, passenger: PassengerActor): Promise<Wire<RideLostItem>[]> => {
  await seenBooking(deps.db, id, passenger, deps.clock.now())
  return ofBooking(deps.db, id).execute()
}

/** 404 for others' rides, 409 for one that did not take place, or is longer ago. */
export const reportLost = async (
  { db, clock }: Deps,
  { id, input }: { id: number; input: z.output<typeof RideLostItemInput> },
  passenger: PassengerActor,
  keep: Keep,
) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const { pickup } = await ownBooking(tx, id, passenger, now)
    await tx.selectFrom('service_requests').select('id').where('id', '=', id).forUpdate().execute()
    if (pickup.actual === null) throw conflict('This ride has not taken place. Please call us')
    if (now.getTime() - pickup.actual.getTime() > LOST_DAYS * DAY_MS)
      throw conflict(`Lost things can be reported for ${LOST_DAYS} days after a ride. Please call us`)
    if ((await ofBooking(tx, id).execute()).length >= MOST)
      throw conflict(`${MOST} things were reported for this ride. Please call us`)
    const { what, left_where, reach } = input
    const data = await tx
      .insertInto('lost_items')
      .values({
        service_request_id: id,
        what,
        left_where: left_where || null,
        reach: reach || null,
        note: null,
        created_at: now,
        updated_at: now,
      })
      .returning(['id', 'what', 'state', 'created_at'])
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'lost_items', data.id)
    return keep(tx, { data })
  })
