import { randomStream } from '@ambit/random'
import { api } from '../../packages/contract/src/index.ts'
import { createAddresses } from '../../apps/simulator/src/town/addresses.ts'
import { readAll, readTown, type Town } from '../../apps/simulator/src/town/town.ts'
import { driving } from './driving.ts'
import type { Desks, Entry, Work } from './ledger.ts'
import { phones } from './phones.ts'
import { rides } from './rides.ts'

const HOUR_MS = 3_600_000
/** Schedules of the run lie further ahead than any of the demo's. */
const FAR_MS = 200 * 24 * HOUR_MS
const ROWS = 3

const tally = (marks: Iterable<string | null>): Map<string, number> => {
  const times = new Map<string, number>()
  for (const mark of marks) if (mark !== null) times.set(mark, (times.get(mark) ?? 0) + 1)
  return times
}

/** All kinds of work that a run asks for, by its seed. Apps ask the server at `origin`. */
export const createWorks = async ({ desk, office }: Desks, origin: string, seed: number): Promise<Work[]> => {
  const town = await readTown({ desk, planner: office })
  const { data: settings } = await desk.call(api.settings.show)
  const begun = Date.parse(settings.clock.now)
  const marks = bookingMarks()
  return [
    bookings(town, seed, marks),
    schedules(town, seed, begun),
    closures(town, seed),
    imports(seed),
    invitations(seed),
    driving(seed, begun),
    await rides(origin, town, seed, marks),
    phones(origin, seed, begun),
  ]
}

const bookings = (town: Town, seed: number, marks: BookingMarks): Work => {
  return {
    name: 'booking',
    next: async ({ desk }, name) => {
      const random = randomStream(seed, 'booking', name)
      const zone = random.pick(town.zones)
      const traveler = random.pick(town.travelers)
      const addresses = createAddresses(desk)
      const [origin, destination] = [await addresses.somewhere(zone, random), await addresses.somewhere(zone, random)]
      const { data: settings } = await desk.call(api.settings.show)
      const { data: search } = await desk.call(api.searches.create, {
        body: {
          traveler_id: traveler.id,
          passengers: [{ fare_type: 'adult' }],
          origin,
          destination,
          traveling_at: new Date(Date.parse(settings.clock.now) + random.between(1, 60) * HOUR_MS).toISOString(),
          departing: true,
          mobility_support: 0,
        },
      })
      const [offering] = search.service_offerings
      if (offering === undefined) return null
      const mark = `kills ${seed} ${name}`
      const body = {
        service_offering_id: offering.id,
        traveler_id: traveler.id,
        payment_method: 'cash',
        comment: mark,
      } as const
      return {
        mark,
        send: async ({ desk: now }) => {
          const { data } = await now.call(api.serviceRequests.create, { body, idempotencyKey: mark })
          marks.made(data.id)
        },
      }
    },
    count: marks.count,
  }
}

/** How often the mark of each booking of the run stands: staff note it as a comment, passengers for the driver. */
const bookingMarks = () => {
  let first: number | null = null
  return {
    made: (id: number): void => {
      first = Math.min(first ?? id, id)
    },
    count: async ({ desk }: Desks): Promise<ReadonlyMap<string, number>> => {
      const marks: (string | null)[] = []
      for (let page = 1; ; page++) {
        const query = { page, per_page: 500, sort: '-id' } as const
        const { data } = await desk.call(api.serviceRequests.list, { query })
        // A booking in error has lost its ride.
        marks.push(...data.filter(({ status }) => status !== 'error').map((one) => one.comment ?? one.pickup_note))
        // Some were made before the first that was answered, while their own answers were lost.
        if (data.length === 0 || data.some(({ id }) => id < (first ?? 0) - 50)) return tally(marks)
      }
    },
  }
}
export type BookingMarks = ReturnType<typeof bookingMarks>

