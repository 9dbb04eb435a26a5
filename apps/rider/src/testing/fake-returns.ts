import {
  api,
  type RideBooking,
  type RideOffering,
  type RideReturn,
  type RideReturnCall,
  type RideSearch,
} from '@ambit/contract'
import { type Asked, type Handler, handler, listed, Refused } from './fake-handler.ts'
import { clinic, home, later, mia, NOON, sampleOffering, sampleRide, ZONE } from './samples.ts'

export const sampleReturn = (id: number, change: Partial<RideReturn> = {}): RideReturn => ({
  id,
  traveler_id: mia.id,
  traveler_name: null,
  origin: clinic,
  destination: home,
  time_zone: ZONE,
  payment_method: 'cash',
  not_before: later(40),
  call_until: later(240),
  state: 'waiting',
  called_at: null,
  waits_until: null,
  service_request_id: null,
  refused: null,
  ...change,
})

/** What is offered for the way back, two hours later. */
export const sampleBack = (id: number, minutes = 120): RideOffering => {
  const offering = sampleOffering(id, NOON + minutes * 60_000)
  const { pickup, dropoff } = offering
  return { ...offering, pickup: { ...dropoff, ...windowOf(pickup) }, dropoff: { ...pickup, ...windowOf(dropoff) } }
}
const windowOf = ({ lower_bound, upper_bound }: RideOffering['pickup']) => ({ lower_bound, upper_bound })

export const returning = {
  returns: [] as RideReturn[],
  /** what is found for the way back */
  backs: [sampleBack(71)] as RideOffering[],
  back: {} as Partial<RideSearch>,
  /** what a call for a way back finds; null: the ride of the sample */
  called: null as RideReturnCall | null,
}
type World = typeof returning & { rides: RideBooking[] }

/** What a search with a way back answers besides. */
export const backFound = (
  { backs, back }: World,
  { return: wish }: Asked<typeof api.ride.search>['body'],
  there: RideSearch,
): Partial<RideSearch> => {
  if (wish === undefined) return {}
  if (wish.choice === 'open') return { call_until: later(240) }
  const status = backs.length === 0 ? ('no_offerings' as const) : ('offerings_available' as const)
  return { back: { ...there, id: there.id + 1, status, service_offerings: backs, ...back } }
}

/** Books the way back with the ride there, and links both. */
export const bookedWith = (
  world: World,
  ride: RideBooking,
  { return: back }: Asked<typeof api.ride.book>['body'],
): RideBooking => {
  if (back === undefined) return ride
  if (back.choice === 'open') {
    const kept = sampleReturn(91)
    world.returns = [...world.returns, kept]
    return { ...ride, journey: { leg: 'there', number: 1, others: [], open_return_id: kept.id } }
  }
  const offering = world.backs.find(({ id }) => id === back.service_offering_id)
  if (offering === undefined) throw new Refused({ status: 409, code: 'conflict', detail: 'It has expired' })
  const { pickup, dropoff } = offering
  const id = ride.id + 1
  const linked = (leg: 'there' | 'back', other: number, opens: string) => ({
    leg,
    number: leg === 'there' ? 1 : 2,
    others: [
      { id: other, number: leg === 'there' ? 2 : 1, pickup_opens: opens, can_cancel: true, cancel_is_late: false },
    ],
    open_return_id: null,
  })
  const wayBack = { ...sampleRide(id), origin: ride.destination, destination: ride.origin, pickup, dropoff }
  world.rides = [...world.rides, { ...wayBack, journey: linked('back', ride.id, ride.pickup.lower_bound) }]
  return { ...ride, journey: linked('there', id, pickup.lower_bound) }
}

export const callingBack = (world: World): Handler[] => [
  handler(api.ride.returns, () => listed(world.returns)),
  handler(api.ride.callReturn, ({ params }) => {
    const found = world.returns.find(({ id }) => id === params.id)
    if (found === undefined) throw new Refused({ status: 404, code: 'not_found', detail: 'There is none' })
    if (world.called !== null) {
      const { waits_until } = world.called
      world.returns = world.returns.map((one) =>
        one.id === found.id ? { ...one, called_at: later(0), waits_until } : one,
      )
      return { data: world.called }
    }
    const ride = { ...sampleRide(44), origin: clinic, destination: home }
    world.rides = [...world.rides, ride]
    world.returns = world.returns.map((one) =>
      one.id === found.id ? { ...one, state: 'activated' as const, service_request_id: ride.id } : one,
    )
    return { data: { ride, waits_until: null, later: null } }
  }),
  handler(api.ride.dropReturn, ({ params }) => {
    world.returns = world.returns.map((one) => (one.id === params.id ? { ...one, state: 'not_needed' as const } : one))
  }),
]
