import { expect, leftToLongRun, test } from '../fixtures.ts'

test.describe('An empty installation', () => {
  test.use({ baseURL: async ({ bare }, use) => use(bare.url) })

  test('the first visitor who knows the code of the server becomes the first administrator', async ({
    page,
    bare,
    expectAccessible,
  }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/Setup$/)
    await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible()
    await expectAccessible(page)
    const create = page.getByRole('button', { name: 'Create administrator' })
    await create.click()
    await expect(page.getByText('Please enter first name')).toBeVisible()
    await page.getByLabel('Setup code').fill('ABCD-EFGH-JKLM')
    await page.getByLabel('First name').fill('Ingrid')
    await page.getByLabel('Last name').fill('Larsen')
    await page.getByLabel('Username').fill('ingrid')
    await page.getByLabel('E-mail').fill('ingrid@example.org')
    await page.getByLabel(/^New password/).fill('a long password')
    await page.getByLabel('Confirm new password').fill('a long passwort')
    await create.click()
    await expect(page.getByText("Your passwords don't match")).toBeVisible()
    await page.getByLabel('Confirm new password').fill('a long password')
    await create.click()
    await expect(page.getByText('This is not the code that the server printed when it started')).toBeVisible()
    await page.getByLabel('Setup code').fill(bare.setupCode ?? '')
    await create.click()
    await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Ingrid Larsen')
    await page.goto('/Setup')
    await expect(page).not.toHaveURL(/\/Setup$/)
  })

  // covers: TABLE-05
  test('the empty list of drivers offers to create the first one', async ({ page }) => {
    leftToLongRun()
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill('ingrid')
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/Dashboard$/)
    await page.getByRole('link', { name: 'Open drivers' }).click()
    const grid = page.getByRole('grid', { name: 'Drivers' })
    await expect(grid.getByText('No data available')).toBeVisible()
    await grid.getByRole('button', { name: 'Create Driver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Driver' })
    await dialog.getByLabel('First Name').fill('Mia')
    await dialog.getByLabel('Last Name').fill('Berg')
    await dialog.getByLabel('Username').fill('mberg')
    await dialog.getByLabel('Email').fill('mia@example.org')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    await expect(grid.getByRole('row', { name: /Mia/ })).toBeVisible()
  })
})
