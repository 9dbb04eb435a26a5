import { api } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { putOnList, serveNow } from '../testing/waitlist.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets(), config: { smtpUrl: 'smtp://127.0.0.1:9' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})

const asked = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })).data
    .map(({ kind, severity, facts }) => [facts.waitlist_entry_id, kind, severity])
    .toSorted()

test('an entry asks for nothing of staff where its passenger is written to, and is soon in its last hour where not', async () => {
  const { db, clock } = server.deps
  const named = async (name: string, email: string | null, low_tech = false) => {
    const who = await town.passenger(name)
    await db.updateTable('travelers').set({ email, low_tech }).where('id', '=', who).execute()
    return putOnList(server, town, who)
  }
  const [written, called, unreachable] = [
    await named('Ann Letter', 'ann.letter@example.org'),
    await named('Bob Letter', 'bob.letter@example.org', true),
    await named('Cleo Letter', null),
  ]
  clock.set('2026-11-23T14:00:00+10:00')
  await runJob(server.deps, watchExceptions())
  expect(await asked()).toEqual([
    [written, 'booking_waiting', 'watch'],
    [called, 'booking_waiting', 'soon'],
    [unreachable, 'booking_waiting', 'soon'],
  ])
  clock.set('2026-11-23T15:00:00+10:00')
  await serveNow(server)
  const calls = (await asked()).filter(([, kind]) => kind === 'passenger_call')
  expect(calls.map(([entry]) => entry)).toEqual([called, unreachable])
  const mails = await db.selectFrom('outbox_mails').where('to', 'like', '%.letter@example.org').select('to').execute()
  expect(mails).toEqual([{ to: 'ann.letter@example.org' }])
})
