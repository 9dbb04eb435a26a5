import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { lockPassenger } from '../service-requests/under-rules.ts'
import { mergeOf } from '../testing/merges.ts'
import { saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let mary: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  mary = await town.passenger('Mary Silva')
})

const olga = () => server.client('operations_manager')
const alex = () => server.client('administrator')
const refused = async (kept = maria, other = mary, client = olga()) => {
  const { status, errors } = await refusal(mergeOf(client, kept, other))
  return [status, errors[0]?.code, errors[0]?.source?.pointer, errors[0]?.detail]
}
const preview = async (client = olga()) =>
  (await client.call(api.travelerMerges.preview, { params: { id: maria }, query: { with: mary } })).data
const book = async (who: number, at: string) => (await town.book({ who, from: 'Market', to: 'Hospital', at })).id
const sold = (service_offering_id: number) => ({
  service_offering_id,
  traveler_id: mary,
  payment_method: 'cash' as const,
})
const everything = ['traveller', 'contact', 'place', 'care'].map((part) => `TravellerManagement:${part}:canRead`)
const MERGE = 'TravellerManagement:merge:canUpdate'

describe('merging two passengers is refused', () => {
  // covers: JRN-90
  test('while both have an active concession of one region, until one is removed', async () => {
    const { data: set } = await olga().call(api.travelerSets.create, {
      body: { name: 'Seniors', region_id: town.region_id, discount_amount: 50 },
    })
    const assign = async (traveler_id: number) => {
      const body = { traveler_id, traveler_set_id: set.id, expires_at: '2027-01-01T00:00:00+10:00' }
      return (await olga().call(api.travelerConcessions.create, { body })).data.id
    }
    await assign(maria)
    const second = await assign(mary)
    const detail = `Both have an active concession in Coast: passenger ${maria} Seniors until 31/12/2026, passenger ${mary} Seniors until 31/12/2026. Remove one of them first`
    expect(await refused()).toEqual([422, 'invalid', '/traveler_id', detail])
    expect((await preview()).obstacles).toEqual([detail])
    await olga().call(api.travelerConcessions.destroy, { params: { id: second } })
    expect((await mergeOf(olga(), maria, mary)).merged_id).toBe(mary)
  })

  // covers: JRN-91
  test('while both have a ride at the same time, and names the two', async () => {
    const [own, theirs] = [await book(maria, '09:00'), await book(mary, '09:00')]
    await book(mary, '14:00')
    const detail = `Both ride at the same time: passenger ${maria} with booking ${own} on Mon 23 Nov, 9:00 am, passenger ${mary} with booking ${theirs} on Mon 23 Nov, 9:00 am. Cancel or move one of them first`
    expect(await refused()).toEqual([422, 'overlapping_ride', '/traveler_id', detail])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: theirs }, body: {} })
    expect((await preview()).obstacles).toEqual([])
    await mergeOf(olga(), maria, mary)
  })

  test('for one and the same record, one that is gone or merged already, and one that changed since it was read', async () => {
    expect(await refused(maria, maria)).toEqual([422, 'invalid', '/traveler_id', 'Please choose another passenger'])
    expect((await refused(maria, 2_000_000))[0]).toBe(404)
    const { version } = (await olga().call(api.travelers.show, { params: { id: mary } })).data
    await olga().call(api.travelers.update, { params: { id: mary }, body: { low_tech: true } })
    const stale = mergeOf(olga(), maria, mary, { traveler_version: version })
    expect(await refusal(stale)).toMatchObject({ status: 409, errors: [{ code: 'stale_record' }] })
    await mergeOf(olga(), maria, mary)
    const third = await town.passenger('Marie Silva')
    expect((await refused(third, mary))[0]).toBe(404)
    expect((await refused(mary, third))[0]).toBe(404)
  })

  test('while data of one are restricted, kept by a hold or asked for, and tells all of it', async () => {
    const { clock } = server.deps
    await alex().call(api.travelers.restrict, { params: { id: mary }, body: { restriction: 'Asked by mail' } })
    await alex().call(api.holds.create, {
      body: {
        kind: 'travelers',
        record_id: maria,
        reason: 'A court asked for it',
        ends_at: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
      },
    })
    const asked = { traveler_id: maria, kind: 'copy', came_by: 'phone', received_on: '2026-11-20' } as const
    await alex().call(api.privacyRequests.create, { body: asked })
    const { obstacles } = await preview()
    expect(obstacles).toEqual([
      `Passenger ${maria} has an open request about their data. Answer it first`,
      `Passenger ${maria}: A hold keeps the data until 2026-12-22: A court asked for it`,
      `The use of the data of passenger ${mary} is restricted`,
    ])
    expect(await refused()).toEqual([409, 'conflict', undefined, `They cannot be merged now. ${obstacles.join('. ')}`])
  })

  test('while both have cards that the provider keeps apart, and for whoever stands for walk-ons', async () => {
    await saveCard(server, maria, 'pm_maria')
    await saveCard(server, mary, 'pm_mary')
    expect((await preview()).obstacles).toEqual([
      'Both have cards, and the card provider keeps those of two people apart. Remove the cards of one first',
    ])
    await server.deps.db.deleteFrom('payment_methods').where('traveler_id', '=', maria).execute()
    await server.deps.db
      .updateTable('travelers')
      .set({ walk_on: true, region_id: town.region_id })
      .where('id', '=', maria)
      .execute()
    expect((await preview()).obstacles).toEqual([`Passenger ${maria} stands for all who ride without having booked`])
    await server.deps.db.updateTable('travelers').set({ walk_on: false }).where('id', '=', maria).execute()
    await mergeOf(olga(), maria, mary)
    // The card brings the provider's name for its owner along; the other's is not lost.
    const customers = await server.deps.db
      .selectFrom('card_customers')
      .selectAll()
      .where('traveler_id', 'in', [maria, mary])
      .orderBy('traveler_id')
      .execute()
    expect(customers.map(({ traveler_id, customer_id }) => [traveler_id, customer_id])).toEqual([
      [maria, `cus_${mary}`],
      [mary, `cus_${maria}`],
    ])
  })

  // covers: JRN-89
  test('to whoever lacks the key, sees passengers masked, or is limited to another region', async () => {
    for (const client of [town.dispatcher, server.client('customer_service')]) {
      expect((await refused(maria, mary, client))[0]).toBe(403)
      expect((await refusal(preview(client))).status).toBe(403)
    }
    const masked = server.client({ permissions: [MERGE, 'TravellerManagement:traveller:canRead'] })
    expect((await refused(maria, mary, masked))[0]).toBe(403)
    expect((await refusal(preview(masked))).status).toBe(403)
    const { data: hills } = await alex().call(api.regions.create, {
      body: { name: 'Hills', time_zone: 'Australia/Brisbane' },
    })
    const limited = server.client({ permissions: [MERGE, ...everything], region_ids: [hills.id] })
    expect((await refused(maria, mary, limited))[0]).toBe(404)
    const ours = await town.passenger('Henry Hill')
    await server.deps.db.updateTable('travelers').set({ region_id: hills.id }).where('id', '=', ours).execute()
    expect((await refused(ours, mary, limited))[0]).toBe(404)
    await server.deps.db.updateTable('travelers').set({ region_id: hills.id }).where('id', 'in', [mary]).execute()
    expect((await refused(ours, maria, limited))[0]).toBe(404)
    const own = await mergeOf(limited, ours, mary)
    expect(own.kept_id).toBe(ours)
    await limited.call(api.travelerMerges.undo, { params: { id: own.id } })
    const { id } = await mergeOf(olga(), maria, await town.passenger('Marie Silva'))
    expect((await refusal(limited.call(api.travelerMerges.undo, { params: { id } }))).status).toBe(404)
    const lists = limited.call(api.travelerMerges.list, { params: { id: maria } })
    expect((await refusal(lists)).status).toBe(404)
  })

  test('to whoever has not said why they open a protected passenger', async () => {
    await alex().call(api.travelers.protect, { params: { id: mary }, body: { protected: true } })
    expect((await refused()).slice(0, 2)).toEqual([422, 'reason_needed'])
    expect((await refusal(preview())).errors[0]?.code).toBe('reason_needed')
  })
})

