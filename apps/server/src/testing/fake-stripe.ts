import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'

/**
 * What goes wrong with the next call. `hang`: no answer until `release`, nothing done. `late`: done, answered at
 * `release`. `lost`: done, and the connection breaks before the answer. `cut`: the connection breaks at once. `fail`:
 * 500, nothing done. `fail_done`: done, and still 500. `busy`: 429.
 */
export type Fault = 'hang' | 'late' | 'lost' | 'cut' | 'fail' | 'fail_done' | 'busy'

export type FakeIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'created' | 'amount' | 'currency' | 'status' | 'client_secret' | 'metadata'
> & {
  customer: string
  payment_method: string | null
  last_payment_error: { type: string; code: string; message: string } | null
}
type FakeRefund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'status'> & { payment_intent: string }
type Answer = { status: number; body: object }
type Asked = { line: string; form: Record<string, string>; key: string | null }

export type FakeStripe = {
  url: string
  intents: Map<string, FakeIntent>
  refunds: FakeRefund[]
  asked: Asked[]
  /** when intents are made: before all bookings, until a test sets it */
  now: () => Date
  /** of the calls to come, in order; null: nothing goes wrong */
  faults: (Fault | null)[]
  /** every call fails like this, until it is null */
  always: Fault | null
  refuseKey: boolean
  /** what becomes of the next refunds */
  refundStatus: 'succeeded' | 'pending' | 'failed'
  release: () => void
  /** as after a day */
  forgetKeys: () => void
  /** the cardholder confirms in the bank's window, or fails to */
  cardholder: (id: string, confirms: boolean) => void
  reset: () => void
  close: () => Promise<void>
}

const error = (status: number, type: string, code: string, message: string): Answer => ({
  status,
  body: { error: { type, code, message } },
})
const ok = (body: object): Answer => ({ status: 200, body })
const DECLINED = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
const ASKS = { type: 'card_error', code: 'authentication_required', message: 'Your card requires authentication.' }

const LEAST = 50
const TOO_SMALL = error(400, 'invalid_request_error', 'amount_too_small', 'Amount must be at least $0.50 aud')

type Form = Record<string, string>
type State = Omit<FakeStripe, 'url' | 'close'>
type Cards = Map<string, ReturnType<typeof newCard>>

/**
 * Payment intents and refunds of Stripe on this machine, as its published API describes them: idempotency keys, states
 * and errors. A card behaves as its name says: `pm_declined`, `pm_asks` (3-D Secure), `pm_slow` (processing); others pay.
 */
export const startFakeStripe = async (): Promise<FakeStripe> => {
  const keys: Keys = new Map()
  const cards: Cards = new Map()
  let waiting: (() => void)[] = []
  const fake: State = {
    intents: new Map(),
    refunds: [],
    asked: [],
    now: () => new Date(0),
    faults: [],
    always: null,
    refuseKey: false,
    refundStatus: 'succeeded',
    release: () => {
      for (const go of waiting) go()
      waiting = []
    },
    forgetKeys: () => keys.clear(),
    cardholder: (id, confirms) => {
      const intent = fake.intents.get(id)
      if (intent === undefined || ['succeeded', 'canceled'].includes(intent.status)) return
      intent.status = confirms ? 'succeeded' : 'requires_payment_method'
      intent.last_payment_error = confirms ? null : DECLINED
    },
    reset: () => {
      fake.release()
      keys.clear()
      cards.clear()
      fake.intents.clear()
      Object.assign(fake, {
        refunds: [],
        asked: [],
        faults: [],
        always: null,
        refuseKey: false,
        refundStatus: 'succeeded',
      })
    },
  }
  const reply = replies(fake, cards)
  const released = () => new Promise<void>((go) => void waiting.push(go))
  const http = createServer((request, response) => void serve(fake, keys, reply, released, request, response))
  await new Promise<void>((done) => void http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as AddressInfo // it listens on a port, not on a pipe
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      fake.release()
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  })
}

type Reply = (line: string, form: Form) => Answer

/** What Stripe answers to a call that nothing disturbs. */
const replies = (fake: State, cards: Cards): Reply => {
  let made = 0
  const nextId = (kind: 'pi' | 're'): string => `${kind}_${(made += 1)}`
  return (line, form) => {
    const [method = '', path = ''] = line.split(' ')
    const [, , room = '', id = '', verb = ''] = path.split('/')
    if (line === 'POST /v1/customers') return ok({ id: `cus_${form['metadata[traveler_id]']}`, object: 'customer' })
    if (line === 'POST /v1/setup_intents') return ok({ id: 'seti_1', client_secret: 'seti_1_secret' })
    if (room === 'payment_methods') return savedCards(cards, method, id, verb, form)
    if (line === 'GET /v1/payment_intents') return listed(fake, form)
    if (line === 'POST /v1/payment_intents') {
      if (Number(form['amount']) < LEAST) return TOO_SMALL
      const intent = newIntent(nextId('pi'), fake.now(), form)
      fake.intents.set(intent.id, intent)
      return ok(intent)
    }
    if (room === 'payment_intents') {
      const intent = fake.intents.get(id)
      if (intent === undefined) return error(404, 'invalid_request_error', 'resource_missing', 'No such payment_intent')
      if (verb === 'cancel') return cancelled(intent)
      if (method === 'GET' || verb !== 'confirm') return ok(intent)
      const card = form['payment_method'] ?? ''
      // Of a card that nobody has attached here it does not know whose it is.
      const owner = cards.get(card)?.customer ?? intent.customer
      return owner === intent.customer ? confirmed(intent, card) : notOf(intent, card)
    }
    if (line === 'GET /v1/refunds')
      return ok({ object: 'list', data: fake.refunds.filter((one) => one.payment_intent === form['payment_intent']) })
    if (line === 'POST /v1/refunds') return refund(fake, () => nextId('re'), form)
    return error(404, 'invalid_request_error', 'unknown', line)
  }
}

