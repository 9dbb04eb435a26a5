import { randomStream } from '@ambit/random'
import { ApiError, api, NetworkError, type ServiceRequest, type Traveler } from '../../packages/contract/src/index.ts'
import type { Session } from '../../apps/simulator/src/access/line.ts'
import { createAddresses } from '../../apps/simulator/src/town/addresses.ts'
import { readTown } from '../../apps/simulator/src/town/town.ts'

/** One attempt to book, as the client knows it: what it was promised, or that it does not know. */
export type BookingAttempt = {
  key: string
  /** written into the booking, so that doubles can be recognised */
  mark: string
  offering: number
  traveler: number
  outcome: 'unknown' | 'confirmed' | 'refused'
  booking: number | null
}

/** A desk where clerks book until it is closed. */
export type Counter = {
  session: Session
  sell: (clerk: string, over: () => boolean) => Promise<void>
  confirm: (attempt: BookingAttempt) => Promise<void>
}

const HOUR_MS = 3_600_000

export const createCounter = async (session: Session, attempts: BookingAttempt[], seed: number): Promise<Counter> => {
  const town = await readTown({ desk: session, planner: session })
  const addresses = createAddresses(session)
  const confirm = async (attempt: BookingAttempt): Promise<void> => {
    try {
      const { data } = await session.call(api.serviceRequests.create, {
        body: {
          service_offering_id: attempt.offering,
          traveler_id: attempt.traveler,
          payment_method: 'cash',
          comment: attempt.mark,
        },
        idempotencyKey: attempt.key,
      })
      attempt.outcome = 'confirmed'
      attempt.booking = data.id
    } catch (error) {
      if (error instanceof NetworkError) return
      if (!(error instanceof ApiError)) throw error
      // Whether the booking stands is open after a 5xx.
      if (error.status < 500) attempt.outcome = 'refused'
    }
  }
  const sellOne = async (clerk: string, number: number): Promise<void> => {
    const random = randomStream(seed, 'counter', clerk, number)
    const zone = random.pick(town.zones)
    const traveler: Traveler = random.pick(town.travelers)
    const [origin, destination] = [await addresses.somewhere(zone, random), await addresses.somewhere(zone, random)]
    const { data: settings } = await session.call(api.settings.show)
    const traveling_at = new Date(Date.parse(settings.clock.now) + random.between(1, 60) * HOUR_MS).toISOString()
    const { data: search } = await session.call(api.searches.create, {
      body: {
        traveler_id: traveler.id,
        passengers: [{ fare_type: 'adult' }],
        origin,
        destination,
        traveling_at,
        departing: true,
        mobility_support: 0,
      },
    })
    const [offering] = search.service_offerings
    if (offering === undefined) return
    const name = `${clerk}-${number}`
    const attempt: BookingAttempt = {
      key: `crash-${seed}-${name}`,
      mark: `crash test ${name}`,
      offering: offering.id,
      traveler: traveler.id,
      outcome: 'unknown',
      booking: null,
    }
    attempts.push(attempt)
    await confirm(attempt)
  }
  const sell = async (clerk: string, over: () => boolean): Promise<void> => {
    for (let number = 1; !over(); number++) {
      try {
        await sellOne(clerk, number)
      } catch (error) {
        if (error instanceof NetworkError) return
        if (!(error instanceof ApiError)) throw error
      }
    }
  }
  return { session, sell, confirm }
}

/**
 * What was cut off is asked again under the same key: either the first answer comes back, or it is booked now. Where
 * other servers may share the database, the first call is taken for dead only after a while: until then it stays open.
 */
export const settleAfterCrash = async (counter: Counter, attempts: readonly BookingAttempt[]): Promise<void> => {
  for (const attempt of attempts) if (attempt.outcome === 'unknown') await counter.confirm(attempt)
}

/** Every confirmed booking is stored once and is still valid. */
export const whatIsWrong = async ({ session }: Counter, attempts: readonly BookingAttempt[]): Promise<string[]> => {
  const first = Math.min(...attempts.map(({ booking }) => booking ?? Infinity))
  return judge(await readSince(session, first), attempts)
}

/** Bookings from that id on, newest first: the demo's history behind them is long. */
const readSince = async (session: Session, first: number): Promise<ServiceRequest[]> => {
  const found: ServiceRequest[] = []
  for (let page = 1; ; page++) {
    const { data } = await session.call(api.serviceRequests.list, { query: { page, per_page: 500, sort: '-id' } })
    found.push(...data.filter(({ id }) => id >= first))
    if (data.length === 0 || data.some(({ id }) => id < first)) return found
  }
}

type Stored = Pick<ServiceRequest, 'id' | 'comment' | 'status'>

export const judge = (stored: readonly Stored[], attempts: readonly BookingAttempt[]): string[] => {
  const byMark = Map.groupBy(
    stored.filter(({ comment }) => comment?.startsWith('crash test ') === true),
    ({ comment }) => comment,
  )
  const wrong: string[] = []
  for (const { mark, outcome, booking } of attempts) {
    const found = byMark.get(mark) ?? []
    if (found.length > 1) wrong.push(`${mark} was booked ${found.length} times`)
    if (outcome === 'refused' && found.length > 0) wrong.push(`${mark} was refused and is booked all the same`)
    if (outcome !== 'confirmed') continue
    const own = found.find(({ id }) => id === booking)
    if (own === undefined) wrong.push(`${mark}, booking ${booking}, is lost`)
    else if (own.status === 'cancelled' || own.status === 'error')
      wrong.push(`${mark}, booking ${booking}, is ${own.status}`)
  }
  return wrong
}
