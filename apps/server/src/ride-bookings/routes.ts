import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Bind, Module } from '../http/bind.ts'
import { networkOf } from '../http/caller.ts'
import { createOpenCount, createStreamLimit, openStream } from '../live/connection.ts'
import { bookRide, changeRide } from './book.ts'
import { listRides, ownBooking, regionsOf, seenBooking, showRide } from './bookings.ts'
import { cancelRide } from './cancel.ts'
import { tryCode } from './discount-code.ts'
import { createRideStreams } from './live.ts'
import { callReturn, dropReturn, listReturns } from './open-returns.ts'
import { keepOffering } from './offerings.ts'
import { passengerActor } from '../rides/me.ts'
import { aidsToChoose } from '../rides/needs.ts'
import { drawSheet } from '../pdf/draw.ts'
import { receiptOf } from './receipt.ts'
import { receiptSheet } from './receipt-file.ts'
import { confirmPayment, payRide } from './pay.ts'
import { rideNotes } from './record.ts'
import { rateRide } from './rate.ts'
import { searchRide } from './search.ts'
import { shareRide, stopSharing } from './share.ts'
import { stopsNear } from './stops.ts'
import { cancelByLink, linkOf, trackRide } from './tracking.ts'
import { waitForRide } from './wait.ts'
import { walksOfOffering, walksOfRide } from './walks.ts'

/** What passengers do with their own rides in their app. */
export const routes: Module = (bind, deps) => {
  bind(api.ride.search, ({ body, actor, keep }) => searchRide(deps, body, passengerActor(actor), keep))

  bind(api.ride.stops, async ({ query, actor }) => ({
    data: await stopsNear(deps, query, passengerActor(actor)),
  }))

  bind(api.ride.wait, ({ params, body, actor, keep }) =>
    waitForRide(deps, { id: params.id, ...body }, passengerActor(actor), keep),
  )

  bind(api.ride.keep, ({ params, actor, keep }) => keepOffering(deps, params.id, passengerActor(actor), keep))

  bind(api.ride.tryCode, async ({ params, body, actor }) => ({
    data: await tryCode(deps, params.id, body.code, passengerActor(actor)),
  }))

  bind(api.ride.offeringWalks, async ({ params, actor }) => ({
    data: await walksOfOffering(deps, params.id, passengerActor(actor)),
  }))

  bind(api.ride.book, ({ body, actor, keep }) => bookRide(deps, body, passengerActor(actor), keep))

  bind(api.ride.bookings, ({ query, actor }) => listRides(deps, passengerActor(actor), query))

  bind(api.ride.regions, async ({ actor }) => {
    const data = await regionsOf(deps, passengerActor(actor))
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.ride.booking, async ({ params, actor }) => {
    const passenger = passengerActor(actor)
    const { booking } = await seenBooking(deps.db, params.id, passenger, deps.clock.now())
    return { data: await showRide(deps, deps.db, booking, passenger) }
  })

  bind(api.ride.change, ({ params, body, actor, keep }) =>
    changeRide(deps, params.id, body, passengerActor(actor), keep),
  )

  bind(api.ride.cancel, ({ params, body, actor, keep }) =>
    cancelRide(deps, { id: params.id, reason: body.reason ?? '', legs: body.legs }, passengerActor(actor), keep),
  )

  bind(api.ride.feedback, ({ params, body, actor, keep }) =>
    rateRide(deps, params.id, body, passengerActor(actor), keep),
  )

  bind(api.ride.notes, async ({ params, actor }) => {
    const booking = await ownBooking(deps.db, params.id, passengerActor(actor), deps.clock.now())
    const booked = booking.aids.map(({ id }) => id)
    return { data: { ...rideNotes(booking), aids: await aidsToChoose(deps.db, booking.traveler_id, booked) } }
  })

  bind(api.ride.walks, async ({ params, actor }) => ({
    data: await walksOfRide(deps, params.id, passengerActor(actor)),
  }))

  bind(api.ride.pay, ({ params, body, actor, keep }) =>
    payRide(deps, { id: params.id, card: body.payment_method_id }, passengerActor(actor), keep),
  )

  bind(api.ride.confirmPayment, async ({ params, actor }) => ({
    data: await confirmPayment(deps, params.id, passengerActor(actor)),
  }))

  bindReturns(bind, deps)
  bindReceipts(bind, deps)

  const enter = createStreamLimit(deps)
  const follow = createRideStreams(deps)
  bind.raw(api.ride.live, async ({ actor }, request, reply) => {
    const passenger = passengerActor(actor)
    enter(passenger.session_id, reply)
    await follow({ by: 'session', passenger }, { writer: openStream(request, reply), reply })
    return reply
  })
  bindLinks(bind, deps, follow)
}

/** Streams of links that one network may have open at once: those of a family, and of a house with one address. */
const MOST_OF_NETWORK = 60

const bindReceipts = (bind: Bind, deps: Deps): void => {
  bind(api.ride.receipt, async ({ params, actor }) => ({
    data: await receiptOf(deps, params.id, passengerActor(actor)),
  }))

  bind.raw(api.ride.receiptFile, async ({ params, actor }, _request, reply) => {
    const passenger = passengerActor(actor)
    const receipt = await receiptOf(deps, params.id, passenger)
    const bytes = await drawSheet(deps, await receiptSheet(deps, receipt, passenger))
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${receipt.number}.pdf"`)
      .send(Buffer.from(bytes))
  })
}

const bindReturns = (bind: Bind, deps: Deps): void => {
  bind(api.ride.returns, ({ actor }) => listReturns(deps, passengerActor(actor)))

  bind(api.ride.callReturn, ({ params, actor, keep }) => callReturn(deps, params.id, passengerActor(actor), keep))

  bind(api.ride.dropReturn, ({ params, actor, keep }) => dropReturn(deps, params.id, passengerActor(actor), keep))
}

const bindLinks = (bind: Bind, deps: Deps, follow: ReturnType<typeof createRideStreams>): void => {
  const enter = createStreamLimit(deps)
  const enterFrom = createOpenCount(MOST_OF_NETWORK)
  bind(api.rideTracking.share, async ({ params, actor }) => ({
    data: await shareRide(deps, params.id, passengerActor(actor)),
  }))

  bind(api.rideTracking.takeBack, async ({ params, actor }) => {
    await stopSharing(deps, params.id, passengerActor(actor))
    return undefined
  })

  bind(api.rideTracking.show, async ({ params, address }) => ({
    data: await trackRide(deps, { token: params.token, address }),
  }))

  bind.raw(api.rideTracking.live, async ({ params, address }, request, reply) => {
    const link = await linkOf(deps, { token: params.token, address })
    enterFrom(networkOf(address), reply)
    enter(link.id, reply)
    await follow({ by: 'link', link }, { writer: openStream(request, reply), reply })
    return reply
  })

  bind(api.rideTracking.cancel, async ({ params, body, address }) => ({
    data: await cancelByLink(deps, { token: params.token, address }, body.reason ?? ''),
  }))
}
