import { expect, test } from 'vitest'
import { contrast } from '@ambit/domain'
import { brandRamp } from './brand-ramp.ts'

// covers: SHELL-13, SHELL-74
test.each([
  ['the blue brand', { h: 236, s: 100, l: 63 }],
  ['the green brand', { h: 168, s: 76, l: 36 }],
  ['pure yellow', { h: 60, s: 100, l: 50 }],
  ['grey', { h: 0, s: 0, l: 50 }],
  ['near black', { h: 10, s: 90, l: 3 }],
])('the brand colour %s gives ten shades, light to dark, readable in both themes', (_name, color) => {
  const ramp = brandRamp(color)
  expect(ramp.shades).toHaveLength(10)
  for (const shade of ramp.shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
  const toBlack = ramp.shades.map((shade) => contrast(shade, '#000000'))
  expect(toBlack).toEqual(toBlack.toSorted((a, b) => b - a))
  expect(contrast(ramp.shades[ramp.light]!, '#ffffff')).toBeGreaterThanOrEqual(4.5) // an index of the ramp
  expect(contrast(ramp.shades[ramp.dark]!, '#0d1014')).toBeGreaterThanOrEqual(4.5) // an index of the ramp
})

test('contrast is computed as WCAG defines it', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
