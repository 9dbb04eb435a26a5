import type { Client } from '@ambit/contract'
import { type Random, randomStream } from '@ambit/random'
import { api } from '../../fixtures.ts'
import { addPassenger, type Duty, type Spot } from '../../duty.ts'
import { MINUTE, nowBy, type Pace, until } from './pace.ts'

export const ends = ['completed', 'cancelled', 'no_show'] as const

/** A call of the day. `at`, `travels`: minutes from its beginning; `name`: on the driver's screen. */
export type Call = {
  at: number
  travels: number
  first: string
  name: string
  from: Spot
  to: Spot
  people: number
  wheelchairs: number
  ends: (typeof ends)[number]
}

const firsts =
  'Ada Ben Cleo Dov Eva Finn Gita Hugo Ines Jan Kira Leo Mina Nils Olga Paul Rosa Sami Tess Uma Vito Wanda Xenia Yuri Zoe Alma Boris Carla Dina Emil Flora Gus Hana Ivo June Karl'.split(
    ' ',
  )
/** One of them for so many minutes of the day. */
const EVERY = 10
/** An hour before the end nobody sets out any more. */
const LAST = 60
/** A passenger who cancels does so so many minutes after the call, well before the ride. */
const CANCELLED_AFTER = 25

/** By their place among the calls: who comes otherwise than alone, on foot and as agreed. */
const others: { [place: number]: Partial<Call> } = {
  3: { wheelchairs: 1 },
  6: { people: 3 },
  9: { ends: 'no_show' },
  12: { ends: 'cancelled', travels: 90 },
  17: { wheelchairs: 1 },
  20: { people: 3 },
  22: { ends: 'no_show' },
  25: { ends: 'cancelled', travels: 90 },
}

/** Some want to travel in a few minutes, some in an hour, some in hours. */
const aheadIn = (random: Random): number => {
  const [kind] = random.shuffled(['soon', 'soon', 'later', 'much_later'] as const)
  return kind === 'soon' ? random.whole(6, 20) : kind === 'later' ? random.whole(30, 60) : random.whole(90, 180)
}

/** The calls of a day of so many minutes, the earliest first; the same for the same seed. */
export const callsOf = (seed: number, minutes: number, spots: readonly Spot[]): Call[] => {
  const random = randomStream(seed, 'service day')
  const callers = firsts.slice(0, Math.round(minutes / EVERY))
  return callers.map((first, place) => {
    const [from, to] = random.shuffled(spots)
    if (from === undefined || to === undefined) throw new Error('The zone has no stops')
    const at = ((minutes - LAST - 15) * place) / callers.length + random.between(0, 5)
    const ahead = others[place]?.travels ?? aheadIn(random)
    const as = { people: 1, wheelchairs: 0, ends: 'completed' as const, ...others[place] }
    return { at, first, name: `${first} Q.`, from, to, ...as, travels: Math.min(at + ahead, minutes - LAST) }
  })
}

/** Where there is no place at the wished time the passenger takes a later one, so many times, minutes each. */
const TRIES = 6
const LATER = 10

const book = async (office: Client, zone: Duty['zone'], call: Call, travels: number): Promise<number> => {
  const { id: traveler_id } = await addPassenger(office, zone, call.first)
  const placeOf = ({ title, point }: Spot) => ({ name: title, point })
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { data: search } = await office.call(api.searches.create, {
      body: {
        traveler_id,
        zone_id: zone.id,
        passengers: Array.from({ length: call.people }, () => ({ fare_type: 'adult' as const })),
        origin: placeOf(call.from),
        destination: placeOf(call.to),
        traveling_at: new Date(travels + tries * LATER * MINUTE).toISOString(),
        departing: true,
        mobility_support: call.wheelchairs,
      },
    })
    const [offering] = search.service_offerings
    if (offering === undefined) continue
    const body = { service_offering_id: offering.id, traveler_id, payment_method: 'cash' as const }
    return (await office.call(api.serviceRequests.create, { body })).data.id
  }
  throw new Error(`There is no ride for ${call.name}`)
}

/** Passengers call when it is time, and cancel; answers with the number of each booking. `begins`: ms */
export const takeCalls = async (
  office: Client,
  zone: Duty['zone'],
  calls: readonly Call[],
  pace: Pace,
  begins: number,
): Promise<Map<Call, number>> => {
  const booked = new Map<Call, number>()
  const happenings = calls.flatMap((call) => [
    { at: call.at, call, cancels: false },
    ...(call.ends === 'cancelled' ? [{ at: call.at + CANCELLED_AFTER, call, cancels: true }] : []),
  ])
  for (const { at, call, cancels } of happenings.toSorted((a, b) => a.at - b.at)) {
    await until(pace, begins + at * MINUTE)
    const id = booked.get(call)
    if (!cancels)
      booked.set(call, await book(office, zone, call, Math.max(begins + call.travels * MINUTE, nowBy(pace))))
    else if (id !== undefined) await office.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  }
  return booked
}
