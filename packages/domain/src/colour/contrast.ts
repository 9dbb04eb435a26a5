/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number]

/** hue 0–360, saturation and lightness in per cent */
export type Hsl = { h: number; s: number; l: number }

/** What text and its ground differ by at least (WCAG 2.2, 1.4.3). */
export const LEAST_TEXT_CONTRAST = 4.5

/** A channel of sRGB as light. */
export const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

export const rgbOfHsl = ({ h, s, l }: Hsl): Rgb => {
  const lightness = l / 100
  const reach = (s / 100) * Math.min(lightness, 1 - lightness)
  const channel = (n: number): number => {
    const k = (n + h / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(k - 3, Math.min(9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** `#rrggbb` */
export const hexOf = (color: Rgb): string =>
  `#${color
    .map((channel) =>
      Math.round(255 * Math.min(1, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Of `#rrggbb`; null for anything else. Whole numbers, so that a colour that is typed stays what it was. */
export const hslOfHex = (text: string): Hsl | null => {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  if (match === null) return null
  const [r, g, b] = match.slice(1).map((part) => Number.parseInt(part, 16) / 255) as [number, number, number] // three groups
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [range, l] = [most - least, (most + least) / 2]
  const sector =
    range === 0 ? 0 : most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4
  const s = range === 0 ? 0 : range / (1 - Math.abs(2 * l - 1))
  return { h: Math.round(sector * 60) % 360, s: Math.round(s * 100), l: Math.round(l * 100) }
}

const luminance = (color: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ] // three indices in, three channels out
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2 contrast of two `#rrggbb` colours, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Of white words on the colour, rounded down: what is shown as enough is enough. */
export const contrastOfWhite = (color: Hsl): number => Math.floor(contrast(hexOf(rgbOfHsl(color)), '#ffffff') * 10) / 10
