import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventWriter, GATHERED_MS } from './stream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A stream to a client, with what each write handed over. */
const stream = () => {
  const written: string[] = []
  const answered = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (text: string) => written.push(text),
    end: () => written.push('end'),
    destroy: () => written.push('cut off'),
  })
  const writer = createEventWriter(answered as unknown as ServerResponse)
  return { writer, answered, written }
}

test('what comes after a pause is written at once, and what follows is gathered into one write in its order', () => {
  const { writer, written } = stream()
  writer.note('ready', 1)
  expect(written).toEqual(['id: 1\nevent: ready\ndata: {}\n\n'])
  for (const id of [2, 3]) writer.tell('position', { id }, id)
  vi.advanceTimersByTime(GATHERED_MS - 1)
  expect(written).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(written.slice(1)).toEqual([
    'id: 2\nevent: position\ndata: {"id":2}\n\nid: 3\nevent: position\ndata: {"id":3}\n\n',
  ])
  vi.advanceTimersByTime(GATHERED_MS)
  writer.heartbeat()
  expect(written.slice(2)).toEqual([': heartbeat\n\n'])
})

test('a burst is not gathered until it is large', () => {
  const { writer, written } = stream()
  writer.heartbeat()
  writer.tell('record', { filler: 'x'.repeat(64 * 1024) })
  expect(written).toHaveLength(2)
  writer.heartbeat()
  expect(written).toHaveLength(2)
})

test('a stream that ends hands over what has been gathered, and writes nothing afterwards', () => {
  const { writer, written } = stream()
  writer.note('ready', 1)
  writer.tell('position', {})
  writer.leave()
  writer.heartbeat()
  vi.advanceTimersByTime(10 * GATHERED_MS)
  expect(written.slice(1)).toEqual(['event: position\ndata: {}\n\nretry: 500\n\n', 'end'])
  expect(writer.open()).toBe(false)
})

test('a client that leaves a megabyte unread is cut off', () => {
  const { writer, answered, written } = stream()
  answered.writableLength = 1024 * 1024 + 1
  writer.heartbeat()
  expect(written).toEqual([': heartbeat\n\n', 'cut off'])
  expect([writer.open(), vi.getTimerCount()]).toEqual([false, 0])
})

test('a client that hung up leaves no timer behind', () => {
  const { writer, answered, written } = stream()
  writer.heartbeat()
  writer.heartbeat()
  answered.emit('close')
  writer.heartbeat()
  vi.advanceTimersByTime(10 * GATHERED_MS)
  expect([written.length, vi.getTimerCount()]).toEqual([1, 0])
})
