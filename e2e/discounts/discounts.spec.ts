import { api, expect, type Page, test } from '../fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Discounts' })
/** Told again, a story finds what it made the first time: it makes something else. */
const newTag = () => Date.now().toString(36)
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(name) })

test.describe('Discounts', () => {
  // covers: DISC-01..06, DISC-08, DISC-09, DISC-12, DISC-14, DISC-16, DISC-17, DISC-19..22, DISC-35
  test('an operations manager creates a discount code from the menu, and each empty field says what it needs', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'operations_manager', '/')
    const system = page.getByRole('navigation', { name: 'Main menu' }).getByRole('region', { name: 'System' })
    await system.getByRole('link', { name: 'Discounts' }).click()
    await expect(page).toHaveURL(/\/DiscountManagement/)
    await expect(page.getByRole('heading', { name: 'Discounts', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Create Discount' }).click()
    const tag = newTag()
    const name = `Open day ${tag}`
    const dialog = page.getByRole('dialog', { name: 'Create New Discount' })
    await expect(dialog.getByLabel('Discount Type')).toHaveValue('Percentage off')

    await dialog.getByLabel('Promo Name').focus()
    for (const next of ['Discount Code', 'Discount Type', 'Amount']) {
      await page.keyboard.press('Tab')
      await expect(dialog.getByLabel(next)).toBeFocused()
    }
    await page.keyboard.press('Tab')
    for (const message of ['a promotion name', 'a discount code', 'discount amount'])
      await expect(dialog.getByText(`Please enter ${message}`)).toBeVisible()

    await dialog.getByLabel('Promo Name').fill(name)
    await dialog.getByLabel('Discount Code').fill(`OPEN-${tag}`)
    await dialog.getByLabel('Amount').fill('25')
    await expect(dialog.getByText('A ride of $10.00 then costs $7.50.')).toBeVisible()
    await dialog.getByLabel('Activation').click()
    await expect(page.getByRole('button', { name: /^(Today|Tomorrow|In 2 days|In 1 week)$/ })).toHaveText([
      'Today',
      'Tomorrow',
      'In 2 days',
      'In 1 week',
    ])
    await page.getByRole('button', { name: 'Tomorrow' }).click()
    await expect(dialog.getByLabel('Activation')).toHaveText(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}$/)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Your discount settings have been successfully updated' })
    await expect(notice).toContainText('Thank you')
    await expect(dialog).toBeHidden()
    await expect(row(page, name).getByText('Scheduled')).toBeVisible()
    await expect(row(page, name)).toContainText('25%')
  })

  // covers: DISC-07, DISC-08, DISC-10, DISC-33, DISC-34
  test('a discount code that is taken is reported beside its field, and a failed save shows no error text', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const tag = newTag()
    const olivia = await apiAs('operations_manager')
    const create = async (name: string, code: string) =>
      (await olivia.call(api.discounts.create, { body: { name, code, discount_amount: 10 } })).data
    await create(`First of ${tag}`, `FIRST-${tag}`)
    const second = await create(`Second of ${tag}`, `SECOND-${tag}`)
    await signIn(page, 'operations_manager', `/DiscountManagement?search=of%20${tag}`)
    await expect(grid(page).getByRole('columnheader')).toHaveText([
      'ID',
      'Promo Name',
      'Discount Code',
      'Discount Type',
      'Amount',
      'Activation',
      'Expiration',
      'Status',
      'Actions',
    ])
    await row(page, `Second of ${tag}`).click()
    const dialog = page.getByRole('dialog', { name: `Editing Discount Second of ${tag} | (ID: ${second.id})` })
    await dialog.getByLabel('Discount Code').fill(`first-${tag}`)
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(dialog.getByText('This code is already taken')).toBeVisible()

    await dialog.getByLabel('Discount Code').fill(`OTHER-${tag}`)
    await page.route('**/discounts/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    const failed = page.waitForEvent('requestfailed')
    await submit.click()
    await failed
    await expect(submit).toBeEnabled()
    await expect(dialog.getByRole('alert')).toBeEmpty()
    await page.unroute('**/discounts/*')

    await dialog.getByLabel('Discount Type').click()
    await page.getByRole('option', { name: 'Total off' }).click()
    await expect(dialog.getByLabel('Amount')).toBeDisabled()
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(row(page, `OTHER-${tag}`)).toContainText('Free ride')

    await row(page, `OTHER-${tag}`)
      .getByRole('button', { name: /actions/i })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, `OTHER-${tag}`)).toHaveCount(0)
  })
})

// covers: DISC-24, DISC-26
test('An analyst reads discounts, and a fleet manager has no link to them', async ({ page, signIn, apiAs }) => {
  const [discount] = (await (await apiAs('superadmin')).call(api.discounts.list, { query: { per_page: 1 } })).data
  await signIn(page, 'analyst', `/DiscountManagement?d=DiscountDialog-edit-${discount?.id}`)
  const dialog = page.getByRole('dialog', { name: /^Viewing Discount/ })
  await expect(dialog.getByText(discount?.code ?? '', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Discount' })).toHaveCount(0)
  await signIn(page, 'fleet_manager', '/DiscountManagement')
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Discounts' }),
  ).toHaveCount(0)
  await expect(grid(page)).toHaveCount(0)
})
