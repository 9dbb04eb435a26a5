import { destination, type LngLat } from '@ambit/geo'
import { expect, test } from 'vitest'
import { along, type Along, leadTo, ofLeg } from './way.ts'

/** Metres east and north of a place. */
const at = (east: number, north: number): LngLat => destination(destination([153, -27], east, 90), north, 0)
const fix = (east: number, north: number) => {
  const [lon, lat] = at(east, north)
  return { lat, lon }
}
/** A kilometre east, and the same street back. */
const path = [at(0, 0), at(1000, 0), at(0, 0)]
const metres = (one: Along): number | null => (one.metres === null ? null : Math.round(one.metres))

test('the vehicle is followed along its way, out and back on the same street', () => {
  let one: Along | null = null
  const told = [100, 400, 800, 990, 900, 500].map((east, place) => {
    one = along(path, fix(east, 3), place * 1000, one)
    return metres(one)
  })
  expect(told).toEqual([100, 400, 800, 990, 1100, 1500])
})

test('a vehicle is off its way once it has been more than 60 m beside it for 10 s, and on it again at once', () => {
  const on = along(path, fix(300, 0), 0, null)
  const beside = along(path, fix(300, -70), 1000, on)
  expect([beside.off, metres(beside)]).toEqual([false, 300])
  const nearly = along(path, fix(300, -90), 10_900, beside)
  expect(nearly.off).toBe(false)
  const off = along(path, fix(300, -90), 11_000, nearly)
  expect(off.off).toBe(true)
  expect(along(path, fix(310, -55), 12_000, off)).toMatchObject({ off: false, beside_since: null })
  // Back within 60 m meanwhile, the ten seconds begin again.
  const again = along(path, fix(300, -90), 13_000, along(path, fix(300, 0), 10_500, beside))
  expect(again.off).toBe(false)
})

test('a vehicle that was not on the way yet is nowhere on it', () => {
  expect(along(path, fix(300, 90), 0, null)).toEqual({ metres: null, beside_since: 0, off: false })
})

test('a yard within 300 m of where the way begins leads to it', () => {
  expect(leadTo(path, fix(-90, 60))).toHaveLength(1)
  expect(leadTo(path, fix(-310, 0))).toEqual([])
  expect(leadTo(path, fix(300, 90))).toEqual([])
})

test('metres along the line are told as the leg counts them', () => {
  expect(Math.round(ofLeg({ distance_m: 4000, path }, 1000))).toBe(2000)
  expect(ofLeg({ distance_m: 0, path: [] }, 10)).toBe(0)
})
