import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Client, createClient, ErrorEnvelope, type SignInOutcome } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = async (path: string, body: object) => {
  const response = await fetch(`${server.url}/api/v2/ride${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  const [refused] = ErrorEnvelope.safeParse(answer).data?.errors ?? []
  const data = refused === undefined ? (answer as { data: SignInOutcome & { id: string } }).data : null // of the contract
  return { status: response.status, data, error: refused?.detail, pointer: refused?.source?.pointer }
}
const give = (id: string, body: object) => post(`/sign_ins/${id}`, body)

/** A challenge and its code, an hour after whatever was asked for before. */
const begin = async (contact: string, sentTo = contact.toLowerCase()) => {
  const { db, clock } = server.deps
  clock.advance(3600_000)
  await db.deleteFrom('outbox_mails').where('to', '=', sentTo).execute()
  const { data } = await post('/sign_ins', { contact })
  const text = async () =>
    (await db.selectFrom('outbox_mails').select('text').where('to', '=', sentTo).executeTakeFirst())?.text ?? null
  await expect.poll(text).not.toBeNull()
  return { id: data?.id ?? '', code: /\b\d{6}\b/.exec((await text()) ?? '')?.[0] ?? '' }
}

/** Users' sessions end while hours pass. */
const office = async (): Promise<Client> => {
  const token = await server.token('superadmin')
  return createClient({ origin: server.url, token: () => token })
}

let number = 0
const enrol = async (fields: object = {}): Promise<{ id: number; email: string }> => {
  number += 1
  const username = `passenger${number}`
  const email = `${username}@example.org`
  const body = { first_name: 'Nina', last_name: 'Moreau', username, email, ...fields }
  const { data } = await (await office()).call(api.travelers.create, { body })
  return { id: data.id, email }
}

describe('a password', () => {
  const words = 'seven grey herons'
  const withPassword = async (fields: object = {}) => {
    const person = await enrol(fields)
    const body = { newPassword: words, confirmPassword: words }
    await (await office()).call(api.travelers.resetPassword, { params: { id: person.id }, body })
    return person
  }

  // covers: RIDE-16
  test('that was set signs in instead of the code, which nobody has to have, and shows no contact to be theirs', async () => {
    const { id: passenger, email } = await withPassword()
    const { id } = await begin(email)
    expect(await give(id, { password: 'seven grey geese' })).toMatchObject({ status: 422, pointer: '/password' })
    expect((await give(id, { password: words })).data).toMatchObject({
      outcome: 'signed_in',
      passenger: { id: passenger, email_verified: false },
    })
    expect((await give(id, { password: words })).status).toBe(422)
    const stranger = await begin('nobody@example.org')
    expect(await give(stranger.id, { password: words })).toMatchObject({ status: 422, pointer: '/password' })
    const { email: without } = await enrol()
    const one = await begin(without)
    expect(await give(one.id, { password: words })).toMatchObject({ status: 422, pointer: '/password' })
    expect((await give(one.id, { code: one.code })).data).toMatchObject({ outcome: 'signed_in' })
    for (const body of [{}, { code: one.code, password: words }]) expect((await give(one.id, body)).status).toBe(422)
  })

  test('has the five guesses of the challenge, together with the code, and of a shared number opens its owner’s account', async () => {
    const { email } = await withPassword()
    const { id, code } = await begin(email)
    for (let guess = 1; guess < 5; guess += 1) await give(id, { password: `wrong ${guess}` })
    expect(await give(id, { password: 'wrong 5' })).toMatchObject({ error: 'Please ask for a new code.' })
    for (const proof of [{ password: words }, { code }]) expect((await give(id, proof)).status).toBe(422)
    await enrol({ first_name: 'Ada', phone_number: '0445 888 999' })
    const ben = await withPassword({ first_name: 'Ben', phone_number: '0445 888 999' })
    const shared = await begin('0445 888 999', '+61445888999')
    expect((await give(shared.id, { password: words })).data).toMatchObject({
      outcome: 'signed_in',
      passenger: { id: ben.id, phone_verified: false },
    })
  })

  test('that staff set anew signs out everywhere', async () => {
    const { id, email } = await enrol()
    const { id: challenge, code } = await begin(email)
    await give(challenge, { code })
    const body = { newPassword: words, confirmPassword: words }
    await (await office()).call(api.travelers.resetPassword, { params: { id }, body })
    expect(await server.deps.db.selectFrom('sessions').select('id').where('traveler_id', '=', id).execute()).toEqual([])
  })
})
