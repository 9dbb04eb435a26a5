import { api } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, sam, traveler, type World } from './changes.ts'
import { mergeChanges } from './merges.ts'
import { organisationChanges } from './organisations.ts'

const helper = async (w: World): Promise<number> => {
  const body = { traveler_id: await traveler(w), helper_id: await traveler(w), rights: ['book' as const] }
  return (await sam(w).call(api.travelerHelpers.create, { body })).data.id
}
const lostItem = async (w: World): Promise<number> => {
  const { town, server } = w
  const { db, clock } = server.deps
  const who = await town.passenger(fresh('Rider '))
  const { id } = await town.book({ who, from: 'Harbour', to: 'Hospital', at: '16:00' })
  const now = clock.now()
  const said = { service_request_id: id, what: 'Umbrella', left_where: null, reach: null, note: null }
  const values = { ...said, created_at: now, updated_at: now }
  return (await db.insertInto('lost_items').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Of helpers, merged passengers, organisations and lost property. */
export const helperChanges: readonly Change[] = [
  change(
    api.travelerHelpers.create,
    created(async (w) => ({
      traveler_id: await traveler(w),
      helper_id: await traveler(w),
      rights: ['follow' as const],
    })),
  ),
  change(api.travelerHelpers.destroy, byId(helper)),
  ...mergeChanges,
  ...organisationChanges,
  change(
    api.lostItems.update,
    edited(lostItem, () => ({ state: 'found' as const })),
  ),
]
