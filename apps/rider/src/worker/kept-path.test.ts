import { expect, test } from 'vitest'
import { keptPathOf } from './kept-path.ts'

const here = 'https://bus.example'
const at = (path: string, isPage: boolean, origin = here) => keptPathOf(new URL(path, origin), here, isPage)

test('the worker answers for pages and files below /Ride, and for nothing else', () => {
  for (const path of ['/Ride', '/Ride/', '/Ride?from=home', '/Ride/rides/7']) expect(at(path, true)).toBe('/Ride')
  expect(at('/Ride/assets/index-a1.js', false)).toBe('/Ride/assets/index-a1.js')
  for (const path of ['/', '/Rides', '/Drive', '/api/v2/ride/me', '/assets/index-a1.js'])
    for (const isPage of [true, false]) expect([path, at(path, isPage)]).toEqual([path, null])
  expect(at('/Ride/assets/index-a1.js', false, 'https://elsewhere.example')).toBeNull()
})
