import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { checkInvariants } from '../health/invariants.ts'
import { checkPlans } from '../dispatch/check-plans.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})

const confirm = (who: number, offering: number) =>
  town.dispatcher.call(api.serviceRequests.create, {
    body: { service_offering_id: offering, traveler_id: who, payment_method: 'cash' },
  })
describe('an offering becomes a booking', () => {
  test('two hundred confirmations at once for ten seats sell ten', async () => {
    await town.vehicle('Bus', { seats: 10 })
    const offers: { who: number; id: number }[] = []
    for (let i = 0; i < 200; i++) {
      const who = await town.passenger(`Guest ${i}`)
      const search = await town.search({ who, from: 'Market', to: 'Hospital', at: '09:00' })
      offers.push({ who, id: search.service_offerings[0]!.id })
    }
    const results = await Promise.allSettled(offers.map(({ who, id }) => confirm(who, id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
    expect(await checkInvariants(town.server.deps.db)).toEqual([])
    expect(await checkPlans(town.server.deps)).toEqual([])
  }, 180_000)
})
