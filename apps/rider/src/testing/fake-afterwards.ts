import { api, type RideLostItem, type RideMiss } from '@ambit/contract'
import { type Handler, handler, listed } from './fake-handler.ts'
import { later } from './samples.ts'

/** What of the fake's world comes after rides. */
type World = { now: number; misses: RideMiss[]; lostItems: RideLostItem[] }

export const afterwards = (world: World): Handler[] => [
  handler(api.ride.misses, () => listed(world.misses)),
  handler(api.ride.contestMiss, ({ params }) => {
    world.misses = world.misses.map((miss) =>
      miss.id === params.id ? { ...miss, contested_at: later(0, world.now) } : miss,
    )
    return { data: world.misses.find(({ id }) => id === params.id) }
  }),
  handler(api.ride.lostItems, () => listed(world.lostItems)),
  handler(api.ride.reportLost, ({ body }) => {
    const item: RideLostItem = { id: 70, what: body.what, state: 'reported', created_at: later(0, world.now) }
    world.lostItems = [...world.lostItems, item]
    return { data: item }
  }),
]
