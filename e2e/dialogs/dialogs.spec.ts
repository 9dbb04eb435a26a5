import type { Client } from '@ambit/contract'
import { api, expect, test } from '../fixtures.ts'

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

  test('focus returns to the control that opened a dialog', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager')
    const button = page.getByRole('button', { name: 'Create Driver' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Create Driver' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button).toBeFocused()
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

// covers: DLG-29
test('A tab that holds an invalid field is marked', async ({ page, signIn, apiAs }) => {
  const { first } = await anyDriver(apiAs)
  await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${first.id}`)
  const dialog = page.getByRole('dialog', { name: first.full_name })
  const tab = dialog.getByRole('tab').first()
  await expect(tab).toHaveText('Details')
  await dialog.getByLabel('First Name').fill('')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(tab).toHaveText('Details *')
  await dialog.getByLabel('First Name').fill('x')
  await expect(tab).toHaveText('Details')
})

test.describe('Unsaved changes', () => {
  // covers: DLG-18
  test('unsaved changes are asked about before the dialog closes, the mode changes or the page is left', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const { first } = await anyDriver(apiAs)
    await signIn(page, 'fleet_manager', '/DriverManagement?sort=id')
    await page.getByRole('button', { name: `Actions for ${first.full_name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: first.full_name, includeHidden: true })
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await dialog.getByLabel('First Name').fill('Changed')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('First Name')).toHaveValue('Changed')
    await dialog.getByText('View Mode').click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('unsaved changes do not block another tab of the same dialog', async ({ page, signIn, apiAs }) => {
    const { first } = await anyDriver(apiAs)
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${first.id}`)
    const dialog = page.getByRole('dialog', { name: first.full_name })
    await dialog.getByLabel('First Name').fill('Changed')
    await dialog.getByRole('tab', { name: 'Reset password' }).click()
    await expect(page).toHaveURL(/-ResetPassword$/)
    await dialog.getByRole('tab', { name: 'Details' }).click()
    await expect(dialog.getByLabel('First Name')).toHaveValue('Changed')
  })
})