describe('of two that come in the same moment', () => {
  test('merges of the same two records, one is done', async () => {
    const [a, b]: Client[] = [olga(), alex()]
    const results = await Promise.allSettled([mergeOf(a!, maria, mary), mergeOf(b!, mary, maria)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a merge and a booking, either the booking is moved or it is refused', async () => {
    const search = await town.search({ who: mary, from: 'Market', to: 'Station', at: '10:00' })
    const body = sold(search.service_offerings[0]?.id ?? 0)
    const booking = town.dispatcher.call(api.serviceRequests.create, { body })
    const [made, merged] = await Promise.allSettled([booking, mergeOf(olga(), maria, mary)])
    expect(merged.status).toBe('fulfilled')
    const rows = await server.deps.db
      .selectFrom('service_requests')
      .select('traveler_id')
      .where('traveler_id', 'in', [maria, mary])
      .execute()
    expect(rows).toEqual(made.status === 'fulfilled' ? [{ traveler_id: maria }] : [])
  })

  test('a merge and a booking that waited for it, the booking is refused', async () => {
    await mergeOf(olga(), maria, mary)
    const { db } = server.deps
    const booking = db.transaction().execute((tx) => lockPassenger(tx, mary))
    await expect(booking).rejects.toMatchObject({
      status: 409,
      message: 'This passenger was merged into another or erased meanwhile. Please look again',
    })
  })
})
