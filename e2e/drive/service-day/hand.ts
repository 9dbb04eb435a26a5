import { setTimeout as nap } from 'node:timers/promises'
import { expect, type Page } from '../../fixtures.ts'

type Button = { words: string; can: boolean; later: boolean; onCard: boolean }

/** What a driver sees at a glance. `waits`: the time to set out has not come; `isThere`: the vehicle stands at the stop. */
export type Screen = { heading: string; buttons: Button[]; waits: boolean; isThere: boolean }

export const look = (page: Page): Promise<Screen> =>
  page.evaluate(() => {
    const wordsOf = (element: Element): string => element.textContent.replaceAll(/\s+/g, ' ').trim()
    const heading = document.querySelector('h1')
    return {
      heading: heading === null ? '' : wordsOf(heading),
      buttons: [...document.querySelectorAll('button')].map((button) => ({
        words: wordsOf(button),
        can: button.getAttribute('aria-disabled') !== 'true',
        later: button.dataset['later'] === 'true',
        onCard: button.closest('section[role=alert]') !== null,
      })),
      waits: document.querySelector('main')?.textContent.includes('Set out in') ?? false,
      // As `vehicle.ts` says; a phone alone is always there.
      isThere: (globalThis as unknown as { vehicle?: { isThere: boolean } }).vehicle?.isThere ?? true,
    }
  })

/** What the driver sees beside the screen: who stands at the stop, by the name on the screen, and whether work is over. */
export type Around = { isThere: (name: string) => boolean; isOver: () => boolean }

/** What is due, as the words of the button to tap; null: nothing now. */
export const due = (
  { heading, buttons, waits, isThere: hasArrived }: Screen,
  { isThere, isOver }: Around,
): string | null => {
  const find = (pattern: RegExp, wanted: (found: RegExpExecArray, button: Button) => boolean = () => true) =>
    buttons.find((button) => {
      const found = pattern.exec(button.words)
      return button.can && found !== null && wanted(found, button)
    })?.words ?? null
  const stands = ([, name = '']: RegExpExecArray): boolean => isThere(name)
  return (
    find(/^OK$/, (_, { onCard }) => onCard) ??
    find(/^Note read/) ??
    find(/^All \d+ came$/) ??
    find(/^Not at the stop$/) ??
    find(/^Out ./) ??
    find(/^Aboard (.+)$/, stands) ??
    find(/^Paid \S*\d/) ??
    find(/^Not here (.+)$/, (found) => !stands(found)) ??
    (waits ? null : find(/^Depart$/)) ??
    (hasArrived ? find(/^Arrived$/, (_, { later }) => !later) : null) ??
    (heading === 'No stop ahead' && isOver() ? (find(/^Skip$/) ?? find(/^End trip$/)) : null)
  )
}

const LOOKED_EVERY_MS = 100
/** A button that is gone before it was tapped, as when the plan changes in that moment, is looked for no longer. ms */
const GONE_MS = 3000
const MOST_MISSED = 5
/** With something ahead and nothing due for so long, nobody knows how to go on. ms */
const LOST_MS = 120_000

const tapped = (page: Page, words: string): Promise<boolean> =>
  page
    .getByRole('button', { name: words, exact: true })
    .last()
    .click({ timeout: GONE_MS })
    .then(
      () => true,
      () => false,
    )

/** Taps what is due until the trip has ended. `before`: each look; `after`: each tap, with the words on the button. */
export const driveToTheEnd = async (
  page: Page,
  around: Around,
  { before, after }: { before: () => Promise<void>; after: (words: string) => void },
): Promise<void> => {
  let missed = 0
  let tappedAt = performance.now()
  for (;;) {
    await before()
    const screen = await look(page)
    if (screen.heading === 'Trip ended') return
    const words = due(screen, around)
    if (screen.waits || screen.heading === 'No stop ahead') tappedAt = performance.now()
    if (performance.now() - tappedAt > LOST_MS) throw new Error(`Nothing is due: ${JSON.stringify(screen)}`)
    if (words === null) await nap(LOOKED_EVERY_MS)
    else if (await tapped(page, words)) {
      missed = 0
      tappedAt = performance.now()
      after(words)
      await expect.poll(() => look(page), `the screen after ${words}`).not.toEqual(screen)
    } else if (++missed > MOST_MISSED) throw new Error(`${words} cannot be tapped`)
  }
}
