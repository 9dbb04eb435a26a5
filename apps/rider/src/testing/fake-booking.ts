import {
  api,
  type CardProvider,
  type RideBooking,
  type RideCard,
  type RideNotice,
  type RideOffering,
  type RideRegion,
  type RideStops,
  type RideWalks,
} from '@ambit/contract'
import { type Handler, handler, listed, Refused } from './fake-handler.ts'
import { clinic, later, sampleStops } from './samples.ts'

/** What of the fake's world booking needs besides searches and rides. */
type BookingWorld = {
  regions: RideRegion[]
  notices: RideNotice[]
  cards: RideCard[]
  cardProvider: CardProvider
  stops: RideStops
  walks: RideWalks
}

export const inRegion = ({ regions }: BookingWorld, region: number, { contact }: RideBooking): boolean =>
  regions.some(({ id, name }) => id === region && name === contact.name)

/** The stops that are near, whichever place is asked about. */
const served: RideStops = { is_served: true, stops: sampleStops, middle: clinic.point }

/** A ride from door to door. */
const noWalks: RideWalks = { pickup: null, dropoff: null }

export const nearby = { stops: served, walks: noWalks, cardProvider: { kind: null, element: null } as CardProvider }

const added = (id: string): RideCard => ({ id, brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 })

/** The one code that holds: it halves the price. */
export const SPRING = 'SPRING'

export const around = (world: BookingWorld, offeringsNow: () => readonly RideOffering[]): Handler[] => [
  handler(api.ride.cards, () => listed(world.cards)),
  handler(api.ride.removeCard, ({ params }) => {
    world.cards = world.cards.filter(({ id }) => id !== params.payment_method_id)
  }),
  handler(api.ride.cardProvider, () => ({ data: world.cardProvider })),
  handler(api.ride.setUpCard, () => ({ data: { client_secret: 'seti_1_secret' } })),
  handler(api.ride.testCard, () => ({ data: { payment_method_id: 'pm_test_1' } })),
  handler(api.ride.addCard, ({ body }) => {
    const card = added(body.payment_method_id)
    world.cards = [card, ...world.cards]
    return { data: card }
  }),
  handler(api.ride.regions, () => listed(world.regions)),
  handler(api.ride.stops, ({ query }) => ({
    data: {
      ...world.stops,
      is_served: query.at === undefined ? null : world.stops.is_served,
      stops: world.stops.stops.filter(({ name }) => name.toLowerCase().includes((query.search ?? '').toLowerCase())),
    },
  })),
  handler(api.ride.offeringWalks, () => ({ data: world.walks })),
  handler(api.ride.walks, () => ({ data: world.walks })),
  handler(api.ride.notices, () => listed(world.notices)),
  handler(api.ride.wait, () => {
    const [earliest_at, latest_at, give_up_at] = [later(-60), later(60), later(30)]
    return { data: { id: 41, earliest_at, latest_at, give_up_at } }
  }),
  handler(api.ride.tryCode, ({ params, body }) => {
    const offering = offeringsNow().find(({ id }) => id === params.id)
    if (offering === undefined || body.code.toUpperCase() !== SPRING)
      throw new Refused({ status: 422, code: 'invalid', detail: 'This code is not valid now', pointer: '/code' })
    return { data: { discount_code: SPRING, total_price: offering.total_price / 2 } }
  }),
]
