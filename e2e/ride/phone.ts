import { violationsNow } from '../axe.ts'
import { expect, type Page } from '../fixtures.ts'

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const tap = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click()

const sizes = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]

/** Nothing sideways at any size, and nothing for axe to find in the light and in the dark. */
export const expectGood = async (page: Page): Promise<void> => {
  const usual = page.viewportSize() ?? { width: 390, height: 844 }
  for (const size of [...sizes, usual]) {
    await page.setViewportSize(size)
    const aside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(aside, JSON.stringify(size)).toBeLessThanOrEqual(0)
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsNow(page), colorScheme).toEqual([])
  }
}
