import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ApiError, type CallInput, type Client, type Endpoint, type PermissionKey } from '@ambit/contract'
import { permissionsOf, type RoleName, roleNames } from '../access/roles.ts'
import { eventsSince, lastEvent, readRecords, replay } from '../testing/audited.ts'
import { openDesigner } from '../testing/designer.ts'
import type { World } from '../testing/changes.ts'
import { staffChanges } from '../testing/every-change.ts'
import { startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  const on = { enabled: true, disabled_in: [] }
  await server.deps.db
    .insertInto('settings')
    .values({
      key: 'feature_flags',
      value: JSON.stringify({
        'ZoneManagement:serviceStrategies': on,
        'TravellerManagement:travelerFeatureSettings': on,
        'UserManagement:userRoles': on,
      }),
    })
    .execute()
  const designer = await openDesigner(server)
  const town = await buildSmallTown(server)
  world = { server, town, designer, crew: await town.vehicle('Van') }
})
afterAll(() => server.close())

/** What a call wrote: the events must turn the rows before into the rows after, and name the call. */
const watched = async (of: TestServer, endpoint: Endpoint, call: () => Promise<unknown>): Promise<string[]> => {
  const { db } = of.deps
  const before = await readRecords(db)
  const start = await lastEvent(db)
  await call()
  const events = await eventsSince(db, start)
  const after = await readRecords(db)
  const problems: string[] = []
  if (events.length === 0) problems.push(`${endpoint.name} writes no event`)
  for (const { action, request_id, kind } of events)
    if (action !== endpoint.name || request_id !== events[0]?.request_id)
      problems.push(`${endpoint.name}: ${kind} of ${action} in ${request_id}`)
  const replayed = replay(before, events)
  for (const key of new Set([...replayed.keys(), ...after.keys()]))
    if (JSON.stringify(sorted(replayed.get(key))) !== JSON.stringify(sorted(after.get(key))))
      problems.push(`${endpoint.name}: ${key} is not as its events tell`)
  return problems
}
const sorted = (fields: object | undefined) => Object.entries(fields ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Calls that change no record, and why. */
const changeNothing = {
  'clock.advance': 'moves a simulated clock',
  'clock.setSpeed': 'sets a demo’s clock',
  'backupDrills.create': 'asks for a drill; that this is an event is tested with it',
  'backups.create': 'asks for a backup; that this is an event is tested with it',
  'continuityPacks.create': 'asks for a pack to be written',
  'continuityPacks.settle': 'ends the waiting for what was written on paper',
  'disruptions.preview': 'asks',
  'driver.leg': 'asks for another way; that the vehicle has it is no record',
  'driver.device': 'says on which device a trip is open',
  'driver.planConfirmation':
    'says whether a driver has seen the plan; what stands in Needs Attention is an event of its trip',
  'driver.walkOnSearch': 'asks',
  'driver.photo': 'sends a photo; what names it is told by itself',
  'driver.locationPermission': 'says whether a phone tells where it is; the same',
  'driver.reportMessages': 'writes to dispatch; the thread is kept as it was written',
  'driverMessages.create': 'writes to a driver; the thread is kept as it was written',
  'driverMessages.answering': 'says that somebody is writing, for half a minute',
  'driverMessages.read': 'says that a thread was read',
  'callTasks.take': 'a member of staff is about to call; the call itself stands in the history of the booking',
  'callTasks.putBack': 'a member of staff does not call after all',
  'callTasks.close': 'what came of a call stands in the history of the booking',
  'messages.sendAgain': 'tells a passenger once more; that this is an event is tested with it',
  'messageTemplates.preview': 'asks',
  'messageTemplates.test': 'sends a mail to the caller',
  'mailSettings.test': 'sends a mail; that this is an event is tested with it',
  'mailSettings.testSms': 'sends an SMS; that this is an event is tested with it',
  'maskLifts.create': 'shows a field; that this is an event is tested with it',
  'paymentMethods.setupIntent': 'a step of entering a card',
  'paymentMethods.testToken': 'a step of entering a card',
  'payments.secret': 'asks',
  'ride.setUpCard': 'a step of entering a card',
  'ride.testCard': 'a step of entering a card',
  'ride.confirmPayment': 'asks',
  'passkeys.toAdd': 'a step of adding a passkey, which is an event when it is added',
  'passkeys.toSignIn': 'a step of signing in',
  'passkeys.toProve': 'a step of a proof, which is an event when it is made',
  'recordVersions.previewRestore': 'asks',
  'ride.addPlace': 'keeps a place for the passenger’s own searches; staff see its notes for drivers and change nothing',
  'ride.changePlace': 'the same',
  'ride.removePlace': 'the same',
  'ride.askForCode': 'a step of signing in',
  'ride.askForOwnCode': 'a step of deleting the account, or of taking another contact',
  'ride.keep': 'holds an offering for longer',
  'ride.search': 'asks',
  'ride.tryCode': 'asks',
  'searches.create': 'asks',
  'bookingGroups.search': 'asks',
  'searches.otherTimes': 'asks',
  'journeys.suggestReturn': 'asks',
  'serviceRoutes.line': 'asks',
  'specialDays.touches': 'asks',
  'secondFactors.create': 'a step of setting up, which is an event when it is confirmed',
  'sessions.use': 'when a session was used last is bookkeeping',
  'effectPreviews.create': 'asks',
  'dispatchBoard.probe': 'asks',
  'dispatchActions.undoPreview': 'asks',
  'handovers.create': 'a handover is kept as it was offered',
  'handovers.accept': 'it is kept as it was accepted, and whose exceptions are whose is in their histories',
  'watches.start': 'who was on duty when is kept as it was',
  'watches.end': 'the same',
  'notices.reach': 'asks',
  'notices.create': 'a notice is kept as it was written, with who wrote it',
  'notices.end': 'it says who has withdrawn it',
  'broadcasts.create': 'the threads hold what was written, and who wrote it',
  'ride.subscribe': 'a browser is no record',
  'driver.subscribe': 'a browser is no record',
  'smsReplies.read': 'that a reply was read stands in it, with who has read it',
  'bookingSeries.preview': 'asks',
  'bookingSeries.previewChange': 'asks',
  'vehicles.checkImport': 'asks',
  'zoneDesigns.addresses': 'asks',
  'zoneDesigns.coverage': 'asks',
  'zoneDesigns.figures': 'asks',
  'zoneDesigns.suggestions': 'asks',
  'settings.addLogo': 'the settings tell which logo the brand has',
  'consumerApps.addLogo': 'the app tells which logo it has',
  'driver.positions': 'a position is no record; that a vehicle has set out is tested with the positions',
} satisfies Record<string, string>

/** Calls of the stories below, and of passwords, passkeys, the first administrator and passengers, which events.test.ts, auth.test.ts, passkeys.test.ts, not-me.test.ts, sso.test.ts and the tests of rides/, ride-bookings/, ride-accounts/, ride-helpers/, lost-items/, organisations/, booking-groups/, exceptions/, dispatch-actions/ and driver/ tell. */
const elsewhere = `
  breakGlassAccounts.create breakGlassAccounts.destroy breakGlassAccounts.setLocalSignIn sso.start sso.join sso.prove ssoProviders.create ssoProviders.update ssoProviders.destroy ssoProviders.test
  ssoProviders.claims userIdentities.destroy users.joinIdentity sessions.sso sessions.create sessions.secondStep sessions.passkey passkeys.create passkeys.rename passkeys.destroy sessions.prove sessions.destroy sessions.end sessions.endOthers
  users.endSessions users.takeFactors secondFactors.confirm secondFactors.destroy recoveryCodes.create passwords.forgot passwords.change passwords.reset passwords.notMe users.liftSignInBlock secondFactorPolicies.update setup.firstAdministrator representativeMessages.update bookingGroups.update
  driver.signIn driver.signOut driver.signOn driver.arrive driver.board driver.depart driver.dropOff driver.noShow
  driver.undo driver.manualNavigation driver.complete driver.actions driver.vehicleCheck driver.walkOn driver.emergency driver.reportIncident drivers.signOut exceptions.acknowledge exceptions.resolve exceptions.create exceptions.release exceptions.handOver
  exceptions.snooze exceptions.addNote exceptions.undo exceptions.bulk exceptionRules.update exceptionMutes.create exceptionMutes.destroy
  ride.signIn ride.signOut ride.changeMe ride.changeNeeds ride.changeMessages ride.endDevice ride.endOtherDevices ride.book ride.change ride.cancel ride.feedback rideTracking.share rideTracking.takeBack rideTracking.cancel
  ride.changeContact ride.askAboutData ride.inviteHelper ride.acceptHelping ride.addMember ride.eraseMember ride.endHelping ride.contestMiss ride.reportLost ride.addCard ride.pay ride.removeCard ride.wait ride.callReturn ride.dropReturn
  effectPreviews.accept dispatchActions.undo overrides.approve
  payments.retry payments.settle serviceRequests.refund feedbacks.create travelers.erase`
  .trim()
  .split(/\s+/)

test('every changing endpoint of the contract is called, or changes no record', () => {
  const changing = Object.values(api)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ method }) => method !== 'GET')
  const called = [...staffChanges.map(({ endpoint }) => endpoint.name), ...elsewhere, ...Object.keys(changeNothing)]
  expect(changing.map(({ name }) => name).filter((name) => !called.includes(name))).toEqual([])
  expect(called.toSorted()).toEqual(changing.map(({ name }) => name).toSorted())
})

