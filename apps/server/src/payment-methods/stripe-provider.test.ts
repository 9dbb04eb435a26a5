import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { enrol } from '../testing/enrol.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { sendPayments } from '../payments/send.ts'

/** The provider's side as its documentation describes it, as much of it as is asked. */
type Method = { id: string; customer: string | null; card: object; billing_details: { name: string | null } }
const methods = new Map<string, Method>()
const asked: { line: string; form: Record<string, string>; authorization: string | undefined }[] = []
let answer: { status: number; body: object } | null = null
/** What happens while the provider's answer is on its way, by the beginning of the call's line. */
let meanwhile: { line: string; work: () => Promise<unknown> } | null = null
/** It does what it is asked for, and the answer is lost. */
let loses: string | null = null

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const stripe = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? '', 'http://stripe')
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
    asked.push({ line: `${request.method} ${url.pathname}`, form, authorization: request.headers.authorization })
    const line = `${request.method} ${url.pathname}`
    const { status, body } = answer ?? reply(request.method ?? '', url, form)
    if (meanwhile !== null && line.startsWith(meanwhile.line)) await meanwhile.work()
    if (loses !== null && line.endsWith(loses)) return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })()
})

const missing = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
const reply = (method: string, url: URL, form: Record<string, string>): { status: number; body: object } => {
  const ok = (body: object) => ({ status: 200, body })
  const [, , room = '', id = '', verb] = url.pathname.split('/')
  if (room === 'customers') return ok({ id: `cus_${form['metadata[traveler_id]']}` })
  if (room === 'setup_intents') return ok({ id: 'seti_1', client_secret: `seti_1_secret_${form['customer']}` })
  if (id === '')
    return ok({ data: [...methods.values()].filter(({ customer }) => customer === url.searchParams.get('customer')) })
  const found = methods.get(id)
  if (found === undefined) return missing
  if (method === 'GET') return ok(found)
  found.customer = verb === 'attach' ? (form['customer'] ?? null) : null
  return ok(found)
}

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((done) => void stripe.listen(0, '127.0.0.1', done))
  const { port } = stripe.address() as AddressInfo // it listens on a port, not on a pipe
  server = await startTestServer({
    config: {
      cards: {
        kind: 'stripe',
        secretKey: 'sk_test_secret',
        publishableKey: 'pk_test_page',
        webhookSecret: null,
        scriptUrl: 'https://js.stripe.com/v3/',
        url: `http://127.0.0.1:${port}`,
      },
    },
  })
})
afterAll(async () => {
  await server.close()
  stripe.closeAllConnections()
  await new Promise((done) => stripe.close(done))
})
beforeEach(() => {
  methods.clear()
  asked.length = 0
  answer = null
  meanwhile = null
  loses = null
})

const chris = () => server.client('customer_service')
const card = (id: string, customer: string | null, brand = 'visa') =>
  methods.set(id, {
    id,
    customer,
    card: { brand, last4: '4242', exp_month: 4, exp_year: 2030, checks: {}, country: 'AU' },
    billing_details: { name: null },
  })
const attach = (id: number, payment_method_id: string) =>
  chris().call(api.paymentMethods.create, { params: { id }, body: { payment_method_id } })
const list = async (id: number) => (await chris().call(api.paymentMethods.list, { params: { id } })).data

test('a passenger becomes a Stripe customer once, and each setup has its own secret', async () => {
  const { id } = await enrol(server, 'Ruth')
  for (let n = 0; n < 2; n += 1) {
    const { data } = await chris().call(api.paymentMethods.setupIntent, { params: { id } })
    expect(data.client_secret).toBe(`seti_1_secret_cus_${id}`)
  }
  expect(asked.map(({ line }) => line)).toEqual([
    'POST /v1/customers',
    'POST /v1/setup_intents',
    'POST /v1/setup_intents',
  ])
  expect(asked[0]).toMatchObject({
    authorization: 'Bearer sk_test_secret',
    form: { name: 'Ruth Rider', email: 'ruth@example.org', 'metadata[traveler_id]': String(id) },
  })
  expect(asked[1]?.form).toEqual({ customer: `cus_${id}`, 'payment_method_types[0]': 'card', usage: 'off_session' })
  expect((await chris().call(api.paymentMethods.provider)).data).toEqual({
    kind: 'stripe',
    element: { publishable_key: 'pk_test_page', script_url: 'https://js.stripe.com/v3/' },
  })
})

