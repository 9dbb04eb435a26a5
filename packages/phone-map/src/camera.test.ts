import { destination, type LngLat } from '@ambit/geo'
import { expect, test } from 'vitest'
import { cameraAt, pixelOf, spotOf, tilesSeen } from './camera.ts'

const here: LngLat = [153.02, -27.47]

test('the vehicle is in the middle, and what lies so many metres ahead is on the map, north up', () => {
  const camera = cameraAt(here, 400, 360, 240)
  expect(pixelOf(camera, spotOf(here))).toEqual([180, 120])
  const [x, y] = pixelOf(camera, spotOf(destination(here, 400, 0)))
  expect(Math.round(x)).toBe(180)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y).toBeLessThan(60)
  expect(pixelOf(camera, spotOf(destination(here, 100, 90)))[0]).toBeGreaterThan(180)
})

test('the map goes in no nearer and out no farther than streets can be read', () => {
  expect([1, 1_000_000].map((metres) => cameraAt(here, metres, 360, 240).zoom)).toEqual([17, 12])
})

test('the tiles that are seen cover the map and are no deeper than there are', () => {
  const camera = cameraAt(here, 400, 360, 240)
  const seen = tilesSeen(camera, 14)
  expect(new Set(seen.map(({ z }) => z))).toEqual(new Set([14]))
  expect(seen.length).toBeLessThanOrEqual(4)
  const [x, y] = spotOf(here)
  expect(seen).toContainEqual({ z: 14, x: Math.floor(x * 2 ** 14), y: Math.floor(y * 2 ** 14) })
  expect(tilesSeen({ ...camera, zoom: 12.5 }, 14).every(({ z }) => z === 12)).toBe(true)
})
