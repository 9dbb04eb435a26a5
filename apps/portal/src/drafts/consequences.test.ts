import { expect, test, vi } from 'vitest'
import { awaitedConsequences } from './consequences.ts'

test('a save waits for the address of the last place that each stop was moved to', async () => {
  const consequences = awaitedConsequences()
  const first = consequences.await('nudge 7')
  const last = consequences.await('nudge 7')
  const other = consequences.await('nudge 8')
  let saves = false
  const saving = consequences.known().then(() => (saves = true))
  first()
  other()
  await Promise.resolve()
  expect(saves).toBe(false)
  last()
  await saving
  await consequences.known()
})

test('a save does not wait for an address that does not come', async () => {
  vi.useFakeTimers()
  try {
    const consequences = awaitedConsequences()
    consequences.await('nudge 7')
    const saving = consequences.known()
    await vi.advanceTimersByTimeAsync(3000)
    await saving
  } finally {
    vi.useRealTimers()
  }
})
