import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { watchLooks } from './unusual.ts'

const MOST = 20
let server: TestServer
let town: SmallTown
const passengers: number[] = []
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  for (let count = 0; count < MOST; count += 1) passengers.push(await town.passenger(`Rider ${count}`))
  await server.deps.db.updateTable('travelers').set({ region_id: town.region_id }).execute()
  for (const role of ['superadmin', 'administrator', 'dispatcher'] as const) await server.token(role)
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db, looks } = server.deps
  await looks.write()
  await sql`truncate access_events, unusual_looks, outbox_mails`.execute(db)
})

const keys = ['TravellerManagement:Module', 'TravellerManagement:traveller:canRead'] as const
const sam = () => server.client('superadmin')
/** Another user each time, of all regions and with no booking to their name. */
const curious = () => server.client({ permissions: [...keys] })
const lookAt = async (some: readonly number[], who: Client): Promise<void> => {
  for (const id of some) await who.call(api.travelers.show, { params: { id } })
  await server.deps.looks.write()
}
/** As if everything so far had happened so many minutes earlier. */
const putBack = (minutes: number) =>
  sql`update access_events set at = at - ${minutes} * interval '1 minute',
    last_at = last_at - ${minutes} * interval '1 minute'`.execute(server.deps.db)
const watch = (later = 0): Promise<void> => {
  const { clock } = server.deps
  const now = (): Date => new Date(clock.now().getTime() + later)
  return runJob({ ...server.deps, clock: { ...clock, now } }, watchLooks)
}
const told = async () =>
  (await server.deps.db.selectFrom('outbox_mails').select(['to', 'subject', 'text']).orderBy('to').execute()).map(
    ({ to, subject, text }) => ({ to, subject, text: text ?? '' }),
  )
const unusual = async (who = sam()) => (await who.call(api.accessEvents.unusual)).data

// covers: AUD-38
test('twenty looks within an hour by somebody who booked nothing there that day are told once to those who may read them', async () => {
  const who = curious()
  await lookAt(passengers.slice(1), who)
  await watch()
  expect(await told()).toEqual([])
  await lookAt(passengers.slice(0, 1), who)
  await watch()
  await watch()
  const mails = await told()
  expect(mails.map(({ to }) => to)).toEqual(['administrator@example.org', 'superadmin@example.org'])
  const [found] = await unusual()
  expect(found).toMatchObject({ region_name: 'Coast', looks: 20, day: '2026-11-23' })
  expect(mails[0]?.subject).toBe(`${found?.actor_name} looked at unusually many passengers`)
  expect(mails[0]?.text).toContain(
    `${found?.actor_name} looked 20 times at passengers of Coast within an hour, and has made or changed no booking there today.`,
  )
})

// covers: AUD-38
test('who has booked in the region that day may look as often as it takes, but not on the day after', async () => {
  await town.vehicle('Van')
  await town.book({ who: passengers[0]!, from: 'Market', to: 'Hospital', at: '09:00' })
  await lookAt(passengers, server.client('dispatcher'))
  await watch()
  expect(await told()).toEqual([])
  await putBack(-24 * 60)
  await watch(24 * 3600_000)
  expect(await unusual()).toMatchObject([{ actor_name: 'Test dispatcher', looks: 20, day: '2026-11-24' }])
})

// covers: AUD-38
test('looks that are spread over more than an hour are not unusual, and the number is a setting', async () => {
  const who = curious()
  await lookAt(passengers.slice(0, 10), who)
  await putBack(61)
  await lookAt(passengers.slice(10), who)
  await watch()
  expect(await told()).toEqual([])
  const set = (unusual_looks: number) => sam().call(api.settings.update, { body: { access: { unusual_looks } } })
  await set(10)
  await watch()
  expect(await told()).toHaveLength(2)
  expect((await refusal(set(0))).errors).toMatchObject([
    { source: { pointer: '/access/unusual_looks' }, detail: 'From 1 to 1,000' },
  ])
  await set(MOST)
})

test('holders of the key are not told of themselves, and those of another region not at all', async () => {
  const elsewhere = await server.deps.db
    .insertInto('regions')
    .values({ name: 'Inland', time_zone: 'Australia/Brisbane', created_at: new Date(), updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const permissions = [...keys, 'AuditManagement:access:canRead'] as const
  const limited = (region: number) => server.client({ permissions: [...permissions], region_ids: [region] })
  const [far, here] = [limited(elsewhere.id), limited(town.region_id)]
  for (const one of [far, here]) expect(await unusual(one)).toEqual([])
  await lookAt(passengers, server.client('administrator'))
  await watch()
  const addresses = (await told()).map(({ to }) => to)
  expect(addresses).toHaveLength(2)
  expect(addresses).toContain('superadmin@example.org')
  expect(addresses).not.toContain('administrator@example.org')
  expect([await unusual(far), await unusual(server.client('administrator'))]).toEqual([[], []])
  expect(await unusual(here)).toHaveLength(1)
  expect((await refusal(unusual(curious()))).status).toBe(403)
})

test('what was found goes after thirty days', async () => {
  await lookAt(passengers, curious())
  await watch()
  expect(await unusual()).toHaveLength(1)
  await watch(31 * 24 * 3600_000)
  expect(await unusual()).toEqual([])
})
