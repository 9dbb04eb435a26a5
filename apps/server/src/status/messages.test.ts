import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMessage } from '../testing/queue-message.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { measureStatus } from './measure.ts'
import type { StatusReport } from './report.ts'

const MINUTE_MS = 60_000

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

test('mail and messages are disturbed when a message has waited for a quarter of an hour and no later one was sent, and are not shown where none is sent', async () => {
  const { deps } = server
  await town.vehicle('Van 1')
  const traveler_id = await town.passenger('Maria Silva')
  const { id } = await town.book({ who: traveler_id, from: 'Market', to: 'Hospital', at: '10:00' })
  const told = { event: 'booking_changed', service_request_id: id, traveler_id, region_id: town.region_id } as const
  await queueMessage(server, { ...told, channel: 'sms' })
  deps.clock.advance(16 * MINUTE_MS)
  const state = async () => {
    deps.clock.advance(MINUTE_MS)
    await runJob(deps, measureStatus())
    const { parts } = (await (await fetch(`${server.url}/status.json`)).json()) as StatusReport // what the server writes
    return parts.find(({ part }) => part === 'mail')?.state
  }
  expect(await state()).toBeUndefined()
  deps.config.sms = {
    kind: 'http',
    url: 'http://127.0.0.1:9/',
    method: 'POST',
    headers: {},
    body: '{"to":"{to}","text":"{text}"}',
    idPath: null,
    from: 'Sunline',
    hookSecret: null,
  }
  expect(await state()).toBe('disturbed')
  await deps.db.updateTable('messages').set({ state: 'sent', state_at: deps.clock.now() }).execute()
  expect(await state()).toBe('working')
  await queueMessage(server, { ...told, once: 'to a number that takes none', channel: 'sms' })
  deps.clock.advance(16 * MINUTE_MS)
  expect(await state()).toBe('disturbed')
  const sent_later = await queueMessage(server, { ...told, once: 'to another number', channel: 'sms' })
  await deps.db
    .updateTable('messages')
    .set({ state: 'sent', state_at: deps.clock.now() })
    .where('id', '=', sent_later)
    .execute()
  expect(await state()).toBe('working')
})
