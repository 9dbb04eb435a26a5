import { expect, onTestFinished, test, vi } from 'vitest'
import { api, type Client, createClient, NetworkError } from '@ambit/contract'
import { keyedCalls } from './keyed-calls.ts'

type Answer = 'lost' | number

/** A client whose calls are answered like this, one after the other, and the keys that they carried. */
const answeredWith = (...answers: Answer[]) => {
  const keys: (string | null)[] = []
  const client = keyedCalls(
    createClient({
      origin: '',
      token: () => null,
      fetch: async (_url, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        const answer = answers.shift() ?? 'lost'
        if (answer === 'lost') throw new TypeError('Failed to fetch')
        return Response.json({}, { status: answer })
      },
    }),
  )
  const send = (comment: string) =>
    client.call(api.travelerComments.create, { body: { traveler_id: 1, comment } }).catch(() => null)
  return { client, keys, send }
}

test.each<[string, Answer]>([
  ['was lost', 'lost'],
  ['was a failure of the server', 503],
])('a call whose answer %s is sent again with the same key, and another call with its own', async (_what, answer) => {
  const { keys, send } = answeredWith(answer, 'lost', 'lost')
  await send('Needs the ramp')
  await send('Needs the ramp')
  await send('Needs no ramp')
  expect(keys[0]).toHaveLength(24)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a call whose answer was lost long ago is a new one, while one that is tried again and again stays the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { keys, send } = answeredWith('lost', 'lost', 'lost', 'lost')
  const sendAfter = (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    return send('Please call us')
  }
  for (const minutes of [0, 4, 4, 10]) await sendAfter(minutes)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
})

/** Of two calls whose answers are lost, with one between them that is answered: whether they carried the same key. */
const sameAround = async (
  again: (client: Client) => Promise<unknown>,
  between: (client: Client) => Promise<unknown>,
): Promise<boolean> => {
  const keys: unknown[] = []
  let isLost = true
  const client = keyedCalls({
    fetch: () => Promise.reject(new Error('Nothing is fetched')),
    call: async (_endpoint, input) => {
      keys.push(input?.idempotencyKey)
      if (isLost) throw new NetworkError('/')
      return {} as never // nobody looks at the answer
    },
  })
  await again(client).catch(() => null)
  isLost = false
  await between(client)
  isLost = true
  await again(client).catch(() => null)
  return keys[0] === keys.at(-1)
}

test('a call that changes a record is a new one once another call has changed the record', async () => {
  const acknowledge = ({ call }: Client) => call(api.exceptions.acknowledge, { params: { id: 1 } })
  const release =
    (id: number) =>
    ({ call }: Client) =>
      call(api.exceptions.release, { params: { id } })
  expect(await sameAround(acknowledge, release(1))).toBe(false)
  expect(await sameAround(acknowledge, release(2))).toBe(true)
  expect(await sameAround(acknowledge, ({ call }) => call(api.exceptions.show, { params: { id: 1 } }))).toBe(true)
})

test('a call that creates something stays the same when another one of the same record is answered', async () => {
  const params = { id: 1 }
  const write =
    (text: string) =>
    ({ call }: Client) =>
      call(api.driverMessages.create, { params, body: { text } })
  expect(await sameAround(write('Please call us'), write('Thank you'))).toBe(true)
  expect(await sameAround(write('Please call us'), ({ call }) => call(api.driverMessages.read, { params }))).toBe(true)
})

test('a call that was refused is a new one when it is sent again', async () => {
  const { keys, send } = answeredWith(422, 422)
  await send('Needs the ramp')
  await send('Needs the ramp')
  expect(keys[1]).not.toBe(keys[0])
})

test('the same call a second time at the same moment is the same call, and later it is a new one', async () => {
  const { keys, send } = answeredWith('lost', 422, 422)
  await Promise.all([send('Needs the ramp'), send('Needs the ramp')])
  await send('Needs the ramp')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a search that was given up is a new one when it is made again', async () => {
  const { client, keys } = answeredWith('lost', 'lost')
  const body = {
    traveler_id: 1,
    passengers: [{ fare_type: 'adult' as const }],
    origin: { name: 'A', point: [153, -28] as [number, number] },
    destination: { name: 'B', point: [153, -28] as [number, number] },
    traveling_at: '2026-11-23T09:00:00+10:00',
    departing: true,
    mobility_support: 0,
  }
  const givenUp = AbortSignal.abort()
  await client.call(api.searches.create, { body, signal: givenUp }).catch(() => null)
  await client.call(api.searches.create, { body }).catch(() => null)
  expect(keys[1]).not.toBe(keys[0])
})

test('a reading call and a call with a key of its own are sent as they are', async () => {
  const { client, keys } = answeredWith('lost', 'lost')
  await client.call(api.drivers.list).catch(() => null)
  const body = { traveler_id: 1, comment: 'Needs the ramp' }
  await client.call(api.travelerComments.create, { body, idempotencyKey: 'mine' }).catch(() => null)
  expect(keys).toEqual([null, 'mine'])
})
