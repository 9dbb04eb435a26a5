import { api, type CallInput } from '@ambit/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewErasure } from '../erasures/preview.ts'
import { eraseTraveler } from '../erasures/erase.ts'
import { removeAtNight } from '../retention/remove.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { remindOfRequests } from './remind.ts'

const DAY = 24 * 3600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Body = CallInput<typeof api.privacyRequests.create>['body']
const sam = () => server.client('superadmin')
let made = 0
const passenger = async (): Promise<number> => {
  const username = `asking${(made += 1)}`
  const person = { first_name: 'Petra', last_name: `Lindqvist${made}`, username, email: `${username}@example.org` }
  return (await sam().call(api.travelers.create, { body: person })).data.id
}
const today = () => server.deps.clock.now().toISOString().slice(0, 10)
const ask = async (body: Partial<Body> = {}) =>
  (
    await sam().call(api.privacyRequests.create, {
      body: {
        traveler_id: body.traveler_id ?? (await passenger()),
        kind: 'copy',
        came_by: 'letter',
        received_on: today(),
        identity_check: 'Passport by video',
        ...body,
      },
    })
  ).data
const show = async (id: number) => (await sam().call(api.privacyRequests.show, { params: { id } })).data

// covers: AUD-60
test('a request has its person, kind, way, days, check, who looks after it, state and every answer that was sent', async () => {
  await server.token('administrator')
  const { id: user_id } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'administrator')
    .executeTakeFirstOrThrow()
  const { id, version } = await ask({ user_id, kind: 'access', came_by: 'phone' })
  await sam().call(api.privacyRequests.answer, {
    params: { id },
    body: { text: 'We have received it', state: 'open' },
    version,
  })
  const { version: next } = await show(id)
  await sam().call(api.privacyRequests.answer, {
    params: { id },
    body: { text: 'Here is what we know', state: 'fulfilled' },
    version: next,
  })
  expect(await show(id)).toMatchObject({
    kind: 'access',
    came_by: 'phone',
    received_on: today(),
    identity_check: 'Passport by video',
    user_id,
    state: 'fulfilled',
    closed_at: server.deps.clock.now().toISOString(),
    answers: [{ text: 'We have received it' }, { text: 'Here is what we know' }],
  })
  const { data } = await sam().call(api.privacyRequests.list, { query: { filter: { state: ['fulfilled'] } } })
  expect(data.map((one) => one.id)).toContain(id)
})

test('a request is found by the number of its passenger and by how identity was checked', async () => {
  const { id, traveler_id } = await ask({ identity_check: 'Library card' })
  const found = async (search: string) =>
    (await sam().call(api.privacyRequests.list, { query: { search } })).data.map((one) => one.id)
  expect(await found(String(traveler_id))).toEqual([id])
  expect(await found('library')).toEqual([id])
  expect(await found('999999')).toEqual([])
})

test('a request is fulfilled only once it was checked who asks, and nothing is added to a closed one', async () => {
  const { id } = await ask({ identity_check: '' })
  const answer = (state: 'fulfilled' | 'refused') =>
    sam().call(api.privacyRequests.answer, { params: { id }, body: { text: 'No proof came', state } })
  expect((await refusal(answer('fulfilled'))).errors[0]?.detail).toMatch(/how it was checked/)
  await answer('refused')
  expect((await refusal(answer('refused'))).status).toBe(409)
  const change = { params: { id }, body: { identity_check: 'Later' } }
  expect((await refusal(sam().call(api.privacyRequests.update, change))).status).toBe(409)
})

test('a passenger who is not there, a user who is not there and a day in the future are refused at their fields', async () => {
  const pointerOf = async (body: Partial<Body>) => (await refusal(ask(body))).errors[0]?.source?.pointer
  expect(await pointerOf({ traveler_id: 999_999 })).toBe('/traveler_id')
  expect(await pointerOf({ user_id: 999_999 })).toBe('/user_id')
  const later = new Date(server.deps.clock.now().getTime() + 3 * DAY).toISOString().slice(0, 10)
  expect(await pointerOf({ received_on: later })).toBe('/received_on')
})