const schedules = (town: Town, seed: number, begun: number): Work => ({
  name: 'schedule',
  next: async (_, name) => {
    const random = randomStream(seed, 'schedule', name)
    const start = begun + FAR_MS + random.between(0, 20) * 24 * HOUR_MS
    const body = {
      zone_id: random.pick(town.zones).zone.id,
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + HOUR_MS).toISOString(),
      metadata: { shiftLabel: `kills ${seed} ${name}` },
    }
    const mark = body.metadata.shiftLabel
    return { mark, send: ({ office }) => office.call(api.servicePlans.create, { body, idempotencyKey: mark }) }
  },
  count: async ({ office }) => {
    const from = new Date(begun + FAR_MS - HOUR_MS).toISOString()
    const plans = await readAll((page) => office.call(api.servicePlans.list, { query: { ...page, from, sort: 'id' } }))
    return tally(plans.map(({ metadata }) => metadata.shiftLabel))
  },
})

/** Roads at the edge of a zone, so that planning finds ways around however many are closed. */
const closures = (town: Town, seed: number): Work => ({
  name: 'disruption',
  next: async ({ office }, name) => {
    const random = randomStream(seed, 'disruption', name)
    const { zone, rings } = random.pick(town.zones)
    const [longitude, latitude] = random.pick(rings[0] ?? [])
    const mark = `kills ${seed} ${name}`
    const disruption = {
      kind: 'road_closed' as const,
      region_id: zone.region_id,
      longitude,
      latitude,
      message: mark,
    }
    const { data } = await office.call(api.disruptions.preview, { body: disruption })
    const body = { disruption, token: data.token }
    return { mark, send: ({ office: now }) => now.call(api.disruptions.accept, { body, idempotencyKey: mark }) }
  },
  count: async ({ office }) => {
    const { data } = await office.call(api.roadClosures.list)
    return tally(data.map(({ message }) => message))
  },
})

/** A file of three vehicles: it stands once when each of them does. */
const imports = (seed: number): Work => ({
  name: 'import',
  next: async (_, name) => {
    const mark = `K${seed}-${name}`
    const body = Array.from({ length: ROWS }, (_row, at) => ({
      license_plate: `${mark}-${at}`,
      vehicle_number: `${mark}-${at}`,
      capacity: 8,
      mobility_capacity: 1,
    }))
    const send = async ({ office }: Desks): Promise<void> => {
      const { data } = await office.call(api.vehicles.bulkImport, { body, idempotencyKey: mark })
      if (data.imported !== ROWS) throw new Error(`the import ${mark} answered ${data.imported} of ${ROWS} vehicles`)
    }
    return { mark, send }
  },
  count: async ({ office }) => {
    const search = `K${seed}-`
    const all = await readAll((page) => office.call(api.vehicles.list, { query: { ...page, search, sort: 'id' } }))
    const rows = tally(all.map(({ vehicle_number }) => vehicle_number.replace(/-\d$/, '')))
    // Two of three rows are neither once nor not at all.
    return new Map([...rows].map(([mark, count]) => [mark, count === ROWS ? 1 : 1 + count]))
  },
})

/** A new user and the mail to them are one change: one without the other is neither once nor not at all. */
const invitations = (seed: number): Work => ({
  name: 'mail',
  next: async (_, name) => {
    const mark = `k${seed}-${name}@example.org`
    const body = { first_name: 'Kim', last_name: name, username: mark, email: mark }
    return { mark, send: ({ office }) => office.call(api.users.create, { body, idempotencyKey: mark }) }
  },
  count: async ({ office }) => {
    const people = await readAll((page) => office.call(api.users.list, { query: { ...page, sort: 'id' } }))
    const mails = await readAll((page) => office.call(api.outbox.list, { query: { ...page, sort: 'id' } }))
    const [users, letters] = [tally(people.map(({ email }) => email)), tally(mails.map(({ to }) => to))]
    const marks = new Set([...users.keys(), ...letters.keys()])
    return new Map(
      [...marks].map((mark) => {
        const [user, letter] = [users.get(mark) ?? 0, letters.get(mark) ?? 0]
        return [mark, user === letter ? user : 2]
      }),
    )
  },
})

export const byWork = (entries: readonly Entry[]): string =>
  [...Map.groupBy(entries, ({ work }) => work)].map(([work, own]) => `${own.length} ${work}`).join(', ')