// covers: OPS-107
test('sign-on, sessions, factors, backups, packs, incidents and settings have the addresses of the specification', () => {
  const paths = new Set(
    Object.values(api)
      .flatMap((group): Endpoint[] => Object.values(group))
      .map(({ path }) => path.replace(/:\w+/g, ':id')),
  )
  const wanted = `
    /sso_providers /sso_providers/:id/test /sso/:id/start /sso/:id/callback /sessions/sso /sessions /sessions/:id
    /users/:id/sessions /second_factors /passkeys /passkeys/options /recovery_codes /backups /backup_drills
    /continuity_packs /continuity_packs/catch_up /status_incidents /settings`
  expect(
    wanted
      .trim()
      .split(/\s+/)
      .filter((path) => !paths.has(path)),
  ).toEqual([])
})

/** Seventy calls, and the rows of all records before and after each. */
const LONG = 10 * 60_000

const mayCall = (role: RoleName, { access }: Endpoint): boolean => permissionsOf(role)[access as PermissionKey] // a call that changes a record asks for a key

/** Who calls what: every role that may, or in turn each of them; representatives of nobody would see no record. */
const callers = (endpoint: Endpoint, place: number): RoleName[] => {
  const may = roleNames.filter((role) => role !== 'representative' && mayCall(role, endpoint))
  return process.env['AMBIT_LONG'] === '1' ? may : may.slice(place % may.length).slice(0, 1)
}

