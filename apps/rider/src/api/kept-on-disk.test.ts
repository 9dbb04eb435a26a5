import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { keptOnDisk } from './kept-on-disk.ts'

const kept = keptOnDisk('ride-sample', z.string())
let stored: Map<string, string>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const keepAndRead = async (): Promise<string | null> => {
  await kept.write('a booking')
  return kept.read()
}

test('where the browser has no database what is kept lies in localStorage, until it is forgotten', async () => {
  vi.stubGlobal('indexedDB', undefined)
  expect(await keepAndRead()).toBe('a booking')
  kept.forget()
  expect(await kept.read()).toBeNull()
  expect(stored.size).toBe(0)
})

test('a database that never answers keeps nothing waiting for longer than 3 s', async () => {
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  const found = keepAndRead()
  await vi.advanceTimersByTimeAsync(6000)
  expect(await found).toBe('a booking')
})
