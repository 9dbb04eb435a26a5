import { dateIn, minutesIn } from '@ambit/domain'
import { randomStream } from '@ambit/random'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import type { Addresses } from '../town/addresses.ts'
import type { Town, TownZone } from '../town/town.ts'
import { drawLeadMinutes, requestsPerHour } from './demand.ts'
import { createDiary, drawJourney } from './journey.ts'
import { liveRider, type RiderWorld } from './rider.ts'

export type Demand = {
  world: RiderWorld
  town: Town
  addresses: Addresses
  /** how much of the demand belongs to a zone */
  weight: (zone: TownZone) => number
}

/**
 * An endless stream of riders, at the rate of the hour, some for now and some for later. Riders who book ahead call by
 * day for times with the same hourly shares, so that each hour's calls stand for its own journeys.
 */
export const liveDemand = async (actor: Actor, demand: Demand, perDay: number): Promise<void> => {
  const { world, town } = demand
  const diary = createDiary()
  const started = actor.now()
  const random = randomStream(world.seed, 'calls', Math.round(started))
  for (let count = 0; ; count++) {
    const minutes = minutesIn(town.time_zone, new Date(actor.now()))
    const rate = requestsPerHour(minutes, perDay)
    // At night the next call may be far off; the rate is looked up again before then.
    const gap = (random.exponential() / rate) * HOUR
    if (gap > HOUR / 2) {
      await actor.until(actor.now() + HOUR / 2)
      continue
    }
    await actor.until(actor.now() + gap)
    const rider = `${dateIn(town.time_zone, new Date(actor.now()))}-${Math.round(started / 1000)}-${count}`
    actor.spawn(rider, (self) => callIn(self, demand, diary, rider))
  }
}

const callIn = async (
  actor: Actor,
  demand: Demand,
  diary: ReturnType<typeof createDiary>,
  rider: string,
): Promise<void> => {
  const { world, town } = demand
  const random = randomStream(world.seed, 'rider', rider)
  const travelAt = actor.now() + Math.min(8 * 60, drawLeadMinutes(random)) * MINUTE
  const journey = await drawJourney({ ...demand, diary }, random, {
    travelAt,
    minutes: minutesIn(town.time_zone, new Date(travelAt)),
    lead: travelAt - actor.now(),
  })
  if (journey !== null) await liveRider(actor, world, { rider, journey, travelAt })
}
