import { expect, test } from 'vitest'
import { createGlide } from './glide.ts'

const at = (x: number, bearing = 0) => ({ point: [x, -27] as const, bearing })

test('Bus 104 glides from one report to the next, turning the short way', () => {
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

test('A vehicle that comes back after a gap of kilometres does not fly over the town', () => {
  const glide = createGlide(false)
  glide.report(1, at(153), 0)
  glide.report(1, at(153.2), 1000)
  expect(glide.pose(1, 1001)).toEqual(at(153.2))
})

test('Under reduced motion vehicles are simply where they are', () => {
  const glide = createGlide(true)
  glide.report(1, at(153), 0)
  glide.report(1, at(153.001), 1000)
  expect(glide.pose(1, 1001)).toEqual(at(153.001))
  expect(glide.moving(1001)).toBe(false)
})

test('A trip that ended is forgotten', () => {
  const glide = createGlide(false)
  glide.report(1, at(153), 0)
  glide.keepOnly(new Set())
  expect(glide.pose(1, 10)).toBeNull()
})
