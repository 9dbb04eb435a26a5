import { expect, test } from 'vitest'
import { contrast, contrastOfWhite, hexOf, hslOfHex, rgbOfHsl } from './contrast.ts'

test('contrast is that of WCAG, and a colour’s with white is rounded down', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOfWhite({ h: 0, s: 0, l: 46.5 })).toBe(4.4)
  expect(contrastOfWhite({ h: 0, s: 0, l: 46.3 })).toBe(4.5)
})

test('a colour that is typed as #rrggbb becomes hue, saturation and lightness, and nothing else does', () => {
  for (const hex of ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000', '#808080'])
    expect(hexOf(rgbOfHsl(hslOfHex(hex)!))).toBe(hex)
  expect(hslOfHex(' 424FFF ')).toEqual({ h: 236, s: 100, l: 63 })
  expect(['red', '#fff', '#12345g', ''].map(hslOfHex)).toEqual([null, null, null, null])
})
