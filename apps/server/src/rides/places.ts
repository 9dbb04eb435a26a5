import { type Kysely, sql, type Transaction } from 'kysely'
import { MAX_PLACES, type RidePlace, type RidePlaceInput } from '@ambit/contract'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { invalid, notFound, notPossible } from '../http/errors.ts'

type Input = z.output<typeof RidePlaceInput>

const select = (db: Kysely<DB>, travelerId: number) =>
  db
    .selectFrom('ride_places')
    .where('traveler_id', '=', travelerId)
    .select(['id', 'name', 'kind', 'address', 'note', 'longitude', 'latitude'])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const placeOf = ({ address, longitude, latitude, ...place }: Row): RidePlace => ({
  ...place,
  address: { name: address, point: [longitude, latitude] },
})

export const placesOf = async (db: Kysely<DB>, travelerId: number): Promise<RidePlace[]> =>
  (await select(db, travelerId).orderBy('id').execute()).map(placeOf)

const placeAt = async (db: Kysely<DB>, travelerId: number, id: number): Promise<RidePlace> => {
  const found = await select(db, travelerId).where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw notFound()
  return placeOf(found)
}

/** Throws 422 beside the name where the passenger has a place of that name. */
const refuseSameName = async (
  tx: Transaction<DB>,
  travelerId: number,
  name: string,
  except: number | null,
): Promise<void> => {
  const same = await select(tx, travelerId)
    .where(sql<boolean>`lower(name) = lower(${name}) and id is distinct from ${except}`)
    .executeTakeFirst()
  if (same !== undefined) throw invalid([{ pointer: '/name', detail: 'You have a place of this name already' }])
}

/** Two that are added at once wait for each other, so that each is counted. */
const lock = (tx: Transaction<DB>, travelerId: number) =>
  tx.selectFrom('travelers').select('id').where('id', '=', travelerId).forNoKeyUpdate().execute()

const columnsOf = ({ address, ...columns }: Partial<Input>) => ({
  ...columns,
  ...(address === undefined ? {} : { address: address.name, longitude: address.point[0], latitude: address.point[1] }),
})

type Adding = { traveler_id: number; input: Input; keep: Keep }

export const addPlace = ({ db, clock }: Deps, { traveler_id, input, keep }: Adding): Promise<{ data: RidePlace }> =>
  db.transaction().execute(async (tx) => {
    await lock(tx, traveler_id)
    await refuseSameName(tx, traveler_id, input.name, null)
    const places = await placesOf(tx, traveler_id)
    if (places.length >= MAX_PLACES) throw notPossible(`You can keep ${MAX_PLACES} places. Please remove one first`)
    const { address, ...columns } = input
    const [longitude, latitude] = address.point
    const { id } = await tx
      .insertInto('ride_places')
      .values({ ...columns, address: address.name, longitude, latitude, traveler_id, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return keep(tx, { data: await placeAt(tx, traveler_id, id) })
  })

export const changePlace = (
  { db }: Deps,
  travelerId: number,
  { id, change }: { id: number; change: Partial<Input> },
): Promise<RidePlace> =>
  db.transaction().execute(async (tx) => {
    await lock(tx, travelerId)
    const before = await placeAt(tx, travelerId, id)
    if (change.name !== undefined) await refuseSameName(tx, travelerId, change.name, id)
    await tx
      .updateTable('ride_places')
      // With one column at least: an empty change is none.
      .set({ name: before.name, ...columnsOf(change) })
      .where('id', '=', id)
      .execute()
    return placeAt(tx, travelerId, id)
  })

export const removePlace = async ({ db }: Deps, travelerId: number, id: number): Promise<void> => {
  const removed = await db
    .deleteFrom('ride_places')
    .where('traveler_id', '=', travelerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw notFound()
}
