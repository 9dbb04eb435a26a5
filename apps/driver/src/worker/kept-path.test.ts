import { expect, test } from 'vitest'
import { keptPathOf } from './kept-path.ts'

const here = 'https://bus.example'
const at = (path: string, isPage: boolean, origin = here) => keptPathOf(new URL(path, origin), here, isPage)

// covers: DAPP-04
test('the worker answers for pages and files below /Drive, and for nothing else', () => {
  for (const path of ['/Drive', '/Drive/', '/Drive?from=home', '/Drive/trips/7']) expect(at(path, true)).toBe('/Drive')
  expect(at('/Drive/assets/index-a1.js', false)).toBe('/Drive/assets/index-a1.js')
  for (const path of ['/', '/DriverManagement', '/Ride', '/api/v2/driver/session', '/assets/index-a1.js'])
    for (const isPage of [true, false]) expect([path, at(path, isPage)]).toEqual([path, null])
  expect(at('/Drive/assets/index-a1.js', false, 'https://elsewhere.example')).toBeNull()
})
