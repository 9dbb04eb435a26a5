import { expect, test } from 'vitest'
import { createGlide } from './glide.ts'

const at = (x: number, bearing = 0) => ({ point: [x, -27] as const, bearing })

test('a vehicle moves smoothly from one position to the next and turns the shorter way', () => {
  const glide = createGlide(false)
  glide.report(104, at(153, 350), 0)
  glide.report(104, at(153.001, 10), 1000)
  const halfway = glide.pose(104, 1500)!
  expect(halfway.point[0]).toBeCloseTo(153.0005, 9)
  expect(halfway.bearing).toBeCloseTo(0, 6)
  expect(glide.moving(1500)).toBe(true)
  expect(glide.pose(104, 2000)).toEqual(at(153.001, 10))
  expect(glide.moving(2000)).toBe(false)
})

test('a vehicle that reports again kilometres away jumps there instead of crossing the town', () => {
  const glide = createGlide(false)
  glide.report(1, at(153), 0)
  glide.report(1, at(153.2), 1000)
  expect(glide.pose(1, 1001)).toEqual(at(153.2))
})

test('with reduced motion a vehicle is drawn at its position without animation', () => {
  const glide = createGlide(true)
  glide.report(1, at(153), 0)
  glide.report(1, at(153.001), 1000)
  expect(glide.pose(1, 1001)).toEqual(at(153.001))
  expect(glide.moving(1001)).toBe(false)
})

test('a vehicle whose trip has ended is removed from the map', () => {
  const glide = createGlide(false)
  glide.report(1, at(153), 0)
  glide.keepOnly(new Set())
  expect(glide.pose(1, 10)).toBeNull()
})
