import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Bind, Module } from '../http/bind.ts'
import { noticesOfApp } from '../notices/queries.ts'
import { shownProvider, testToken } from '../payment-methods/add-card.ts'
import { revokeSession } from '../sessions/tokens.ts'
import { addOwnCard, ownCards, removeOwnCard, setUpOwnCard } from './cards.ts'
import { rideConfig } from './config.ts'
import { devicesOf, endDevice, endOtherDevices } from './devices.ts'
import { changePassenger, passengerActor, passengerOf } from './me.ts'
import { changeMessages, messagesOf } from './messages.ts'
import { changeNeeds, needsOfPassenger } from './needs.ts'
import { subscribe } from '../messages/push/subscribe.ts'
import { addPlace, changePlace, placesOf, removePlace } from './places.ts'
import { askForCode, signIn } from './sign-in.ts'

/** What passengers do with the own account in their app. */
export const routes: Module = (bind, deps) => {
  const { db } = deps
  bind(api.ride.config, async ({ query, host }) => ({ data: await rideConfig(deps, { host, slug: query.app }) }))

  bind(api.ride.askForCode, async (call) => ({ data: await askForCode(deps, call) }))

  bind(api.ride.signIn, async ({ params, body, ride }) => {
    const { outcome, token } = await signIn(deps, params.challenge, body)
    if (token !== null) ride.keep(token)
    return { data: outcome }
  })

  bind(api.ride.signOut, async ({ actor, ride }) => {
    await db.transaction().execute((tx) => revokeSession(tx, passengerActor(actor).session_id))
    ride.drop()
    return undefined
  })

  bind(api.ride.notices, async ({ actor }) =>
    all(await noticesOfApp(db, passengerActor(actor).consumer_app_id, deps.clock.now())),
  )

  bind(api.ride.me, async ({ actor }) => ({ data: await passengerOf(db, passengerActor(actor)) }))

  bind(api.ride.changeMe, async ({ actor, body }) => {
    const whose = passengerActor(actor)
    await changePassenger(deps, whose, body)
    return { data: await passengerOf(db, whose) }
  })

  bind(api.ride.needs, async ({ actor }) => ({ data: await needsOfPassenger(db, passengerActor(actor).id) }))

  bind(api.ride.changeNeeds, async ({ actor, body }) => {
    const { id } = passengerActor(actor)
    await changeNeeds(deps, id, body.kept)
    return { data: await needsOfPassenger(db, id) }
  })

  bindMessages(bind, deps)
  bindPlaces(bind, deps)
  bindCards(bind, deps)
  bindDevices(bind, deps)
}

const all = <T>(data: T[]) => ({ data, meta: { total: data.length, total_count: data.length } })

const bindMessages = (bind: Bind, deps: Deps): void => {
  bind(api.ride.messages, async ({ actor }) => ({ data: await messagesOf(deps, passengerActor(actor).id) }))

  bind(api.ride.subscribe, async ({ actor, body }) => {
    await subscribe(deps, passengerActor(actor), body)
    return undefined
  })

  bind(api.ride.changeMessages, async ({ actor, body }) => {
    const { id } = passengerActor(actor)
    await changeMessages(deps, id, body)
    return { data: await messagesOf(deps, id) }
  })
}

const bindPlaces = (bind: Bind, deps: Deps): void => {
  bind(api.ride.places, async ({ actor }) => all(await placesOf(deps.db, passengerActor(actor).id)))

  bind(api.ride.addPlace, ({ actor, body, keep }) =>
    addPlace(deps, { traveler_id: passengerActor(actor).id, input: body, keep }),
  )

  bind(api.ride.changePlace, async ({ actor, params, body }) => ({
    data: await changePlace(deps, passengerActor(actor).id, { id: params.id, change: body }),
  }))

  bind(api.ride.removePlace, async ({ actor, params }) => {
    await removePlace(deps, passengerActor(actor).id, params.id)
    return undefined
  })
}

const bindCards = (bind: Bind, deps: Deps): void => {
  bind(api.ride.cards, async ({ actor }) => all(await ownCards(deps, passengerActor(actor).id)))

  bind(api.ride.cardProvider, async () => ({ data: await shownProvider(deps.payments) }))

  bind(api.ride.setUpCard, async ({ actor }) => ({ data: await setUpOwnCard(deps, passengerActor(actor).id) }))

  bind(api.ride.addCard, ({ actor, body, keep }) =>
    addOwnCard(deps, passengerActor(actor).id, body.payment_method_id, keep),
  )

  bind(api.ride.testCard, async ({ body }) => ({ data: await testToken(deps.payments, body) }))

  bind(api.ride.removeCard, async ({ actor, params }) => {
    await removeOwnCard(deps, passengerActor(actor).id, params.payment_method_id)
    return undefined
  })
}

const bindDevices = (bind: Bind, deps: Deps): void => {
  bind(api.ride.devices, async ({ actor }) => all(await devicesOf(deps, passengerActor(actor))))

  bind(api.ride.endDevice, async ({ actor, params }) => {
    await endDevice(deps, passengerActor(actor), params.id)
    return undefined
  })

  bind(api.ride.endOtherDevices, async ({ actor }) => {
    await endOtherDevices(deps, passengerActor(actor))
    return undefined
  })
}
