import { contrast, hexOf, type Hsl, linear, type Rgb, rgbOfHsl } from '@ambit/domain'

/**
 * From a brand's hue, saturation and lightness to ten shades, light to dark, of even steps for the eye: the steps are
 * taken in OKLCH (Ottosson 2020), the chroma shrinks until the shade exists in sRGB.
 */
export type BrandRamp = {
  /** ten `#rrggbb` shades, lightest first */
  shades: readonly [string, string, string, string, string, string, string, string, string, string]
  /** index of the shade for filled surfaces with white text on a light page */
  light: number
  /** index of the shade that stands out on a dark page and carries dark text */
  dark: number
}

const LIGHTNESS = [0.975, 0.945, 0.895, 0.825, 0.745, 0.665, 0.585, 0.515, 0.445, 0.37] as const
const CHROMA = [0.12, 0.25, 0.45, 0.68, 0.9, 1, 1, 0.95, 0.85, 0.72] as const
const DARK_SURFACE = '#171b21'

const gamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

const toOklch = ([red, green, blue]: Rgb): { chroma: number; hue: number } => {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { chroma: Math.hypot(a, bb), hue: Math.atan2(bb, a) }
}

const fromOklch = (lightness: number, chroma: number, hue: number): Rgb => {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const displayable = (color: Rgb): boolean => color.every((channel) => channel >= -0.001 && channel <= 1.001)

const hex = (color: Rgb): string => {
  const [red, green, blue] = color
  const shown = (channel: number): number => gamma(Math.min(1, Math.max(0, channel)))
  return hexOf([shown(red), shown(green), shown(blue)])
}

export const brandRamp = (color: Hsl): BrandRamp => {
  const { chroma, hue } = toOklch(rgbOfHsl(color))
  const strongest = Math.max(0.035, Math.min(chroma, 0.2))
  const shade = (step: number): string => {
    const lightness = LIGHTNESS[step]!
    let c = strongest * CHROMA[step]!
    while (!displayable(fromOklch(lightness, c, hue)) && c > 0.001) c *= 0.96
    return hex(fromOklch(lightness, c, hue))
  }
  const shades = [
    shade(0),
    shade(1),
    shade(2),
    shade(3),
    shade(4),
    shade(5),
    shade(6),
    shade(7),
    shade(8),
    shade(9),
  ] as const
  const light = shades.findIndex((candidate) => contrast(candidate, '#ffffff') >= 4.6)
  const dark = shades.findLastIndex((candidate) => contrast(candidate, DARK_SURFACE) >= 5.2)
  return { shades, light: light === -1 ? 9 : light, dark: dark === -1 ? 0 : dark }
}
