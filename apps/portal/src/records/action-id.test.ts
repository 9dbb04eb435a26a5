import type { DispatchAction } from '@ambit/contract'
import { expect, test } from 'vitest'
import { exceptionIn, readAction, writeAction } from './action-id.ts'

test('an action comes back from the address as it was, with reasons in any script', () => {
  const pin: DispatchAction = { kind: 'pin', service_request_ids: [3, 12], because: 'Prüft Frau Šimková – 確認' }
  expect(readAction(writeAction(pin))).toEqual(pin)
  expect(writeAction(pin)).toMatch(/^[\w-]+$/)
})

test('text that is no action opens none', () => {
  for (const text of [null, '', 'x', '????', btoa('{"kind":"fly"}'), btoa('null')]) expect(readAction(text)).toBeNull()
})

test('the exception that an action is to fix stands behind it, and is none where nothing does', () => {
  const resume = { kind: 'resume_vehicle', trip_id: 4 } as const
  expect(readAction(writeAction(resume, 17))).toEqual(resume)
  expect(exceptionIn(writeAction(resume, 17))).toBe(17)
  for (const id of [writeAction(resume), null, 'abc.', 'abc.0', 'abc.x']) expect(exceptionIn(id)).toBeNull()
})