/** Newest first, in pages. */
const listed = ({ intents }: State, form: Form): Answer => {
  const all = [...intents.values()]
    .filter(({ customer, created }) => customer === form['customer'] && created >= Number(form['created[gte]']))
    .toReversed()
  const begin = all.findIndex(({ id }) => id === form['starting_after']) + 1
  const end = begin + Number(form['limit'])
  return ok({ object: 'list', data: all.slice(begin, end), has_more: end < all.length })
}

const savedCards = (cards: Cards, method: string, id: string, verb: string, form: Form): Answer => {
  if (id === '')
    return ok({ object: 'list', data: [...cards.values()].filter(({ customer }) => customer === form['customer']) })
  const card = cards.get(id) ?? newCard(id)
  if (method === 'POST') card.customer = verb === 'attach' ? (form['customer'] ?? null) : null
  cards.set(id, card)
  return ok(card)
}

const refund = (fake: State, nextId: () => string, form: Form): Answer => {
  const intent = fake.intents.get(form['payment_intent'] ?? '')
  const back = fake.refunds.filter((one) => one.payment_intent === intent?.id && one.status !== 'failed')
  if (intent?.status !== 'succeeded' || back.length > 0)
    return error(400, 'invalid_request_error', 'charge_already_refunded', 'Charge has already been refunded.')
  const one: FakeRefund = {
    id: nextId(),
    object: 'refund',
    amount: Number(form['amount']),
    status: fake.refundStatus,
    payment_intent: intent.id,
  }
  fake.refunds.unshift(one)
  return ok(one)
}

type Keys = Map<string, { request: string; answer: Answer }>

/** One key, one answer: also for failures, and not for calls that were never begun. */
const keyed = (keys: Keys, key: string | null, request: string, run: () => Answer): Answer => {
  const known = key === null ? undefined : keys.get(key)
  if (known === undefined) {
    const answer = run()
    if (key !== null) keys.set(key, { request, answer })
    return answer
  }
  if (known.request !== request)
    return error(400, 'idempotency_error', 'idempotency_error', 'Keys can only be used with the same parameters')
  return known.answer
}

const serve = async (
  fake: State,
  keys: Keys,
  reply: Reply,
  released: () => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = new URL(request.url ?? '', 'http://stripe')
  const form = Object.fromEntries(new URLSearchParams(`${url.search.slice(1)}&${await bodyOf(request)}`))
  const header = request.headers['idempotency-key']
  const [key, line] = [typeof header === 'string' ? header : null, `${request.method} ${url.pathname}`]
  fake.asked.push({ line, form, key })
  const fault = fake.always ?? fake.faults.shift() ?? null
  const run = (answer: () => Answer = () => reply(line, form)) =>
    keyed(keys, key, `${line} ${JSON.stringify(form)}`, answer)
  const fail = error(500, 'api_error', 'api_error', 'Something is wrong on our side')
  const send = ({ status, body }: Answer): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (fake.refuseKey) return send(error(401, 'invalid_request_error', '', 'Invalid API Key: sk_test_secret'))
  switch (fault) {
    case null:
      return send(run())
    case 'busy':
      return send(error(429, 'rate_limit_error', 'rate_limit', 'Too many requests'))
    case 'fail':
      return send(run(() => fail))
    case 'fail_done':
      run()
      return send(fail)
    case 'cut':
      return void request.socket.destroy()
    case 'lost':
      run()
      return void request.socket.destroy()
    case 'hang':
      await released()
      return void request.socket.destroy()
    case 'late': {
      const answer = run()
      await released()
      return send(answer)
    }
  }
}

const newCard = (id: string) => ({
  id,
  object: 'payment_method',
  customer: null as string | null,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 },
  billing_details: { name: null },
})

const newIntent = (id: string, now: Date, form: Form): FakeIntent => ({
  id,
  object: 'payment_intent',
  created: Math.floor(now.getTime() / 1000),
  amount: Number(form['amount']),
  currency: form['currency'] ?? '',
  status: 'requires_payment_method',
  client_secret: `${id}_secret`,
  customer: form['customer'] ?? '',
  payment_method: null,
  metadata: { service_request_id: form['metadata[service_request_id]'] ?? '' },
  last_payment_error: null,
})

/** An intent that has succeeded, or is being decided, cannot be confirmed again. */
const confirmed = (intent: FakeIntent, card: string): Answer => {
  if (['succeeded', 'processing', 'canceled'].includes(intent.status))
    return error(400, 'invalid_request_error', 'payment_intent_unexpected_state', `It is ${intent.status}`)
  intent.payment_method = card
  intent.last_payment_error = null
  if (card.startsWith('pm_declined') || card.startsWith('pm_asks')) {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = card.startsWith('pm_asks') ? ASKS : DECLINED
    return { status: 402, body: { error: intent.last_payment_error } }
  }
  if (card.startsWith('pm_slow')) intent.status = 'processing'
  else if (card.startsWith('pm_window')) intent.status = 'requires_action'
  else intent.status = 'succeeded'
  return ok(intent)
}

const notOf = ({ customer }: FakeIntent, card: string): Answer =>
  error(400, 'invalid_request_error', '', `${card} does not belong to the Customer you supplied ${customer}.`)

/** One that has succeeded, is being decided or was withdrawn before is not withdrawn. */
const cancelled = (intent: FakeIntent): Answer => {
  if (['succeeded', 'processing', 'canceled'].includes(intent.status))
    return error(400, 'invalid_request_error', 'payment_intent_unexpected_state', `It is ${intent.status}`)
  intent.status = 'canceled'
  return ok(intent)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