test('a card attached by its setup is kept, an unattached one is attached, and another passenger’s is refused', async () => {
  const { id } = await enrol(server, 'Rita')
  card('pm_set_up', `cus_${id}`, 'diners')
  card('pm_loose', null)
  card('pm_others', 'cus_somebody')
  expect((await attach(id, 'pm_set_up')).data).toEqual({
    id: 'pm_set_up',
    brand: 'dinersclub',
    last4: '4242',
    exp_month: 4,
    exp_year: 2030,
    name: null,
  })
  await attach(id, 'pm_loose')
  expect(methods.get('pm_loose')?.customer).toBe(`cus_${id}`)
  for (const token of ['pm_others', 'pm_unknown'])
    expect((await refusal(attach(id, token))).errors[0]).toMatchObject({
      status: '422',
      detail: 'There is no such card',
    })
  expect((await list(id)).map((one) => one.id)).toEqual(['pm_set_up', 'pm_loose'])
})

test('a card removed at the provider is removed here, and a card removed here is detached', async () => {
  const { id } = await enrol(server, 'Rosa')
  card('pm_one', null)
  card('pm_two', null)
  await attach(id, 'pm_one')
  await attach(id, 'pm_two')
  methods.delete('pm_one')
  expect((await list(id)).map((one) => one.id)).toEqual(['pm_two'])
  const kept = async () => (await chris().call(api.travelers.show, { params: { id } })).data.payment_methods
  expect((await kept()).map((one) => one.id)).toEqual(['pm_two'])
  const remove = (payment_method_id: string) =>
    chris().call(api.paymentMethods.destroy, { params: { id, payment_method_id } })
  await remove('pm_two')
  expect(methods.get('pm_two')?.customer).toBeNull()
  expect(await kept()).toEqual([])
  card('pm_others', 'cus_somebody')
  expect((await refusal(remove('pm_others'))).status).toBe(404)
  expect(methods.get('pm_others')?.customer).toBe('cus_somebody')
})

test('a card that is added while the provider’s list is on its way is kept', async () => {
  const { id } = await enrol(server, 'Roxy')
  card('pm_one', null)
  card('pm_new', null)
  await attach(id, 'pm_one')
  meanwhile = {
    line: 'GET /v1/payment_methods',
    work: async () => {
      meanwhile = null
      await attach(id, 'pm_new')
    },
  }
  await list(id)
  const kept = (await chris().call(api.travelers.show, { params: { id } })).data.payment_methods
  expect(kept.map((one) => one.id).toSorted()).toEqual(['pm_new', 'pm_one'])
})

test('a card that is removed while the provider’s list is on its way does not come back', async () => {
  const { id } = await enrol(server, 'Remi')
  card('pm_over', null)
  await attach(id, 'pm_over')
  meanwhile = {
    line: 'GET /v1/payment_methods',
    work: async () => {
      meanwhile = null
      await chris().call(api.paymentMethods.destroy, { params: { id, payment_method_id: 'pm_over' } })
    },
  }
  expect(await list(id)).toEqual([])
  expect((await chris().call(api.travelers.show, { params: { id } })).data.payment_methods).toEqual([])
})

test('a card that was detached but whose answer was lost is removed by asking once more', async () => {
  const { id } = await enrol(server, 'Rona')
  card('pm_lost', null)
  await attach(id, 'pm_lost')
  const remove = () => chris().call(api.paymentMethods.destroy, { params: { id, payment_method_id: 'pm_lost' } })
  loses = '/detach'
  expect((await refusal(remove())).status).toBe(503)
  expect(methods.get('pm_lost')?.customer).toBeNull()
  loses = null
  await remove()
  expect((await chris().call(api.travelers.show, { params: { id } })).data.payment_methods).toEqual([])
  expect((await refusal(remove())).status).toBe(404)
})

