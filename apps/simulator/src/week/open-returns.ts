import { api } from '@ambit/contract'
import type { Random } from '@ambit/random'
import { untilServed } from '../access/until-served.ts'
import { askedFor, besideOthers, paysBy } from '../riders/counter.ts'
import type { Journey } from '../riders/journey.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { noteBooking, type Office, unlessRefused } from './office.ts'

/** `waiting`: called, and put on the waiting list before all others. */
export type OpenReturnTally = { asked: number; kept: number; called: number; in_time: number; waiting: number }

/** A passenger who cannot say when the visit is over: the way there is booked, and the way back when they call. */
export const rideWithOpenReturn = async (
  actor: Actor,
  office: Office,
  tally: OpenReturnTally,
  random: Random,
  { rider, travelAt }: { rider: string; travelAt: number },
): Promise<void> => {
  const journey = await office.draw(random, travelAt, travelAt - actor.now())
  if (journey === null) return
  tally.asked += 1
  const kept = await unlessRefused(office, rider, () => book(actor, office, { rider, travelAt, journey }))
  if (kept === null) return
  tally.kept += 1
  await actor.until(kept.not_before + random.between(0, 90) * MINUTE)
  await unlessRefused(office, rider, () => callFor(actor, office, tally, { rider, id: kept.id }))
}

/** From an hour after the passenger is there at the latest. */
const book = async (
  actor: Actor,
  office: Office,
  { rider, travelAt, journey }: { rider: string; travelAt: number; journey: Journey },
): Promise<{ id: number; not_before: number } | null> => {
  const { desk, seed } = office
  const traveler_id = journey.traveler.id
  const wish = askedFor({ rider, journey, travelAt })
  const found = await untilServed(actor, () =>
    besideOthers((besides) => desk.call(api.searches.create, { body: { ...wish, besides } })),
  )
  const [offering] = found.data.service_offerings
  if (offering === undefined) return null
  const not_before = Date.parse(offering.dropoff.upper_bound) + HOUR
  const body = {
    traveler_id,
    legs: [{ service_offering_id: offering.id, payment_method: paysBy(offering) }],
    open_return: { not_before: new Date(not_before).toISOString() },
  }
  const { data } = await untilServed(actor, () =>
    besideOthers((besides) =>
      desk.call(api.journeys.create, {
        body: { ...body, besides },
        idempotencyKey: ['open return', seed, rider, ...besides].join(' '),
      }),
    ),
  )
  for (const booking of data.service_requests) noteBooking(office, rider, booking)
  return data.open_return === null ? null : { id: data.open_return.id, not_before }
}

const callFor = async (
  actor: Actor,
  office: Office,
  tally: OpenReturnTally,
  { rider, id }: { rider: string; id: number },
): Promise<void> => {
  const { desk, seed } = office
  const call = () => desk.call(api.openReturns.activate, { params: { id }, idempotencyKey: `call ${seed} ${rider}` })
  const { data } = await untilServed(actor, call)
  tally.called += 1
  const { traveler_id, service_offerings } = data.service_availability_search
  const [offering] = service_offerings
  if (!data.in_time || offering === undefined) {
    tally.waiting += 1
    return
  }
  const body = { service_offering_id: offering.id, traveler_id, payment_method: paysBy(offering) }
  const booked = await untilServed(actor, () =>
    besideOthers((besides) =>
      desk.call(api.serviceRequests.create, {
        body: { ...body, besides },
        idempotencyKey: ['way back', seed, rider, ...besides].join(' '),
      }),
    ),
  )
  tally.in_time += 1
  noteBooking(office, rider, booked.data)
}
