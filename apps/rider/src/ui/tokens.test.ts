import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '@ambit/domain'

const [light = '', dark = ''] = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').split('@media')
const tokensOf = (css: string): Map<string, string> =>
  new Map([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]))

test.each([
  ['light', light],
  ['dark', dark],
])('in %s all words stand out from their ground by at least 4.5 to 1, and lines by 3 to 1', (_theme, css) => {
  const tokens = tokensOf(css)
  const of = (name: string): string => tokens.get(name) ?? ''
  const words = ['text', 'muted', 'bad', 'good', 'main'].flatMap((word) =>
    ['ground', 'panel'].map((ground): [string, string] => [word, ground]),
  )
  for (const [word, ground] of [...words, ['on-main', 'main'], ['on-notice', 'notice'], ['text', 'tint']] as const)
    expect([word, ground, contrast(of(word), of(ground)) >= 4.5]).toEqual([word, ground, true])
  for (const ground of ['ground', 'panel']) expect(contrast(of('line'), of(ground))).toBeGreaterThanOrEqual(3)
})
