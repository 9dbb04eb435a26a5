import type { DriverActionKind } from '@ambit/contract'
import type { Page } from '../../fixtures.ts'

/** A tap on a button, with the words on it; `at`: by the phone's clock, ms. */
export type Tap = { words: string; at: number; offline: boolean }

/** In a page: notes each tap as it is made. */
export const noteTaps = (): void => {
  const taps: Tap[] = []
  Object.assign(globalThis, { taps })
  const noted = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button === null) return
    const words = button.textContent.replaceAll(/\s+/g, ' ').trim()
    taps.push({ words, at: Date.now(), offline: !navigator.onLine })
  }
  addEventListener('click', noted, true)
}

export const tapsOn = (page: Page): Promise<Tap[]> =>
  page.evaluate(() => (globalThis as unknown as { taps: Tap[] }).taps) // by `noteTaps`

/** What was done by a tap, and to whom where the button says it. */
export type Deed = Omit<Tap, 'words'> & { kind: DriverActionKind; who: string | null }

const meanings: [RegExp, DriverActionKind][] = [
  [/^Arrived$/, 'arrive'],
  [/^Depart$/, 'depart'],
  [/^Aboard (.+)$/, 'board'],
  [/^All \d+ came$/, 'board'],
  [/^Not at the stop$/, 'no_show'],
  [/^Out (.+)$/, 'drop_off'],
  [/^Paid \S*\d\S* (.+)$/, 'paid'],
  [/^End trip$/, 'complete'],
]

export const meaningOf = (words: string): { kind: DriverActionKind; who: string | null } | null => {
  for (const [pattern, kind] of meanings) {
    const found = pattern.exec(words)
    if (found !== null) return { kind, who: found[1] ?? null }
  }
  return null
}

/** Some buttons ask first, and the tap that answers does it: how many of several people came, and whether a trip ends. */
export const deedsOf = (taps: readonly Tap[]): Deed[] =>
  taps.flatMap(({ words, ...tap }, place) => {
    const meaning = meaningOf(words)
    const next = taps[place + 1]?.words ?? ''
    const asksFirst = /^All \d+ came$/.test(next) || (words === 'End trip' && place < taps.length - 1)
    return meaning === null || asksFirst ? [] : [{ ...tap, ...meaning }]
  })
