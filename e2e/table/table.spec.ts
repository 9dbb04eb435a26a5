import { expect, type Page, test, leftToLongRun } from '../fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Drivers' })
const settled = async (page: Page) => expect(grid(page).getByRole('row').nth(1)).toBeVisible()

test.describe('A table of many rows', () => {
  // covers: TABLE-04
  test('a table remembers column widths that were set by pointer or by key', async ({ page, signIn }) => {
    leftToLongRun()
    await signIn(page, 'fleet_manager')
    await settled(page)
    const heading = grid(page).getByRole('columnheader', { name: 'Username' })
    const width = async () => Math.round((await heading.boundingBox())?.width ?? 0)
    const before = await width()
    const box = (await heading.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 57, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(before + 60)
    await heading.getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(width).toBe(before + 44)
    await page.reload()
    await settled(page)
    await expect.poll(width).toBe(before + 44)
  })
})
