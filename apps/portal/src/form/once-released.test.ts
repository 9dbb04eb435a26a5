import { afterEach, expect, test, vi } from 'vitest'

const page = new EventTarget()
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
vi.useFakeTimers()
const { onceReleased } = await import('./once-released.ts')

afterEach(() => vi.runAllTimers())

test('a field that is left by key is validated immediately', () => {
  const look = vi.fn<() => void>()
  onceReleased(look)
  expect(look).toHaveBeenCalledTimes(1)
})

test.each(['pointerup', 'pointercancel'])('a field that is left by a click is validated after the click: %s', (end) => {
  const look = vi.fn<() => void>()
  page.dispatchEvent(new Event('pointerdown'))
  onceReleased(look)
  expect(look).not.toHaveBeenCalled()
  page.dispatchEvent(new Event(end))
  expect(look).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(look).toHaveBeenCalledTimes(1)
  page.dispatchEvent(new Event(end))
  vi.runAllTimers()
  expect(look).toHaveBeenCalledTimes(1)
})
