import { randomUUID } from 'node:crypto'
import { api } from '@ambit/contract'
import {
  byId,
  type Change,
  change,
  created,
  edited,
  fresh,
  later,
  person,
  sam,
  traveler,
  type World,
} from './changes.ts'
import { square } from './designer.ts'
import { appChanges } from './app-changes.ts'
import { discountChanges } from './discount-changes.ts'
import { helperChanges } from './helper-changes.ts'
import { incidentChanges } from './incident-changes.ts'
import { journeyChanges } from './journeys.ts'
import { messageChanges } from './message-changes.ts'
import { paperStop } from './paper-stop.ts'
import { privacyChanges } from './privacy-changes.ts'
import { rulesChanges } from './rules-changes.ts'
import { laterRideChanges } from './later-rides.ts'
import { vehicleCheckChanges } from './vehicle-check-changes.ts'

const shift = ({ server }: World, days = 1) => {
  const start = server.deps.clock.now().getTime() + days * 24 * 3600_000
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + 4 * 3600_000).toISOString() }
}
const place = () => ({ name: fresh('Place '), time_zone: 'Australia/Brisbane' })
const van = () => ({ license_plate: fresh('P'), vehicle_number: fresh('V'), capacity: 8, mobility_capacity: 1 })
const calledAt = () => ({ phone_number: '+61 7 5550 0100' })
const twoVans = () => [van(), van()]
const PASSWORD = 'another horse battery'

const driver = async (w: World) =>
  (await sam(w).call(api.drivers.create, { body: { ...person(), status: 'approved' } })).data.id
const vehicle = async (w: World) => (await sam(w).call(api.vehicles.create, { body: van() })).data.id
const user = async (w: World) => (await sam(w).call(api.users.create, { body: person() })).data.id
const group = async (w: World) =>
  (await sam(w).call(api.userGroups.create, { body: { name: fresh('Group ') } })).data.id
const role = async (w: World) =>
  (await sam(w).call(api.userRoles.create, { body: { name: fresh('Role '), permissions: {} } })).data.id
const region = async (w: World) => (await sam(w).call(api.regions.create, { body: place() })).data.id
const zone = (w: World) => w.designer.newZone()
const area = async (w: World) => {
  const body = { zone_id: await zone(w), name: 'Shore', coordinates: square(0, 0) }
  return (await sam(w).call(api.serviceAreas.create, { body })).data.id
}
const comment = async (w: World) => {
  const body = { traveler_id: await traveler(w), comment: 'Rings twice' }
  return (await sam(w).call(api.travelerComments.create, { body })).data.id
}
const set = async (w: World) => {
  const body = { name: fresh('Seniors '), region_id: w.town.region_id, discount_amount: 50 }
  return (await sam(w).call(api.travelerSets.create, { body })).data.id
}
const concession = async (w: World) => {
  const body = { traveler_id: await traveler(w), traveler_set_id: await set(w), expires_at: later(w) }
  return (await sam(w).call(api.travelerConcessions.create, { body })).data.id
}
const plan = async (w: World) =>
  (await sam(w).call(api.servicePlans.create, { body: { ...shift(w), zone_id: w.town.zone_id } })).data.id
const card = async (w: World) => {
  const id = await traveler(w)
  const token = await cardToken(w, id)
  return { id, card: (await sam(w).call(api.paymentMethods.create, { params: { id }, body: token })).data.id }
}
const cardToken = async (w: World, id: number) => {
  const { data: setup } = await sam(w).call(api.paymentMethods.setupIntent, { params: { id } })
  const number = { number: '4242424242424242', exp_month: 4, exp_year: 2030, cvc: '123', name: 'O Lindqvist' }
  return (await sam(w).call(api.paymentMethods.testToken, { body: { ...setup, ...number } as never })).data
}
const booking = (w: World) => bookFor(w, w.town.passenger(fresh('Rider ')))
const bookFor = async ({ town }: World, who: number | Promise<number>) =>
  (await town.book({ who: await who, from: 'Harbour', to: 'Hospital', at: '16:00' })).id
