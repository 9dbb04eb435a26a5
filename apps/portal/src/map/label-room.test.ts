import { expect, test } from 'vitest'
import { roomFor } from './label-room.ts'

const room = { width: 30, height: 15 }

test('of labels that would cover each other the first is shown', () => {
  const [top, beneath, beside] = [
    { x: 100, y: 100 },
    { x: 129, y: 110 },
    { x: 130, y: 100 },
  ]
  expect(roomFor([top, beneath, beside], room)).toEqual([top, beside])
})

test('no two of a thousand crowded labels overlap, and none is left out that had room', () => {
  const points = Array.from({ length: 1000 }, (_, i) => ({
    x: ((i * 7919) % 900) - 100,
    y: ((i * 104_729) % 700) - 100,
  }))
  const shown = roomFor(points, room)
  const near = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
    Math.abs(a.x - b.x) < room.width && Math.abs(a.y - b.y) < room.height
  shown.forEach((label, at) => expect(shown.slice(0, at).some((other) => near(label, other))).toBe(false))
  const left = points.filter((point) => !shown.includes(point))
  expect(left.length).toBeGreaterThan(0)
  for (const point of left) expect(shown.some((label) => near(label, point))).toBe(true)
})
