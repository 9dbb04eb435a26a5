import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ErrorEnvelope } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.token('superadmin')
})
afterAll(() => server.close())

const driver = (name: string) => ({
  first_name: name,
  last_name: 'Driver',
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.org`,
})

describe('a creating call that is sent again', () => {
  const post = (path: string, body: object, key: string, { as = token, signal = null as AbortSignal | null } = {}) =>
    fetch(`${server.url}/api/v2/ops/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${as}` },
      signal,
    })
  const create = (name: string, key: string, as = token) => post('drivers', driver(name), key, { as })

  test('gets the first answer, even when ten arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('Once', 'key-1')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await (await create('Once', 'key-1')).json()).toEqual(bodies[0])
    const { meta } = await server.client('superadmin').call(api.drivers.list, { query: { search: 'once@example.org' } })
    expect(meta.total).toBe(1)
  })

  test('with another body is refused', async () => {
    await create('First', 'key-2')
    const second = await create('Second', 'key-2')
    expect(second.status).toBe(422)
    expect(ErrorEnvelope.parse(await second.json()).errors[0]?.title).toBe('Idempotency-Key')
  })

  test('runs again when the first was refused, and for another caller', async () => {
    expect((await create('Once', 'key-3')).status).toBe(422) // the name is taken
    expect((await create('Third', 'key-3')).status).toBe(201)
    const other = await server.token('administrator')
    expect((await create('Fourth', 'key-3', other)).status).toBe(201)
  })

  const stored = async (key: string): Promise<number> => {
    const row = server.deps.db.selectFrom('idempotency_keys').where('key', '=', key)
    return Number((await row.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
  }

  test('gets the first answer when the change was stored but its answer was lost on the way', async () => {
    const { call } = server.client('superadmin')
    const { data: traveler } = await call(api.travelers.create, { body: driver('Lost') })
    const hangUp = new AbortController()
    const comment = { traveler_id: traveler.id, comment: 'Needs the ramp' }
    const send = (signal: AbortSignal | null) => post('traveler_comments', comment, 'comment-1', { signal })
    const first = send(hangUp.signal).catch(() => null)
    await expect.poll(() => stored('comment-1')).toBe(1)
    hangUp.abort()
    await first
    expect((await send(null)).status).toBe(201)
    const comments = await call(api.travelerComments.list, { query: { filter: { traveler: [traveler.id] } } })
    expect(comments.data.map((one) => one.comment)).toEqual(['Needs the ramp'])
  })

  test('leaves neither a record nor a key when it was cut off before it was stored', async () => {
    const { db } = server.deps
    await sql`create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`.execute(
      db,
    )
    await sql`create trigger cut_off before insert on idempotency_keys for each row execute function cut_off()`.execute(
      db,
    )
    expect((await create('Dead', 'key-4')).status).toBe(500)
    await sql`drop function cut_off cascade`.execute(db)
    expect(await stored('key-4')).toBe(0)
    expect((await create('Dead', 'key-4')).status).toBe(201)
  })

  test('takes over the key of a process of an older version that died before it answered', async () => {
    await create('Old', 'key-5')
    await server.deps.db.deleteFrom('drivers').where('username', '=', 'old').execute()
    await server.deps.db.updateTable('idempotency_keys').set({ status: null }).where('key', '=', 'key-5').execute()
    expect((await create('Old', 'key-5')).status).toBe(201)
    expect(await (await create('Old', 'key-5')).json()).toMatchObject({ data: { username: 'old' } })
  })
})
