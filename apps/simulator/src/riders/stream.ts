import { dateIn, minutesIn } from '@ambit/domain'
import { randomStream } from '@ambit/random'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import type { Addresses } from '../town/addresses.ts'
import type { Town, TownZone } from '../town/town.ts'
import { drawLeadMinutes, requestsPerHour } from './demand.ts'
import { type Diary, drawJourney } from './journey.ts'
import { liveRider, type RiderWorld } from './rider.ts'

export type Demand = {
  world: RiderWorld
  town: Town
  addresses: Addresses
  /** how much of the demand belongs to a zone */
  weight: (zone: TownZone) => number
  diary: Diary
}

/** The share of journeys that were booked before the hour in which they begin, or most of it. */
const BOOKED_AHEAD = 0.7
const AHEAD_H = 4

/** So long before the morning opens each zone has a passenger who is due: two of their vehicles will be late then. */
const DUE_BEFORE = 6 * MINUTE

/**
 * Makes up for the calls of the hours before: those who travel in the next hours and have booked long ago. They are
 * the same on every date.
 */
export const callsSoFar = async (actor: Actor, demand: Demand, perDay: number, opens: number): Promise<void> => {
  const { world, town } = demand
  const started = actor.now()
  const begins = minutesIn(town.time_zone, new Date(started))
  const random = randomStream(world.seed, 'calls so far', begins)
  const decisions: Promise<void>[] = []
  const call = (rider: string, travelAt: number, zones: Demand) =>
    decisions.push(
      new Promise((decided) =>
        actor.spawn(rider, (self) => travelLater(self, zones, rider, travelAt, decided).finally(decided)),
      ),
    )
  for (const { zone } of town.zones) {
    const weight = (one: TownZone): number => (one.zone.id === zone.id ? 1 : 0)
    call(`${begins}-due-${zone.id}`, opens - DUE_BEFORE, { ...demand, weight })
  }
  for (let at = 0; at < AHEAD_H * HOUR; at += MINUTE) {
    const perMinute = requestsPerHour(minutesIn(town.time_zone, new Date(started + at)), perDay) / 60
    const count = Math.floor(perMinute * BOOKED_AHEAD + random.next())
    for (let number = 0; number < count; number++) {
      call(`${begins}-${at / MINUTE}-${number}-ahead`, started + at + random.next() * MINUTE, demand)
    }
  }
  await Promise.all(decisions)
}

/**
 * An endless stream of riders, at the rate of the hour, some for now and some for later. Riders who book ahead call by
 * day for times with the same hourly shares, so that each hour's calls stand for its own journeys.
 */
export const liveDemand = async (actor: Actor, demand: Demand, perDay: number): Promise<void> => {
  const { world, town } = demand
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
    actor.spawn(rider, (self) => callIn(self, demand, rider))
  }
}

const callIn = (actor: Actor, demand: Demand, rider: string): Promise<void> => {
  const lead = drawLeadMinutes(randomStream(demand.world.seed, 'rider', rider, 'lead'))
  return travelLater(actor, demand, rider, actor.now() + Math.min(8 * 60, lead) * MINUTE)
}

const travelLater = async (
  actor: Actor,
  demand: Demand,
  rider: string,
  travelAt: number,
  decided?: () => void,
): Promise<void> => {
  const { world, town } = demand
  const journey = await drawJourney(demand, randomStream(world.seed, 'rider', rider), {
    travelAt,
    minutes: minutesIn(town.time_zone, new Date(travelAt)),
    lead: travelAt - actor.now(),
  })
  if (journey !== null) await liveRider(actor, world, { rider, journey, travelAt, decided })
}
