import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { enrol } from '../testing/enrol.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const chris = () => server.client('customer_service')
const visa = { number: '4242 4242 4242 4242', exp_month: 4, exp_year: 2030, cvc: '123', name: 'R Rider' }
const begin = async (id: number) =>
  (await chris().call(api.paymentMethods.setupIntent, { params: { id } })).data.client_secret ?? ''
const tokenise = async (client_secret: string, card: Partial<typeof visa> = {}) =>
  (await chris().call(api.paymentMethods.testToken, { body: { ...visa, ...card, client_secret } })).data
const cards = async (id: number) => (await chris().call(api.paymentMethods.list, { params: { id } })).data
const add = async (id: number, card: Partial<typeof visa> = {}) =>
  (await chris().call(api.paymentMethods.create, { params: { id }, body: await tokenise(await begin(id), card) })).data
const told = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

describe('with the built-in test provider', () => {
  // covers: CARD-02, CARD-03, CARD-06, CARD-15, CARD-20, CARD-21, CARD-24, CARD-25, CARD-28, CARD-32, CARD-33
  test('staff add cards of all four brands to a passenger and remove one', async () => {
    const ruth = await enrol(server, 'Ruth')
    expect(await cards(ruth.id)).toEqual([])
    const first = await add(ruth.id)
    expect(first).toEqual({
      id: first.id,
      brand: 'visa',
      last4: '4242',
      exp_month: 4,
      exp_year: 2030,
      name: 'R Rider',
    })
    await add(ruth.id, { number: '378282246310005', cvc: '1234' })
    await add(ruth.id, { number: '36227206271667' })
    await add(ruth.id, { number: '5555 5555 5555 4444' })
    expect((await cards(ruth.id)).map(({ brand }) => brand).toSorted()).toEqual([
      'amex',
      'dinersclub',
      'mastercard',
      'visa',
    ])
    const { data: shown } = await chris().call(api.travelers.show, { params: { id: ruth.id } })
    expect(shown.payment_methods).toHaveLength(4)
    const rita = await enrol(server, 'Rita')
    const destroy = (id: number) =>
      chris().call(api.paymentMethods.destroy, { params: { id, payment_method_id: first.id } })
    expect((await told(destroy(rita.id)))[0]).toBe(404)
    await destroy(ruth.id)
    const all = await chris().call(api.paymentMethods.all, { query: { filter: { traveler: [ruth.id] } } })
    expect([all.meta.total, all.data.some(({ last4 }) => last4 === '4242')]).toEqual([3, false])
    expect(all.data.every(({ traveler_id }) => traveler_id === ruth.id)).toBe(true)
  })

  test('a card number is in no table, answer or log afterwards', async () => {
    const nora = await enrol(server, 'Nora')
    const number = '5200828282828210'
    const { id } = await add(nora.id, { number, cvc: '931' })
    await refusal(tokenise(await begin(nora.id), { number: '4000000000000002' }))
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(server.deps.db)
    const kept: string[] = []
    for (const { name } of rows) {
      const dump = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(server.deps.db)
      kept.push(...dump.rows.map(({ text }) => `${name}: ${text}`))
    }
    expect(kept.some((row) => row.includes(id))).toBe(true)
    expect(kept.filter((row) => /5200.?8282.?8282.?8210|4000000000000002/.test(row))).toEqual([])
    // Nor a fingerprint of one: the calls that carry it are not kept for repeated keys.
    expect(api.paymentMethods.testToken.keyed || api.paymentMethods.setupIntent.keyed).toBe(false)
    expect(JSON.stringify(server.logged)).not.toContain('8282')
  })

  test('accepts test numbers only, and gives the reason for a refusal', async () => {
    const remo = await enrol(server, 'Remo')
    const secret = await begin(remo.id)
    const wrong = async (card: Partial<typeof visa>) => (await told(tokenise(secret, card))).slice(1)
    expect(await wrong({ number: '4111 1111 1111 1111' })).toEqual([
      '/number',
      'Only test cards are accepted here, such as 4242 4242 4242 4242.',
    ])
    expect(await wrong({ number: '4242 4242 4242 4241' })).toEqual(['/number', 'Your card number is invalid.'])
    expect(await wrong({ number: '4000 0000 0000 0002' })).toEqual(['/number', 'Your card was declined.'])
    expect(await wrong({ exp_year: 2025 })).toEqual(['/exp_month', "Your card's expiration date is in the past."])
    expect(await wrong({ cvc: '12' })).toEqual(['/cvc', "Your card's security code is incomplete."])
    expect(await wrong({ name: ' ' })).toEqual(['/name', 'Please enter the name on the card'])
    expect((await tokenise(secret)).payment_method_id).toMatch(/^pm_test_/)
    // Once is enough: the secret is spent.
    expect(await wrong({})).toEqual(['/client_secret', 'Card Setup failed.'])
    expect((await told(tokenise('seti_test_guess'))).slice(1)).toEqual(['/client_secret', 'Card Setup failed.'])
  })

  test('a token works only for the passenger it was made for', async () => {
    const rhea = await enrol(server, 'Rhea')
    const rob = await enrol(server, 'Rob')
    const body = await tokenise(await begin(rhea.id))
    const attach = (id: number) => chris().call(api.paymentMethods.create, { params: { id }, body })
    expect(await told(attach(rob.id))).toEqual([422, '/payment_method_id', 'There is no card to add'])
    expect((await told(attach(4711)))[0]).toBe(404)
    const first = await attach(rhea.id)
    expect((await attach(rhea.id)).data).toEqual(first.data)
    expect(await cards(rhea.id)).toHaveLength(1)
  })
})

describe('the card provider', () => {
  const kindOf = async (other: TestServer) =>
    (await other.client('customer_service').call(api.paymentMethods.provider)).data.kind

  test('is the test provider where it is configured', async () => {
    expect(await kindOf(server)).toBe('test')
  })

  test('is absent outside the demo, so that no cards can be added', async () => {
    const plain = await startTestServer({ config: { cards: { kind: 'unset' } } })
    try {
      expect(await kindOf(plain)).toBeNull()
      const { id } = await enrol(plain, 'Ruth')
      const client = plain.client('customer_service')
      expect((await client.call(api.paymentMethods.list, { params: { id } })).data).toEqual([])
      const begun = client.call(api.paymentMethods.setupIntent, { params: { id } })
      expect(await told(begun)).toEqual([409, undefined, 'Cards are not set up in this installation'])
      const guessed = client.call(api.paymentMethods.testToken, { body: { ...visa, client_secret: 'x' } })
      expect((await told(guessed))[0]).toBe(404)
      await plain.deps.db.insertInto('settings').values({ key: 'demo', value: 'true' }).execute()
      expect(await kindOf(plain)).toBe('test')
    } finally {
      await plain.close()
    }
  })
})
