import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { type ConnectionState, followStream, pauseBefore } from './connection.ts'
import { dispatchLiveEvent } from './handlers.ts'

const text = 'retry: 900\n: heartbeat\n\nid: 7\nevent: trip\ndata: {"a":\ndata: 1}\n\nid:8\r\ndata:x\r\n\r\n'

test('a stream gives the same events however its bytes are split', async () => {
  for (let size = 1; size <= text.length; size++) {
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const bytes = new TextEncoder().encode(text)
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const seen: unknown[] = []
    const ended = Promise.withResolvers<void>()
    const stop = followStream(
      {
        url: () => 'http://localhost/live',
        onEvent: ({ id, event, data }) => seen.push({ id, event, data }),
        onGap: () => {},
        onReturn: () => {},
        onRefused: () => {},
        onState: () => {},
      },
      {
        fetch: async () => new Response(pieces),
        headers: () => ({}),
        random: () => 0,
        wait: async () => ended.resolve(),
        hasNetwork: () => true,
        onNetworkLost: () => () => {},
      },
    )
    // Once the stream has ended it would be read again after the pause.
    await ended.promise
    stop()
    expect(seen).toEqual([
      { id: '7', event: 'trip', data: '{"a":\n1}' },
      { id: '8', event: undefined, data: 'x' },
    ])
  }
})

test('the delay before reconnecting doubles up to half a minute, half of it random', () => {
  expect([1, 2, 3].map((attempt) => pauseBefore(attempt, 1))).toEqual([500, 1000, 2000])
  expect(pauseBefore(20, 1)).toBe(30_000)
  expect(pauseBefore(20, 0)).toBe(15_000)
})

test('a lost stream resumes where it stopped, and a refused one is reported', async () => {
  const asked: (string | null)[] = []
  const states: ConnectionState[] = []
  const seen: string[] = []
  const bodies = ['id: 4\ndata: four\n\n', 'id: 5\ndata: five\n\n']
  const ended = Promise.withResolvers<void>()
  const stop = followStream(
    {
      url: () => 'http://localhost/live',
      onEvent: (event) => seen.push(event.data),
      onGap: () => seen.push('gap'),
      onReturn: () => seen.push('back'),
      onRefused: () => seen.push('refused'),
      onState: (state) => states.push(state),
    },
    {
      fetch: async (_url, init) => {
        asked.push(new Headers(init?.headers).get('last-event-id'))
        const body = bodies.shift()
        return body === undefined ? new Response(null, { status: 401 }) : new Response(body)
      },
      headers: () => ({}),
      random: () => 0,
      wait: async () => {
        if (asked.length >= 3) {
          stop()
          ended.resolve()
        }
      },
      hasNetwork: () => asked.length < 3,
      onNetworkLost: () => () => {},
    },
  )
  await ended.promise
  expect(asked).toEqual([null, '4', '5'])
  expect(seen).toEqual(['four', 'back', 'five', 'refused'])
  expect(states).toEqual(['connecting', 'online', 'reconnecting', 'online', 'reconnecting', 'offline'])
})

test('an event reaches the modules that subscribe to its kind, and anything else is ignored', () => {
  const record = vi.fn<() => void>()
  const trip = vi.fn<() => void>()
  const queries = new QueryClient()
  dispatchLiveEvent([{ record }, { trip }], { kind: 'record', table: 'drivers', record_id: 3 }, queries)
  dispatchLiveEvent([{ record }, { trip }], { kind: 'nonsense' }, queries)
  dispatchLiveEvent([{ record }, { trip }], null, queries)
  expect(record).toHaveBeenCalledTimes(1)
  expect(trip).not.toHaveBeenCalled()
})
