import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { default as axe, RunOptions } from 'axe-core'

/** what axe's own script makes of the page */
type WithAxe = Window & { axe?: typeof axe }

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** the rules that the theme can change */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Less than half as long as the one that the package exports, which each page has to parse. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Violations of WCAG 2.2 AA on the page as it is, in the light theme or in both. Axe runs in the page and only
 * the violations come back: its wrapper for Playwright opens a second page for each run and carries all that passed
 * over, to join frames that the portal has not, which takes five times as long.
 */
export const violationsOn = async (page: Page, themes: 'light' | 'both'): Promise<string[]> => {
  await inTheme(page, 'light')
  await settled(page)
  const found = await violations(page, { runOnly: WCAG })
  if (themes === 'light') return found
  await inTheme(page, 'dark')
  await settled(page)
  const inTheDark = await violations(page, { runOnly: { type: 'rule', values: OF_COLOURS } })
  await inTheme(page, 'light')
  return [...found, ...inTheDark.map((line) => `in the dark theme: ${line}`)]
}

/** Of a page that has no theme of the portal: violations as it is. */
export const violationsNow = (page: Page): Promise<string[]> => violations(page, { runOnly: WCAG })

const violations = async (page: Page, options: RunOptions): Promise<string[]> => {
  if (!(await page.evaluate(() => (window as WithAxe).axe !== undefined))) await page.evaluate(script)
  return page.evaluate(
    async (run) => {
      const found = (await (window as WithAxe).axe?.run(document, run))?.violations
      if (found === undefined) throw new Error('Axe has not come into the page')
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary ?? ''}`),
      )
    },
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  )
}

/** The page that is open takes the other theme by itself, as it does when the system changes. */
const inTheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Colours are judged when what fades or slides has arrived; what turns for ever may turn. */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const moving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    // `finished` is not to be waited for: an animation whose element goes may never tell.
    const since = performance.now()
    do {
      await frame()
      await frame()
    } while (document.getAnimations().some(moving) && performance.now() < since + 3000)
  })
}