describe('each change of a record', () => {
  // covers: AUD-09
  test('by staff is an event that tells what the rows show', { timeout: LONG }, async () => {
    // They sign in before anything is watched.
    for (const role of roleNames) await server.client(role).call(api.sessions.current, {})
    const problems: string[] = []
    for (const [place, { endpoint, prepare }] of staffChanges.entries())
      for (const role of callers(endpoint, place)) {
        try {
          const input = await prepare(world)
          problems.push(...(await watched(server, endpoint, () => server.client(role).call(endpoint, input))))
        } catch (error) {
          // A design asks for the right to change each of its parts.
          const mayNot = error instanceof ApiError && error.status === 403 && endpoint === api.zoneDesigns.save
          if (!mayNot) problems.push(`${endpoint.name} by a ${role}: ${String(error)}`)
        }
      }
    expect(problems).toEqual([])
  })

  test('by a passenger of a ride is one too', { timeout: LONG }, async () => {
    const { town } = world
    await openToApps(town)
    const app = server.passengerClient(await town.passenger('Maria Silva'))
    const problems: string[] = []
    const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> => {
      problems.push(...(await watched(server, endpoint, () => app.call(endpoint, input))))
    }
    const words = { from: 'Market', to: 'Hospital', at: '10:00' } as const
    const ended = await bookRide(app, { ...words, at: '13:00' })
    const offered = async (changes?: number) => {
      const { service_offerings } = await searchRide(app, changes === undefined ? words : { ...words, changes })
      return { service_offering_id: service_offerings[0]?.id ?? 0 }
    }
    await call(api.ride.book, { body: { ...(await offered()), payment_method: 'cash' } })
    const { data } = await app.call(api.ride.bookings, { query: { state: 'open' } })
    const params = { id: data[0]?.id ?? 0 }
    await call(api.ride.change, { params, body: await offered(params.id) })
    await call(api.rideTracking.share, { params })
    await call(api.rideTracking.takeBack, { params })
    await call(api.ride.cancel, { params, body: { reason: 'plans_changed' } })
    const now = server.deps.clock.now()
    const driven = { status: 'completed', boarded_at: now, dropped_off_at: now } as const
    await server.deps.db.updateTable('service_requests').set(driven).where('id', '=', ended.id).execute()
    const rated = { params: { id: ended.id } }
    await call(api.ride.changeMessages, { body: { channels: { receipt: 'none' } } })
    await call(api.ride.feedback, { ...rated, body: { rating: 4 } })
    await call(api.ride.feedback, { ...rated, body: { rating: 5, comments: 'On time' } })
    expect(problems).toEqual([])
    const events = await eventsSince(server.deps.db, 0)
    expect(events.at(-1)).toMatchObject({ actor_kind: 'passenger', actor_name: 'Maria Silva', via: 'passenger app' })
  })

  test('by a driver, of a fare and of feedback is one too', { timeout: LONG }, async () => {
    const stripe = await startFakeStripe()
    const paying = await startTestServer({ streets: straightStreets(), config: { cards: stripeCards(stripe) } })
    const problems: string[] = []
    try {
      const town = await buildSmallTown(paying)
      const crew = await town.vehicle('Van')
      const sam = paying.client('superadmin')
      const call = async <E extends Endpoint>(client: Client, endpoint: E, input: CallInput<E>): Promise<void> => {
        await client.call(api.version.show, {}) // signs in, before anything is watched
        problems.push(...(await watched(paying, endpoint, () => client.call(endpoint, input))))
      }
      const at = (time: string): void => paying.deps.clock.set(`2026-11-23T${time}+10:00`)
      const trip = { params: { id: crew.trip_id } }
      const stopAt = async (index: number) => {
        const { data } = await crew.client.call(api.driver.trip, trip)
        return { params: { id: data.trip_stops[index]?.id ?? 0 } }
      }
      const who = await town.passenger('Maria Silva')
      await saveCard(paying, who, 'pm_declined_1')
      const poor = await town.passenger('Mira Holt')
      await saveCard(paying, poor, 'pm_declined_2')
      const ride = paidRide(paying, town, crew)
      const booking = { params: { id: await ride.book(who) } }
      const unpaid = { params: { id: await ride.book(poor) } }
      const absent = await town.passenger('Noah Berg')
      const missed = {
        params: { id: (await town.book({ who: absent, from: 'Market', to: 'Hospital', at: '09:00' })).id },
      }
      await call(crew.client, api.driver.signOn, trip)
      await call(crew.client, api.driver.manualNavigation, { ...trip, body: { enabled: true } })
      const now = '2026-11-23T08:00:00+10:00'
      const own = { kind: 'manual_navigation' as const, enabled: false, sequence: 1, happened_at: now }
      const body = { sent_at: now, actions: [{ ...own, id: randomUUID() }] }
      await call(crew.client, api.driver.actions, { ...trip, body })
      at('09:00:00')
      await call(crew.client, api.driver.arrive, await stopAt(0))
      await call(crew.client, api.driver.board, booking)
      await call(crew.client, api.driver.undo, trip)
      await call(crew.client, api.driver.board, booking)
      await call(crew.client, api.driver.board, unpaid)
      at('09:20:00')
      await call(crew.client, api.driver.noShow, missed)
      await call(crew.client, api.driver.depart, await stopAt(0))
      at('09:24:20')
      await call(crew.client, api.driver.arrive, await stopAt(1))
      await call(crew.client, api.driver.dropOff, booking)
      await call(crew.client, api.driver.dropOff, unpaid)
      await call(sam, api.feedbacks.create, { body: { service_request_id: booking.params.id, rating: 5 } })
      await ride.send()
      await saveCard(paying, who, 'pm_visa_1')
      await call(sam, api.payments.settle, { ...unpaid, body: { how: 'paid_in_cash' } })
      await call(sam, api.payments.retry, booking)
      await ride.send()
      await call(sam, api.serviceRequests.refund, booking)
      await call(crew.client, api.driver.complete, trip)
      await call(crew.client, api.driver.signOut, {})
    } finally {
      await paying.close()
      await stripe.close()
    }
    expect(problems).toEqual([])
  })
})
