import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '@ambit/domain'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const tokensOf = (theme: string): Map<string, string> => {
  const block = css.split(`[data-theme='${theme}'] {`)[1]?.split('}', 1)[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]))
}

// covers: DAPP-33
test.each(['day', 'night'])('by %s all words stand out from their ground by at least 7 to 1', (theme) => {
  const tokens = tokensOf(theme)
  const of = (name: string): string => tokens.get(name) ?? ''
  const words = ['text', 'muted', 'bad', 'good'].flatMap((word) =>
    ['ground', 'panel', 'notice'].map((ground): [string, string] => [word, ground]),
  )
  for (const [word, ground] of [...words, ['on-main', 'main'] as const])
    expect([word, ground, contrast(of(word), of(ground)) >= 7]).toEqual([word, ground, true])
  // Lines of buttons and fields (WCAG 2.2, 1.4.11).
  for (const ground of ['ground', 'panel']) expect(contrast(of('line'), of(ground))).toBeGreaterThanOrEqual(3)
})
