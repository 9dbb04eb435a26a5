import { expect, type Locator, type Page } from '@playwright/test'

/** The menu, the header and the rows of a list come before what some stories look for. */
const MOST_TABS = 150

/** Presses Tab until the element with this role and name has the keyboard; `within` a dialog where the page has it too. */
export const tabTo = async (
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  within: Page | Locator = page,
): Promise<void> => {
  const wanted = within.getByRole(role, { name }).first()
  await expect(wanted).toBeAttached({ timeout: 40_000 })
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${role} ${String(name)}`)
}

/** Clicks into a field and types in the place of what it holds. */
export const typeInto = async (field: Locator, text: string): Promise<void> => {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.page().keyboard.type(text)
}

/** Counts the clicks on the page from now on, until it is loaded again. */
export const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  const clicks = await page.evaluateHandle(() => {
    const counted = { clicks: 0 }
    addEventListener('pointerdown', () => counted.clicks++, true)
    return counted
  })
  return () => clicks.evaluate((counted) => counted.clicks)
}
