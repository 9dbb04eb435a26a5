import { violationsNow } from '../axe.ts'
import { PIN } from '../duty.ts'
import { expect, type Page } from '../fixtures.ts'

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const tap = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click()

export const signInDriver = async (page: Page, username: string): Promise<void> => {
  await page.goto('/Drive')
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  for (const digit of PIN) await tap(page, digit)
  await tap(page, 'Sign in')
  await expect(heading(page, 'Your trips')).toBeVisible()
}

/** Looks at the vehicle item by item, as the demo asks for it, leaves its odometer out, signs on, and hears the tone. */
export const startTrip = async (page: Page): Promise<void> => {
  await tap(page, 'Start')
  await tap(page, 'Check the vehicle: Before driving')
  for (let item = 1; item <= 12; item += 1) {
    await expect(page.getByText(`item ${item} of 12`)).toBeVisible()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
  }
  await tap(page, 'Odometer')
  await tap(page, 'Skip')
  await tap(page, 'Start')
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
}

const sizes = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 1366, height: 1024 },
]

/** Nothing sideways at any size, and nothing for axe to find by day and night, upright and across. */
export const expectGood = async (page: Page): Promise<void> => {
  const usual = page.viewportSize() ?? { width: 390, height: 844 }
  for (const size of [...sizes, usual]) {
    await page.setViewportSize(size)
    const aside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(aside, JSON.stringify(size)).toBeLessThanOrEqual(0)
    if (size.width === 1366 || size.width === 320) continue
    for (const theme of ['night', 'day']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      expect(await violationsNow(page), `${theme} at ${size.width} px`).toEqual([])
    }
  }
}

/** What is smaller than 56 by 56 px, and what is nearer than 8 px to another. What scrolls below what stays is not. */
export const cramped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = { size: 56, gap: 8 }
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (['sticky', 'fixed'].includes(getComputedStyle(element).position) || stays(element.parentElement))
    const targets = [...document.querySelectorAll('button, a, input[type=text], label:has(input)')].map((element) => ({
      words: element.textContent,
      box: element.getBoundingClientRect(),
      stays: stays(element),
    }))
    const small = targets.filter(({ box }) => Math.min(box.width, box.height) < least.size)
    const near = targets.filter((one, place) =>
      targets.slice(place + 1).some((other) => {
        const [a, b] = [one.box, other.box]
        const across = Math.max(a.left, b.left) - Math.min(a.right, b.right)
        const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)
        return one.stays === other.stays && Math.max(across, down) < least.gap
      }),
    )
    return [...small, ...near].map(({ words, box }) => `${words}: ${JSON.stringify(box)}`)
  })
