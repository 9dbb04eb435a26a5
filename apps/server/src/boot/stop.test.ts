import { expect, test } from 'vitest'
import { stopWithin } from './stop.ts'

test.each([
  ['stops in time', async () => {}, 0, []],
  [
    'hangs',
    () => new Promise<void>(() => {}),
    1,
    ['Jobs, requests or the database did not end within 0.05 seconds: the process ends without them.'],
  ],
  ['cannot be stopped', () => Promise.reject(new Error('The disk is full')), 1, ['The disk is full']],
])('a server that %s ends with its code and says why', async (_, stop, code, sentences) => {
  const said: string[] = []
  expect(await stopWithin(50, stop, (sentence) => said.push(sentence))).toBe(code)
  expect(said).toEqual(sentences)
})
