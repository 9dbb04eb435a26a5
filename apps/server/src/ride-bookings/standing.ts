import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Rider } from '../ride-helpers/acting.ts'
import { type PassengerActor, requireStanding } from '../rides/me.ts'

/** 403 where the one who rides, or the one who asks for them, cannot book. */
export const requireStandings = async (db: Kysely<DB>, passenger: PassengerActor, { id }: Rider): Promise<void> => {
  await requireStanding(db, passenger)
  if (id !== passenger.id) await requireStanding(db, { ...passenger, id })
}
