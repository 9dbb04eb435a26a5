import { z } from 'zod'
import { endpoint, idParams, one } from '../endpoint.ts'
import { Journey, JourneyInput, SuggestedReturn, UsualReturn } from '../records/journeys.ts'
import { SearchInput } from '../records/service-requests.ts'

const latLng = z.string().regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'Two numbers: latitude,longitude')

export const journeys = {
  /**
   * All legs in one transaction, all or none. 409 `offer_gone` where one leg's offering cannot be had any more: `meta`
   * has its number (`leg`) and fresh offerings for it (`service_availability_search`), and nothing has been booked. 422
   * at `/legs/1` says from when on a way back, or the leg after a stay, is possible.
   */
  create: endpoint('journeys.create', 'POST', '/journeys', {
    summary: 'Confirm the offerings of there and back, or of a ride with stops',
    access: 'LiveBooking:booking:canCreate',
    represented: true,
    body: JourneyInput,
    answer: one(Journey),
    status: 201,
  }),
  show: endpoint('journeys.show', 'GET', '/journeys/:id', {
    summary: 'The bookings of a journey',
    access: 'LiveBooking:booking:canRead',
    represented: true,
    params: idParams,
    answer: one(Journey),
  }),
  usualReturn: endpoint('journeys.usualReturn', 'GET', '/usual_return', {
    summary: 'Whether a passenger booked a way back the last time between two places',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    query: z.object({ traveler_id: z.coerce.number().int().positive(), from: latLng, to: latLng }),
    answer: one(UsualReturn),
  }),
  suggestReturn: endpoint('journeys.suggestReturn', 'POST', '/suggested_return', {
    summary: 'When to ask for the way back of a way there; nothing is stored',
    access: 'TravellerManagement:tripBookingWizard:canCreate',
    represented: true,
    body: SearchInput,
    answer: one(SuggestedReturn),
  }),
}