const offering = async (w: World, who: number, changes?: number) => {
  const words = { who, from: 'Market', to: 'Station', at: '15:00' } as const
  const search = await w.town.search(changes === undefined ? words : { ...words, changes })
  return search.service_offerings[0]?.id ?? 0
}
const crewOf = (w: World) => w.town.vehicle(fresh('Van '))
/** What a driver told after the trip was given to somebody else. */
const waitingAction = async (w: World): Promise<number> => {
  const { trip_id, vehicle_id, client } = await crewOf(w)
  const { data: trip } = await client.call(api.driver.signOn, { params: { id: trip_id } })
  await sam(w).call(api.trips.update, { params: { id: trip_id }, body: { driver_id: await driver(w), vehicle_id } })
  const now = trip.signed_on_at ?? ''
  const actions = [
    { id: randomUUID(), sequence: 1, kind: 'manual_navigation' as const, enabled: true, happened_at: now },
  ]
  await client.call(api.driver.actions, { params: { id: trip_id }, body: { sent_at: now, actions } })
  const { data } = await sam(w).call(api.trips.driverActions, { params: { id: trip_id } })
  return data.at(-1)?.id ?? 0
}
/** Every call of staff that changes a record. */
export const staffChanges: readonly Change[] = [
  change(api.drivers.create, created(person)),
  change(api.drivers.update, edited(driver, calledAt)),
  change(api.drivers.destroy, byId(driver)),
  change(
    api.drivers.resetPin,
    edited(driver, () => ({ password: '482916', password_confirmation: '482916' })),
  ),
  change(api.vehicles.create, created(van)),
  change(
    api.vehicles.update,
    edited(vehicle, () => ({ capacity: 9 })),
  ),
  change(api.vehicles.destroy, byId(vehicle)),
  change(api.vehicles.bulkImport, created(twoVans)),
  change(
    api.vehicleNotes.create,
    created(async (w) => ({ vehicle_id: await vehicle(w), category: 'comment', details: 'Scratch' }) as never),
  ),
  change(
    api.schemas.create,
    created(() => {
      const field = { key: fresh('field_'), label: 'Ramp', type: 'boolean' as const, options: [], fields: [] }
      const key = fresh('stage_')
      const stage = { key, label: key, color: '#1f56b8', completable: false, fields: [field] }
      return { entity: 'vehicle' as const, stages: [stage] }
    }),
  ),
  change(api.travelers.create, created(person)),
  change(
    api.travelers.update,
    edited(traveler, () => ({ handicapped: true })),
  ),
  change(
    api.travelers.protect,
    edited(traveler, () => ({ protected: true })),
  ),
  change(
    api.travelers.restrict,
    edited(traveler, () => ({ restriction: fresh('Asked by letter ') })),
  ),
  change(
    api.travelers.resetPassword,
    edited(traveler, () => ({ newPassword: PASSWORD, confirmPassword: PASSWORD })),
  ),
  change(
    api.travelers.updateFeatures,
    edited(traveler, () => ({ test_flag: true }) as never),
  ),
  change(
    api.travelerComments.create,
    created(async (w) => ({ traveler_id: await traveler(w), comment: 'Rings twice' })),
  ),
  change(
    api.travelerComments.update,
    edited(comment, () => ({ comment: 'Rings once' })),
  ),
  change(api.travelerComments.destroy, byId(comment)),
  change(
    api.travelerSets.create,
    created((w) => ({ name: fresh('Pupils '), region_id: w.town.region_id, discount_amount: 25 })),
  ),
  change(
    api.travelerSets.update,
    edited(set, () => ({ discount_amount: 30 })),
  ),
  change(api.travelerSets.destroy, byId(set)),
  change(
    api.travelerConcessions.create,
    created(async (w) => ({ traveler_id: await traveler(w), traveler_set_id: await set(w), expires_at: later(w) })),
  ),
  change(
    api.travelerConcessions.update,
    edited(concession, (w) => ({ expires_at: shift(w, 9).end_time })),
  ),
  change(api.travelerConcessions.destroy, byId(concession)),
  change(api.paymentMethods.create, async (w) => {
    const id = await traveler(w)
    return { params: { id }, body: await cardToken(w, id) }
  }),
  change(api.paymentMethods.destroy, async (w) => {
    const { id, card: payment_method_id } = await card(w)
    return { params: { id, payment_method_id } }
  }),
  change(api.users.create, created(person)),
  change(
    api.users.update,
    edited(user, () => ({ phone_number: '+61 7 5550 0100' })),
  ),
  change(api.users.destroy, byId(user)),
  change(
    api.users.changePassword,
    edited(user, () => ({ password: PASSWORD, password_confirm: PASSWORD })),
  ),
  change(
    api.users.updatePermissions,
    edited(user, () => ({ switches: { resetDriverPassword: false } }) as never),
  ),
  change(api.users.forgotPassword, byId(user)),
  change(
    api.userGroups.create,
    created(async (w) => ({ name: fresh('Group '), roles: [await role(w)], users: [await user(w)] })),
  ),
  change(
    api.userGroups.update,
    edited(group, async (w) => ({ roles: [await role(w)] })),
  ),
  change(api.userGroups.destroy, byId(group)),
  change(
    api.userRoles.create,
    created(() => ({ name: fresh('Role '), permissions: {} })),
  ),
  change(
    api.userRoles.update,
    edited(role, () => ({ permissions: { 'DriverManagement:driver:canRead': true } })),
  ),
  change(api.userRoles.destroy, byId(role)),
  change(api.regions.create, created(place)),
  change(
    api.regions.update,
    edited(region, () => ({ contact_phone: '+61 7 5550 0100' })),
  ),
  change(api.regions.destroy, byId(region)),
  change(api.travelFactors.change, async (w) => ({
    query: { region_id: await region(w) },
    body: { factors: { 8: 1.5 } },
  })),
  change(
    api.zones.create,
    created(async (w) => ({ ...place(), abbreviation: 'Z', region_id: await region(w) })),
  ),
  change(
    api.zones.update,
    edited(zone, () => ({ default_price: 4.5 })),
  ),
  change(api.zones.destroy, byId(zone)),
  change(
    api.serviceAreas.create,
    created(async (w) => ({ zone_id: await zone(w), name: 'Shore', coordinates: square(0, 0) })),
  ),
  change(
    api.serviceAreas.update,
    edited(area, () => ({ name: 'Strand' })),
  ),
  change(api.serviceAreas.destroy, byId(area)),
  change(
    api.serviceStrategies.create,
    created(async (w) => ({ zone_id: await zone(w), name: fresh('Way '), color: '#2E6F5E' })),
  ),
  change(
    api.serviceStrategies.update,
    edited(
      async (w) => (await w.designer.withRoute()).strategy.id,
      () => ({ name: fresh('Way ') }),
    ),
  ),
  change(
    api.zoneStops.create,
    created(async (w) => ({ zone_id: await zone(w), name: 'Pier', point: [153.02, -27.01] as [number, number] })),
  ),
  change(
    api.zoneStops.update,
    edited(
      async (w) => (await w.designer.withRoute()).pier.id,
      () => ({ name: fresh('Pier ') }),
    ),
  ),
  change(api.zoneDesigns.save, async (w) => ({
    params: { id: await zone(w) },
    body: { service_areas: { added: [{ id: '$a', name: 'Shore', coordinates: square(0, 0) }] } },
  })),
  change(
    api.servicePlans.create,
    created((w) => ({ ...shift(w), zone_id: w.town.zone_id })),
  ),
  change(
    api.servicePlans.update,
    edited(plan, () => ({ minimum_capacity: 12 })),
  ),
  change(api.servicePlans.destroy, byId(plan)),
  change(
    api.servicePlans.bulkCreateAndUpdate,
    created((w) => ({ service_plans: [{ create: { ...shift(w), zone_id: w.town.zone_id } }] })),
  ),
  change(
    api.servicePlans.bulkDelete,
    created(async (w) => ({ ids: [await plan(w)] })),
  ),
  change(api.servicePlans.flexibleUpdate, async (w) => {
    const id = await plan(w)
    const end_time = new Date(Date.parse(shift(w).end_time) - 3600_000).toISOString()
    const { data } = await sam(w).call(api.servicePlans.flexible, { params: { id }, query: { end_time } })
    return {
      params: { id },
      body: { start_time: data.start_time, end_time: data.end_time, bookings: [], token: data.token },
    }
  }),
  change(
    api.trips.update,
    edited(
      async (w) => (await crewOf(w)).trip_id,
      async (w) => ({ driver_id: await driver(w), vehicle_id: await vehicle(w) }),
    ),
  ),
  change(api.trips.updateSeveral, async (w) => {
    const { trip_id: id } = await crewOf(w)
    return { query: { ids: [id] }, body: [{ id, driver_id: await driver(w), vehicle_id: await vehicle(w) }] } as never
  }),
  change(
    api.trips.changeState,
    edited(
      async (w) => (await crewOf(w)).trip_id,
      () => ({ status: 'cancelled' as const }),
    ),
  ),
  change(api.driverActions.accept, async (w) => ({ params: { id: await waitingAction(w) } })),
  change(api.driverActions.setAside, async (w) => ({
    params: { id: await waitingAction(w) },
    body: { reason: 'Entered by mistake' },
  })),
  change(api.trips.returnToService, async (w) => {
    const { trip_id } = await crewOf(w)
    const disruption = { kind: 'vehicle_lost' as const, trip_id }
    const { data } = await sam(w).call(api.disruptions.preview, { body: disruption })
    await sam(w).call(api.disruptions.accept, { body: { disruption, token: data.token } })
    return { params: { id: trip_id } }
  }),
  change(api.disruptions.accept, async (w) => {
    const disruption = { kind: 'trip_cancelled' as const, trip_id: (await crewOf(w)).trip_id }
    const { data } = await sam(w).call(api.disruptions.preview, { body: disruption })
    return { body: { disruption, token: data.token } }
  }),
  change(api.roadClosures.lift, async (w) => {
    const at = { longitude: 153.0301, latitude: -27.01 }
    const disruption = { kind: 'road_closed' as const, region_id: w.town.region_id, radius: 50, ...at } as never
    const { data } = await sam(w).call(api.disruptions.preview, { body: disruption })
    await sam(w).call(api.disruptions.accept, { body: { disruption, token: data.token } })
    const { data: closures } = await sam(w).call(api.roadClosures.list, {})
    return { params: { id: closures.at(-1)?.id ?? 0 } }
  }),
  change(api.serviceRequests.create, async (w) => {
    const who = await w.town.passenger(fresh('Rider '))
    return { body: { service_offering_id: await offering(w, who), traveler_id: who, payment_method: 'cash' as const } }
  }),
  change(api.serviceRequests.change, async (w) => {
    const who = await w.town.passenger(fresh('Rider '))
    const id = await bookFor(w, who)
    return { params: { id }, body: { service_offering_id: await offering(w, who, id) } }
  }),
  change(api.serviceRequests.changeNotes, async (w) => {
    return { ...(await byId(booking)(w)), body: { pickup_note: 'Gate' } }
  }),
  change(
    api.serviceRequests.cancel,
    edited(booking, () => ({})),
  ),
  change(
    api.surveys.create,
    created(async (w) => {
      const id = await booking(w)
      await sam(w).call(api.serviceRequests.cancel, { params: { id }, body: {} })
      const reason = await w.server.deps.db.selectFrom('survey_options').select('key').executeTakeFirstOrThrow()
      return { service_request_id: id, cancellation_reason_key: reason.key }
    }),
  ),
  change(
    api.settings.update,
    created(() => ({ app: { appName: fresh('Ambit ') } })),
  ),
  change(
    api.mailSettings.update,
    created(() => ({ signature: fresh('Ambit ') })),
  ),
  change(
    api.continuityPacks.catchUp,
    created(async (w) => {
      const { trip_id } = await crewOf(w)
      return { trip_id, written_by: 'Ann Lee', stops: [await paperStop(w.server, w.town, trip_id)] }
    }),
  ),
  ...appChanges,
  ...discountChanges,
  ...incidentChanges,
  ...journeyChanges,
  ...messageChanges,
  ...helperChanges,
  ...privacyChanges,
  ...rulesChanges,
  ...vehicleCheckChanges,
  ...laterRideChanges,
  change(api.recordVersions.restore, async (w) => {
    const id = await driver(w)
    const asked = { record_kind: 'drivers' as const, record_id: String(id) }
    const { data: events } = await sam(w).call(api.recordVersions.list, { query: asked })
    await sam(w).call(api.drivers.update, { params: { id }, body: { first_name: 'Otto' } })
    const version = { ...asked, event: events[0]!.id }
    const { seen } = (await sam(w).call(api.recordVersions.previewRestore, { body: version })).data
    return { body: { ...version, fields: ['first_name'], seen }, reason: 'A slip of the pen' }
  }),
]