test('an objection that is being decided stands in the way of erasing, and texts go when the passenger is erased', async () => {
  const { db, clock } = server.deps
  const traveler_id = await passenger()
  const now = clock.now()
  const insert = (kind: 'object' | 'erase', state: 'open' | 'fulfilled') =>
    db
      .insertInto('privacy_requests')
      .values({
        traveler_id,
        kind,
        came_by: 'letter',
        received_on: '2026-10-01',
        due_on: '2026-11-01',
        identity_check: 'Knows Petra by voice',
        user_id: null,
        state,
        closed_at: state === 'open' ? null : now,
        told_soon: null,
        told_late: null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: objection } = await insert('object', 'open')
  const { id: erasure } = await insert('erase', 'fulfilled')
  await db
    .insertInto('privacy_answers')
    .values({ privacy_request_id: erasure, sent_at: now, sent_by: null, text: 'Dear Petra, it is done' })
    .execute()
  const obstacles = async () => (await previewErasure(db, traveler_id, now)).obstacles
  expect(await obstacles()).toEqual(['An objection of the passenger is being decided'])
  await db
    .updateTable('privacy_requests')
    .set({ state: 'refused', closed_at: now })
    .where('id', '=', objection)
    .execute()
  expect(await obstacles()).toEqual([])
  await db.transaction().execute((tx) => eraseTraveler(tx, traveler_id, 'Asked by letter', now))
  const [request] = await db.selectFrom('privacy_requests').selectAll().where('id', '=', erasure).execute()
  expect(request).toMatchObject({ kind: 'erase', identity_check: 'Removed' })
  const answers = await db
    .selectFrom('privacy_answers')
    .select('text')
    .where('privacy_request_id', '=', erasure)
    .execute()
  expect(answers).toEqual([{ text: 'Removed' }])
})

test('operations managers note and read requests, and answer none; dispatchers see none', async () => {
  const { id } = await ask()
  const dana = server.client('operations_manager')
  expect((await dana.call(api.privacyRequests.show, { params: { id } })).data.id).toBe(id)
  const answer = { params: { id }, body: { text: 'Here', state: 'open' as const } }
  expect((await refusal(dana.call(api.privacyRequests.answer, answer))).status).toBe(403)
  const eve = server.client('dispatcher')
  expect((await refusal(eve.call(api.privacyRequests.show, { params: { id } }))).status).toBe(403)
})

// covers: AUD-61
test('it is due one month after it came, extended once with a reason, and told a week before and when it is late', async () => {
  const { id, due_on } = await ask({ received_on: '2026-10-31' })
  expect(due_on).toBe('2026-11-30')
  const extend = (months: number) =>
    sam().call(api.privacyRequests.extend, { params: { id }, body: { months, reason: 'It lies in two systems' } })
  expect((await refusal(extend(3))).status).toBe(422)
  const { data } = await extend(2)
  expect(data).toMatchObject({
    due_on: '2027-01-31',
    extended_months: 2,
    answers: [{ text: 'It lies in two systems' }],
  })
  expect((await refusal(extend(1))).errors[0]?.detail).toMatch(/possible once/)

  const { db, clock } = server.deps
  await db.deleteFrom('privacy_requests').where('state', '=', 'open').where('id', '<>', id).execute()
  const mails = async () => {
    await runJob(server.deps, remindOfRequests)
    const sent = await db
      .selectFrom('outbox_mails')
      .select(['to', 'subject', 'text'])
      .where('text', 'like', `%request ${id} %`)
      .orderBy('id')
      .execute()
    await db.deleteFrom('outbox_mails').where('text', 'like', `%request ${id} %`).execute()
    return sent
  }
  expect(await mails()).toEqual([])
  clock.advance(Date.parse('2027-01-24T12:00:00Z') - clock.now().getTime())
  const soon = await mails()
  expect(new Set(soon.map(({ subject }) => subject))).toEqual(
    new Set(['Requests about personal data are due within a week']),
  )
  const holders = await db
    .selectFrom('users')
    .select('email')
    .where('username', 'in', ['superadmin', 'administrator'])
    .execute()
  expect(soon.map(({ to }) => to).toSorted()).toEqual(holders.map(({ email }) => email).toSorted())
  expect(await mails()).toEqual([])
  clock.advance(8 * DAY)
  const late = await mails()
  expect(late[0]?.text).toMatch(new RegExp(`request ${id} \\(copy\\) of passenger \\d+ was due on 2027-01-31`))
  expect(await mails()).toEqual([])
})

test('closed requests go in the night when their time is over, open ones stay', async () => {
  const { db, clock } = server.deps
  await db.updateTable('privacy_requests').set({ updated_at: clock.now() }).execute()
  const before = await db.selectFrom('privacy_requests').select(['id', 'state']).execute()
  expect(new Set(before.map(({ state }) => state === 'open'))).toEqual(new Set([true, false]))
  clock.advance(40 * 31 * DAY)
  await runJob(server.deps, removeAtNight)
  const left = await db.selectFrom('privacy_requests').select(['id', 'state']).execute()
  expect(left).toEqual(before.filter(({ state }) => state === 'open'))
})
