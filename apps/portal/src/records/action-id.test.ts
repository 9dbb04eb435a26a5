import type { DispatchAction } from '@ambit/contract'
import { expect, test } from 'vitest'
import { readAction, writeAction } from './action-id.ts'

test('an action comes back from the address as it was, with reasons in any script', () => {
  const pin: DispatchAction = { kind: 'pin', service_request_ids: [3, 12], because: 'Prüft Frau Šimková – 確認' }
  expect(readAction(writeAction(pin))).toEqual(pin)
  expect(writeAction(pin)).toMatch(/^[\w-]+$/)
})

test('text that is no action opens none', () => {
  for (const text of [null, '', 'x', '????', btoa('{"kind":"fly"}'), btoa('null')]) expect(readAction(text)).toBeNull()
})
