import { expect, test } from 'vitest'
import { paletteOf } from './palette.ts'

/** The hue of `#rrggbb` in degrees: 120 is green, 180 is cyan. */
const hueOf = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const most = Math.max(r, g, b)
  const span = most - Math.min(r, g, b)
  const sector = most === r ? ((g - b) / span) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4
  return (sector * 60 + 360) % 360
}

// covers: ZONE-81
test('zones are outlined in teal, between green and cyan, in both themes', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const hue = hueOf(paletteOf(scheme).zone)
    expect(hue).toBeGreaterThan(160)
    expect(hue).toBeLessThan(180)
  }
})
