// @module-tag long
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startJobs } from '../boot/run-jobs.ts'
import { type FakeStripe, startFakeStripe } from '../testing/fake-stripe.ts'
import { paidRide, saveCard, stripeCards } from '../testing/paid-rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const HOUR = 3600_000
const PATIENCE_MS = 400
let stripe: FakeStripe
let server: TestServer
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ streets: straightStreets(), config: { cards: stripeCards(stripe, PATIENCE_MS) } })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

const driven = async (server: TestServer, name: string) => {
  const town = await buildSmallTown(server)
  const who = await town.passenger(name)
  const ride = paidRide(server, town, await town.vehicle('Van 1'))
  await saveCard(server, who, `pm_${who}`)
  const id = await ride.book(who)
  await ride.drive(id)
  return { ride, id }
}

test.each(['hang', 'late'] as const)(
  'a call that the card provider answers too late ends, and the fare is charged once (%s)',
  async (fault) => {
    stripe.reset()
    const { ride, id } = await driven(server, `Maria ${fault}`)
    stripe.faults = [null, null, fault]
    await ride.send()
    expect(await ride.status(id)).toBe('charging')
    expect(await ride.log(id)).toContain('charge unreachable')
    stripe.release()
    for (let n = 0; n < 3; n += 1) await ride.pass(6 * HOUR)
    expect(await ride.status(id)).toBe('charged')
    expect([...stripe.intents.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  },
)

test('other jobs run while the card provider keeps a call waiting', async () => {
  stripe.reset()
  const patient = await startTestServer({
    streets: straightStreets(),
    config: { cards: stripeCards(stripe, HOUR) },
  })
  const { db, clock } = patient.deps
  await driven(patient, 'Mina')
  stripe.always = 'hang'
  const stop = await startJobs(patient.deps)
  try {
    await vi.waitFor(() => expect(stripe.asked).not.toEqual([]), 10_000)
    await db.updateTable('jobs').set({ last_run_at: null }).execute()
    clock.advance(HOUR)
    await vi.waitFor(async () => {
      const job = db.selectFrom('jobs').select('last_run_at').where('name', '=', 'live.prune')
      expect((await job.executeTakeFirstOrThrow()).last_run_at).not.toBeNull()
    }, 10_000)
  } finally {
    stripe.always = null
    stripe.release()
    await stop()
    await patient.close()
  }
})
