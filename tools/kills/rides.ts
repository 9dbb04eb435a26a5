import { setTimeout as nap } from 'node:timers/promises'
import { randomStream } from '@ambit/random'
import { api } from '../../packages/contract/src/index.ts'
import { openAppUsers } from '../../apps/simulator/src/access/app-users.ts'
import { createGate, type Line, type Session } from '../../apps/simulator/src/access/line.ts'
import { openDesks } from '../../apps/simulator/src/access/people.ts'
import { createAddresses } from '../../apps/simulator/src/town/addresses.ts'
import type { Town } from '../../apps/simulator/src/town/town.ts'
import type { Work } from './ledger.ts'
import type { BookingMarks } from './works.ts'

const MINUTE_MS = 60_000
/** They sign in before the first kill, and keep their sessions through all of them. */
const PASSENGERS = 16

/** Passengers who book in their app. The note for the driver is what a booking is found by. */
export const rides = async (origin: string, town: Town, seed: number, marks: BookingMarks): Promise<Work> => {
  const line: Line = {
    origin,
    whenLost: 'fail',
    nap: (milliseconds) => nap(milliseconds),
    enter: createGate(16),
    log: () => {},
  }
  const users = openAppUsers(line, seed, openDesks(line).postroom)
  const sessions: Session[] = town.travelers.flatMap((traveler) => users.sessionOf(traveler) ?? []).slice(0, PASSENGERS)
  for (const session of sessions) await session.call(api.ride.me)
  return {
    name: 'ride',
    next: async ({ desk }, name) => {
      const random = randomStream(seed, 'ride', name)
      const zone = random.pick(town.zones)
      const session = random.pick(sessions)
      const addresses = createAddresses(desk)
      const [origin, destination] = [await addresses.somewhere(zone, random), await addresses.somewhere(zone, random)]
      const { data: settings } = await desk.call(api.settings.show)
      const ahead = random.chance(0.5) ? random.between(5, 50) : random.between(60, 2400)
      const { data: search } = await session.call(api.ride.search, {
        body: {
          passengers: [{ fare_type: 'adult' }],
          origin,
          destination,
          traveling_at: new Date(Date.parse(settings.clock.now) + ahead * MINUTE_MS).toISOString(),
          departing: true,
        },
      })
      const [offering] = search.service_offerings
      if (offering === undefined) return null
      const mark = `kills ${seed} ride ${name}`
      const send = async () => {
        const { data } = await session.call(api.ride.book, {
          body: { service_offering_id: offering.id, payment_method: 'cash', pickup_note: mark, another: true },
          idempotencyKey: mark,
        })
        marks.made(data.id)
      }
      return { mark, send }
    },
    count: marks.count,
  }
}
