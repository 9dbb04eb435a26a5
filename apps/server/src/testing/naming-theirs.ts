import type { TestServer } from './server.ts'

/** A kind of mobility aid that the region keeps. */
export const aidOf = async ({ deps: { db } }: TestServer, region_id: number): Promise<number> => {
  const aids = db.selectFrom('mobility_aids').select('id').where('region_id', '=', region_id).orderBy('id')
  return (await aids.executeTakeFirstOrThrow()).id
}

/** What a user of another region would ask about the region's packs and aids, with the field that refuses it. */
export const namingTheirs = ({ region, trip }: { region: number; trip: number }) => {
  const stops = [{ trip_stop_id: 1, arrived_at: null, departed_at: null, bookings: [] }]
  const wish = { body: { region_id: region }, pointer: '/region_id' }
  const aid = { name: 'A', kind: 'walker', seats: 1, wheelchair_spaces: 0, load_s: 1, unload_s: 1 }
  return {
    'continuityPacks.create': wish,
    'continuityPacks.settle': wish,
    'continuityPacks.catchUp': { body: { trip_id: trip, written_by: 'Eve', stops }, pointer: undefined },
    'mobilityAids.create': { ...wish, body: { ...aid, region_id: region } },
  }
}
