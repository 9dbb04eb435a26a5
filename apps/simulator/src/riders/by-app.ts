import { ApiError, api, RideOffering } from '@ambit/contract'
import type { Session } from '../access/line.ts'
import { askedFor, type Counter, foundBy, isGone, type Offer, paysBy } from './counter.ts'

/**
 * The passenger books in the app. What only staff are answered (reasons, trip, the direct drive) is read at the desk
 * afterwards, for the report and for the bell of the driver.
 */
export const byApp = (app: Session, desk: Session): Counter => ({
  search: async (request) => {
    const { data } = await app.call(api.ride.search, { body: askedFor(request) })
    const found = foundBy((await desk.call(api.searches.show, { params: { id: data.id } })).data)
    const shown = new Set(data.service_offerings.map(({ id }) => id))
    return {
      search: found.search,
      offers: found.offers.filter(({ id }) => shown.has(id)),
      reasons: found.reasons,
      nearest: data.nearest === null ? null : Date.parse(data.nearest.traveling_at),
    }
  },
  book: async (_, offer, key) => {
    try {
      const { id } = await book(app, offer, key)
      return { booking: (await desk.call(api.serviceRequests.show, { params: { id } })).data }
    } catch (error) {
      if (!isGone(error)) throw error
      return { instead: freshOffers(error) }
    }
  },
  cancel: async (id, reason, idempotencyKey) => {
    await app.call(api.ride.cancel, { params: { id }, body: { reason }, idempotencyKey })
    return null
  },
  rate: async (id, rating, comments) => {
    const sent = { params: { id }, body: { rating, comments }, idempotencyKey: `rated-${id}` }
    await app.call(api.ride.feedback, sent)
  },
})

/** Asked whether another ride about then is meant, the passenger says yes. */
const book = async (app: Session, offer: Offer, key: string): Promise<{ id: number }> => {
  const body = { service_offering_id: offer.id, payment_method: paysBy(offer) }
  try {
    return (await app.call(api.ride.book, { body, idempotencyKey: key })).data
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors[0]?.code !== 'another_ride') throw error
    const again = { body: { ...body, another: true }, idempotencyKey: `${key}-another` }
    return (await app.call(api.ride.book, again)).data
  }
}

/** Of these the rider knows what the app shows, which says nothing of the direct drive. */
const freshOffers = ({ meta }: ApiError): readonly Offer[] => {
  const read = RideOffering.array().safeParse(meta?.['service_offerings'])
  return read.success ? read.data.map((offering) => ({ ...offering, direct_s: 0, badge: null })) : []
}
