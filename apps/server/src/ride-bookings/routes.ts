import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Bind, Module } from '../http/bind.ts'
import { createStreamLimit, openStream } from '../live/connection.ts'
import { bookRide, changeRide } from './book.ts'
import { listRides, ownBooking, seenBooking, showRide } from './bookings.ts'
import { cancelRide } from './cancel.ts'
import { followRides } from './live.ts'
import { keepOffering } from './offerings.ts'
import { passengerActor } from '../rides/me.ts'
import { drawSheet } from '../pdf/draw.ts'
import { receiptOf } from './receipt.ts'
import { receiptSheet } from './receipt-file.ts'
import { rideNotes } from './record.ts'
import { rateRide } from './rate.ts'
import { searchRide } from './search.ts'
import { shareRide, stopSharing } from './share.ts'
import { cancelByLink, trackRide } from './tracking.ts'

/** What passengers do with their own rides in their app. */
export const routes: Module = (bind, deps) => {
  bind(api.ride.search, ({ body, actor, keep }) => searchRide(deps, body, passengerActor(actor), keep))

  bind(api.ride.keep, ({ params, actor, keep }) => keepOffering(deps, params.id, passengerActor(actor), keep))

  bind(api.ride.book, ({ body, actor, keep }) => bookRide(deps, body, passengerActor(actor), keep))

  bind(api.ride.bookings, ({ query, actor }) => listRides(deps, passengerActor(actor), query))

  bind(api.ride.booking, async ({ params, actor }) => {
    const passenger = passengerActor(actor)
    const { booking } = await seenBooking(deps.db, params.id, passenger, deps.clock.now())
    return { data: await showRide(deps, deps.db, booking, passenger) }
  })

  bind(api.ride.change, ({ params, body, actor, keep }) =>
    changeRide(deps, params.id, body, passengerActor(actor), keep),
  )

  bind(api.ride.cancel, ({ params, body, actor, keep }) =>
    cancelRide(deps, { id: params.id, reason: body.reason ?? '' }, passengerActor(actor), keep),
  )

  bind(api.ride.feedback, ({ params, body, actor, keep }) =>
    rateRide(deps, params.id, body, passengerActor(actor), keep),
  )

  bind(api.ride.notes, async ({ params, actor }) => ({
    data: rideNotes(await ownBooking(deps.db, params.id, passengerActor(actor), deps.clock.now())),
  }))

  bindLinks(bind, deps)
  bindReceipts(bind, deps)

  const enter = createStreamLimit(deps)
  bind.raw(api.ride.live, async ({ actor }, request, reply) => {
    const passenger = passengerActor(actor)
    enter(passenger.session_id, reply)
    await followRides(deps, passenger, openStream(request, reply), reply)
    return reply
  })
}

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

const bindLinks = (bind: Bind, deps: Deps): void => {
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

  bind(api.rideTracking.cancel, async ({ params, body, address }) => ({
    data: await cancelByLink(deps, { token: params.token, address }, body.reason ?? ''),
  }))
}
