import { expect, onTestFinished, test, vi } from 'vitest'
import { usedBefore } from './used-before.ts'

test.each([
  ['http:', /^ambit-drive-used=1; path=\/Drive; max-age=\d+; samesite=strict$/],
  ['https:', /^__Secure-ambit-drive-used=1; path=\/Drive; max-age=\d+; samesite=strict; secure$/],
])('over %s the mark of a used phone is a cookie of that connection, and is found again', (protocol, written) => {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol })
  onTestFinished(() => void vi.unstubAllGlobals())
  usedBefore.note()
  expect(page.cookie).toMatch(written)
  expect(usedBefore.is()).toBe(true)
})
