import { expect, test } from 'vitest'
import { later, NOON } from '../testing/samples.ts'
import { heldFor } from './hold.ts'

test('an offering is counted down by minutes and seconds, and is about to end in its last minute', () => {
  expect(heldFor({ expires_at: later(5) }, NOON)).toEqual({ left: '5:00', isEnding: false })
  expect(heldFor({ expires_at: later(5) }, NOON + 238_400)).toEqual({ left: '1:02', isEnding: false })
  expect(heldFor({ expires_at: later(1) }, NOON)).toEqual({ left: '1:00', isEnding: true })
  expect(heldFor({ expires_at: later(0) }, NOON + 1)).toEqual({ left: '0:00', isEnding: false })
})
