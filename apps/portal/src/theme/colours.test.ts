import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '@ambit/domain'
import { type BrandRamp, brandRamp } from './brand-ramp.ts'
import { cssVariables } from './theme.ts'

type Theme = 'light' | 'dark'
type Colours = ReadonlyMap<string, string>

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const block = (selector: string): [string, string][] => {
  const body = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  return [...body.matchAll(/^\s*(--[\w-]+):\s*(.+);$/gm)].map(([, name = '', value = '']) => [name, value])
}

/** The colours that rules may name, as they are in a theme. */
const coloursOf = (ramp: BrandRamp, theme: Theme): Colours => {
  const variables = cssVariables(ramp)({} as never)[theme] // it reads no Mantine theme
  return new Map([
    ...block(':root'),
    ...(theme === 'dark' ? block("[data-mantine-color-scheme='dark']") : []),
    ...Object.entries(variables).map(([name, value]): [string, string] => [name, value ?? '']),
    ['--mantine-primary-color-filled', ramp.shades[ramp[theme]] ?? ''],
  ])
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const hex = (values: readonly number[]): string =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
const mixed = (upper: string, share: number, lower: string): string => {
  const below = channels(lower)
  return hex(channels(upper).map((value, at) => value * share + (below[at] ?? 0) * (1 - share)))
}

/** `#rrggbb`, or a mix of two colours; what is see-through lies on the ground below. */
const drawn = (value: string, ground: string): string => {
  const mix = /^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6}|transparent)\)$/.exec(value)
  const [, upper = '', percent = '', lower = ''] = mix ?? []
  const colour = mix === null ? value : mixed(upper, Number(percent) / 100, lower === 'transparent' ? ground : lower)
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new Error(`What colour is ${value}?`)
  return colour
}

const TONES = ['success', 'warning', 'danger', 'info', 'live', 'neutral'].map((tone) => `--${tone}`)
/** what a `color` may be */
const WORDS = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-placeholder',
  '--mantine-color-error',
  '--brand-text',
  ...TONES,
]
/** backgrounds of text in every colour */
const SURFACES = ['--panel', '--canvas', '--mantine-color-body', '--hover']
/** WCAG 2.2: 1.4.3 for text, 1.4.11 for controls and the focus ring */
const LEAST = { text: 4.5, control: 3 }

const pairs = [
  ...WORDS.flatMap((words) => SURFACES.map((surface) => [words, surface] as const)),
  ...TONES.map((tone) => [tone, `${tone}-tint`] as const),
  ...TONES.map((tone) => ['--panel', tone] as const),
  ...['--mantine-color-text', '--mantine-color-dimmed', '--brand-text', ...TONES].map(
    (words) => [words, '--brand-tint'] as const,
  ),
  ...TONES.flatMap((tone) =>
    ['--mantine-color-text', '--mantine-color-dimmed'].map((words) => [words, `${tone}-tint`] as const),
  ),
  ['--on-brand', '--mantine-primary-color-filled'],
  ['--on-brand', '--brand-hover'],
] as const

const BRANDS = { blue: { h: 236, s: 100, l: 63 }, green: { h: 168, s: 76, l: 36 } }
test.each(
  Object.entries(BRANDS).flatMap(([name, brand]) =>
    (['light', 'dark'] as const).map((theme) => [name, theme, brand] as const),
  ),
)('text and controls stand out from every surface, with the %s brand in the %s theme', (_name, theme, brand) => {
  const colours = coloursOf(brandRamp(brand), theme)
  const at = (name: string, ground: string) => drawn(colours.get(name) ?? '', ground)
  const panel = at('--panel', '')
  const faint = (over: string, surface: string, least: number) => {
    const ground = at(surface, panel)
    const ratio = contrast(at(over, ground), ground)
    return ratio < least ? [`${over} on ${surface}: ${ratio.toFixed(2)}`] : []
  }
  expect(pairs.flatMap(([words, surface]) => faint(words, surface, LEAST.text))).toEqual([])
  const control = '--mantine-primary-color-filled'
  expect(SURFACES.flatMap((surface) => faint(control, surface, LEAST.control))).toEqual([])
})

test('stylesheets colour text only with pairs whose contrast is checked', () => {
  const named = new Set<string>([...pairs.map(([words]) => words), '--tone'])
  // Mixed of two colours that are each legible on the tint below.
  const mix = 'color-mix(in srgb, var(--mantine-color-text) 78%, var(--tint))'
  const folder = join(import.meta.dirname, '..')
  const others = globSync('**/*.css', { cwd: folder })
    // Paper is white in both themes.
    .filter((file) => !file.endsWith('print.css'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^\s*color: (.+);$/gm)]
        .map(([, value = '']) => value)
        .filter((value) => !['inherit', mix].includes(value))
        .filter((value) => !named.has(/^var\((--[\w-]+)\)$/.exec(value)?.[1] ?? ''))
        .map((value) => `${file}: ${value}`),
    )
  expect(others).toEqual([])
})
