import type { Client } from '@ambit/contract'
import { api, expect, test, leftToLongRun } from '../fixtures.ts'

const anyDriver = async (apiAs: (role: string) => Promise<Client>) => {
  const client = await apiAs('fleet_manager')
  const { data } = await client.call(api.drivers.list, { query: { per_page: 2, sort: 'id' } })
  const [first, second] = data
  if (first === undefined || second === undefined) throw new Error('The demo has no drivers')
  return { first, second }
}

test.describe('Dialogs in the address', () => {
  // covers: DLG-01..04, DLG-08, DLG-12
  test('two stacked dialogs come back after a reload; Escape closes the upper one and Back reopens it', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const { first, second } = await anyDriver(apiAs)
    const path = `/DriverManagement?d=DriverDialog-view-${first.id},DriverDialog-view-${second.id}`
    await signIn(page, 'fleet_manager', path)
    const lower = page.getByRole('dialog', { name: first.full_name, includeHidden: true })
    const top = page.getByRole('dialog', { name: second.full_name })
    await expect(top).toBeVisible()
    await page.reload()
    await expect(top).toBeVisible()
    await expect(lower).toHaveAttribute('data-lower', 'true')
    await expect
      .poll(async () => {
        const [below, above] = [await lower.boundingBox(), await top.boundingBox()]
        return below && above ? Math.round(above.y - below.y) : null
      })
      .toBe(8)
    await page.keyboard.press('Escape')
    await expect(top).toBeHidden()
    await expect(lower).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`d=DriverDialog-view-${first.id}$`))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(lower).toBeVisible()
    await page.goBack()
    await expect(top).toBeVisible()
  })

  test('Escape on a changed form asks before anything is lost, and on the question goes on editing', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const { first } = await anyDriver(apiAs)
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${first.id}`)
    const name = page.getByRole('dialog', { name: first.full_name }).getByLabel('First Name')
    await name.fill('Changed')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Changed')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  // covers: DLG-16, DLG-17, DLG-33, DLG-34
  test('dialogs are 40 % wide, 3vh from the top, with labels of 120 px and fields of half a row', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const { first } = await anyDriver(apiAs)
    await page.setViewportSize({ width: 1920, height: 1000 })
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${first.id}`)
    const dialog = page.getByRole('dialog', { name: first.full_name })
    await expect(dialog.getByLabel('First Name')).toBeVisible()
    await expect.poll(async () => (await dialog.boundingBox())?.y).toBe(30)
    expect((await dialog.boundingBox())?.width).toBeCloseTo(768, 0)
    const label = dialog.getByText('First Name', { exact: false }).first()
    expect((await label.boundingBox())?.width).toBe(120)
    const columns = await dialog
      .locator('form')
      .locator('.mantine-TextInput-root')
      .first()
      .evaluate((element) => getComputedStyle(element).gridColumnStart)
    expect(columns).toBe('span 12')
  })
})
