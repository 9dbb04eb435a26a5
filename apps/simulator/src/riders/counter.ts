import {
  ApiError,
  api,
  ServiceAvailabilitySearch,
  type PaymentMethodName,
  type Reliability,
  type ServiceOffering,
  type ServiceRequest,
} from '@ambit/contract'
import type { Session } from '../access/line.ts'
import type { Journey } from './journey.ts'
import type { RefusalReason } from './ledger.ts'

export type TravelRequest = {
  rider: string
  journey: Journey
  travelAt: number
  /** makes the rider choose without a pause for thought, and is called when the booking is made or given up */
  decided?: () => void
}

type OfferedStop = { lower_bound: string; upper_bound: string; walk_s: number }

/** What a rider chooses by. Seconds; `direct_s` is 0 where the rider cannot know it. */
export type Offer = {
  id: number
  pickup: OfferedStop
  dropoff: OfferedStop
  payment_methods: readonly PaymentMethodName[]
  ride_s: number
  direct_s: number
  /** how likely staff are told that its promise is kept; null: it is not said */
  badge: Reliability | null
}

/** `search`: its number. `nearest`: the time that is proposed instead. */
export type Found = { search: number; offers: readonly Offer[]; reasons: RefusalReason[]; nearest: number | null }

/** Either the booking, or what there is instead of an offering that is gone. */
export type Confirmed = { booking: ServiceRequest } | { instead: readonly Offer[] }

/** Where riders ask and book: with the office by phone, or in the passengers' app. Errors of the API go to the caller. */
export type Counter = {
  search: (request: TravelRequest) => Promise<Found>
  book: (request: TravelRequest, offer: Offer, key: string) => Promise<Confirmed>
  /** answers the trip that the ride was on, where it is known */
  cancel: (id: number, reason: string, key: string) => Promise<number | null>
  rate: (id: number, rating: number, comments: string | null) => Promise<void>
}

/** What both ways to ask take. */
export const askedFor = ({ journey, travelAt }: TravelRequest) => ({
  traveler_id: journey.traveler.id,
  passengers: journey.passengers,
  origin: journey.origin,
  destination: journey.destination,
  traveling_at: new Date(travelAt).toISOString(),
  departing: journey.departing,
  mobility_support: journey.wheelchairs,
})

export const paysBy = ({ payment_methods }: Pick<Offer, 'payment_methods'>): PaymentMethodName =>
  payment_methods.includes('cash') ? 'cash' : (payment_methods[0] ?? 'cash')

/** The office books for who calls. Asked whether the ride is another one than one that they have, callers say yes. */
export const byPhone = (desk: Session): Counter => ({
  search: async (request) => {
    const search = (besides: number[]) =>
      desk.call(api.searches.create, { body: { ...askedFor(request), besides } }).then(({ data }) => foundBy(data))
    return besideOthers(search)
  },
  book: async ({ journey }, offer, idempotencyKey) => {
    const body = {
      service_offering_id: offer.id,
      traveler_id: journey.traveler.id,
      payment_method: paysBy(offer),
    }
    try {
      const book = (besides: number[]) =>
        desk.call(api.serviceRequests.create, {
          body: { ...body, besides },
          idempotencyKey: [idempotencyKey, ...besides].join('-'),
        })
      return { booking: (await besideOthers(book)).data }
    } catch (error) {
      return { instead: freshOffers(error) }
    }
  },
  cancel: async (id, reason, idempotencyKey) => {
    const sent = { params: { id }, body: { reason }, idempotencyKey }
    return (await desk.call(api.serviceRequests.cancel, sent)).data.trip_id
  },
  rate: async (id, rating, comments) => {
    await desk.call(api.feedbacks.create, { body: { service_request_id: id, rating, comments } })
  },
})

/** Asks until no other ride that is nearly the same is named. */
export const besideOthers = async <T>(ask: (besides: number[]) => Promise<T>): Promise<T> => {
  const besides: number[] = []
  for (;;) {
    try {
      return await ask(besides)
    } catch (error) {
      const other = sameRide(error)
      if (other === null || besides.includes(other)) throw error
      besides.push(other)
    }
  }
}

const sameRide = (error: unknown): number | null => {
  const id =
    error instanceof ApiError && error.errors[0]?.code === 'another_ride' ? error.meta?.['service_request_id'] : 0
  return typeof id === 'number' && id > 0 ? id : null
}

/** A search as staff read it. */
export const foundBy = ({ id, service_offerings, reasons, nearest_change }: ServiceAvailabilitySearch): Found => {
  const proposed = nearest_change?.figures?.['traveling_at']
  const nearest = typeof proposed === 'string' ? Date.parse(proposed) : Number.NaN
  return {
    search: id,
    offers: service_offerings.map(offerOf),
    reasons: reasons.map(({ code, text, vehicles }) => ({ code, text, vehicles: vehicles ?? null })),
    nearest: Number.isFinite(nearest) ? nearest : null,
  }
}

const offerOf = ({ meta: { ride_s, direct_s, reliability }, ...offering }: ServiceOffering): Offer => ({
  ...offering,
  ride_s,
  direct_s,
  badge: reliability.badge,
})

/** The refusal of a lost offering holds a new search for the same journey. Throws what is another refusal. */
const freshOffers = (error: unknown): readonly Offer[] => {
  if (!isGone(error)) throw error
  const read = ServiceAvailabilitySearch.safeParse(error.meta?.['service_availability_search'])
  return read.success ? read.data.service_offerings.map(offerOf) : []
}

export const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errors[0]?.code === 'offer_gone'
