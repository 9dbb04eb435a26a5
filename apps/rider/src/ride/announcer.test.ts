import { expect, test } from 'vitest'
import { createAnnouncer } from './announcer.ts'

test('a sentence is never said twice in a minute, also when another came between', () => {
  const announce = createAnnouncer()
  expect(announce('2 stops before you', false, 0)).toEqual({ sentence: '2 stops before you', urgent: false })
  expect(announce('Arriving', false, 15_000)?.sentence).toBe('Arriving')
  expect(announce('2 stops before you', false, 30_000)).toBeNull()
  expect(announce('Arriving', false, 45_000)).toBeNull()
  expect(announce('2 stops before you', false, 60_000)?.sentence).toBe('2 stops before you')
  expect(announce('Your vehicle is here', true, 61_000)).toEqual({ sentence: 'Your vehicle is here', urgent: true })
})
