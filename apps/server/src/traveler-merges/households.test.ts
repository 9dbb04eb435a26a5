import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type HelperRight } from '@ambit/contract'
import { mergeOf } from '../testing/merges.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let mum: number
let max: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  mum = await person('Mara Silva', 'mara@example.org')
  max = await person('Max Silva', null)
})

const olga = () => server.client('operations_manager')
const undo = async (id: number) => (await olga().call(api.travelerMerges.undo, { params: { id } })).data
const person = async (name: string, email: string | null): Promise<number> => {
  const id = await town.passenger(name)
  const { db } = server.deps
  if (email !== null) await db.updateTable('travelers').set({ email: null }).where('email', '=', email).execute()
  await db.updateTable('travelers').set({ email, phone_number: null }).where('id', '=', id).execute()
  return id
}
const link = (traveler_id: number, helper_id: number, rights: HelperRight[], household = false) => {
  const now = server.deps.clock.now()
  const stamps = { accepted_at: now, created_at: now, updated_at: now }
  return server.deps.db
    .insertInto('traveler_helpers')
    .values({ traveler_id, helper_id, rights, household, ...stamps })
    .execute()
}
const links = async (...members: number[]) =>
  (
    await sql<{ said: string }>`select traveler_id || ' by ' || helper_id || ': ' || array_to_string(rights, ', ')
      || case when household then ', answers' else '' end as said from traveler_helpers
      where traveler_id = any(${members}::int[]) order by traveler_id, helper_id`.execute(server.deps.db)
  ).rows.map(({ said }) => said)

test('who answers for a household still does as the record that stays, until it is undone', async () => {
  const twin = await person('Mara Silva-Berg', null)
  await link(max, mum, ['follow'])
  await link(max, twin, ['book', 'pay'], true)
  const before = await links(max)
  const { id } = await mergeOf(olga(), mum, twin)
  expect(await links(max)).toEqual([`${max} by ${mum}: book, follow, pay, answers`])
  const ride = await town.book({ who: max, from: 'Market', to: 'Hospital', at: '09:00' })
  await sendWaitingMessages(server)
  const told = server.deps.db.selectFrom('messages').select('recipient').where('service_request_id', '=', ride.id)
  expect(await told.execute()).toEqual([{ recipient: 'mara@example.org' }])
  await undo(id)
  expect(await links(max)).toEqual(before)
})

test('a member of a household is answered for as the record that stays too, by one helper alone', async () => {
  const twin = await person('Max Berg', null)
  const dad = await person('Dirk Silva', 'dirk@example.org')
  await link(max, mum, ['follow'])
  await link(twin, mum, ['book'], true)
  const first = await links(max, twin)
  const { id } = await mergeOf(olga(), max, twin)
  expect(await links(max, twin)).toEqual([`${max} by ${mum}: book, follow, answers`])
  await undo(id)
  expect(await links(max, twin)).toEqual(first)
  await link(max, dad, ['book'], true)
  const both = await links(max, twin)
  const again = await mergeOf(olga(), max, twin)
  expect(await links(max, twin)).toEqual([`${max} by ${mum}: book, follow`, `${max} by ${dad}: book, answers`])
  await undo(again.id)
  expect(await links(max, twin)).toEqual(both)
})