test('a passenger who is erased while a card is being added keeps none, here or at the provider', async () => {
  const { db } = server.deps
  const erase = (id: number) =>
    server.client('superadmin').call(api.travelers.erase, { params: { id }, body: { reason: 'Asked by mail' } })
  for (const [name, line] of [
    ['Rhea', 'POST /v1/customers'],
    ['Remo', 'POST /v1/payment_methods'],
  ] as const) {
    const { id } = await enrol(server, name)
    card(`pm_${id}`, null)
    meanwhile = { line, work: () => erase(id) }
    expect([name, (await refusal(attach(id, `pm_${id}`))).status]).toEqual([name, 409])
    meanwhile = null
    const { rows } = await sql`select id from payment_methods where traveler_id = ${id}
      union all select customer_id from card_customers where traveler_id = ${id}`.execute(db)
    expect([name, rows]).toEqual([name, []])
    const removals = await db.selectFrom('card_removals').select('customer_id').execute()
    expect(removals).toContainEqual({ customer_id: `cus_${id}` })
  }
  await db.deleteFrom('card_removals').execute()
})

test('a declined card is reported in the provider’s words, and a refused call is logged without its data', async () => {
  const { id } = await enrol(server, 'Rolf')
  card('pm_one', null)
  answer = { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Declined, sorry.' } } }
  const declined = await refusal(attach(id, 'pm_one'))
  expect([declined.status, declined.errors[0]?.detail]).toEqual([422, 'Declined, sorry.'])
  answer = {
    status: 401,
    body: { error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_secret' } },
  }
  expect((await refusal(attach(id, 'pm_one'))).status).toBe(503)
  expect(JSON.stringify(server.logged)).toContain('the card provider refused a call')
  expect(JSON.stringify(server.logged)).not.toContain('sk_test')
  answer = { status: 500, body: {} }
  expect((await refusal(attach(id, 'pm_one'))).status).toBe(503)
})

test("the security policy of pages lets in Stripe's element, and nothing else from outside", async () => {
  const policy = (await fetch(`${server.url}/healthz`)).headers.get('content-security-policy')
  const allowed = (kind: string) => new RegExp(`${kind}-src ([^;]*)`).exec(policy ?? '')?.[1]
  expect(allowed('script')).toBe("'self' https://js.stripe.com https://*.js.stripe.com")
  expect(allowed('frame')).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
  expect(allowed('connect')).toBe("'self' https://js.stripe.com https://api.stripe.com")
  expect(allowed('default')).toBe("'none'")
})

test('a passenger who is forgotten is removed at the provider, and it is asked again until it is done', async () => {
  const { clock, db } = server.deps
  const now = clock.now()
  await db
    .insertInto('card_removals')
    .values({ provider: 'stripe', customer_id: 'cus_gone', asked_at: now, next_attempt_at: now })
    .execute()
  const left = () => db.selectFrom('card_removals').select(['customer_id', 'attempts']).execute()
  answer = { status: 500, body: { error: { type: 'api_error' } } }
  await runJob(server.deps, sendPayments)
  expect(await left()).toEqual([{ customer_id: 'cus_gone', attempts: 1 }])
  answer = null
  asked.length = 0
  await runJob(server.deps, sendPayments)
  expect(asked).toEqual([])
  clock.advance(60_000)
  await runJob(server.deps, sendPayments)
  expect(asked.map(({ line }) => line)).toEqual(['DELETE /v1/customers/cus_gone'])
  expect(await left()).toEqual([])
})

test('a passenger whom the provider does not know any more counts as forgotten', async () => {
  const { clock, db } = server.deps
  const now = clock.now()
  const removal = { provider: 'stripe' as const, customer_id: 'cus_unknown', asked_at: now, next_attempt_at: now }
  await db.insertInto('card_removals').values(removal).execute()
  answer = missing
  await runJob(server.deps, sendPayments)
  expect(await db.selectFrom('card_removals').selectAll().execute()).toEqual([])
})
