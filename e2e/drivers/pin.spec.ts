import { expect, stepUntilVisible, test } from '../fixtures.ts'
import { hire } from './hire.ts'

test.describe("A driver's PIN", () => {
  // covers: DRV-11, DRV-43..48, DRV-50..52, DRV-54
  test("a driver's PIN is reset, and a message of success replaces the form", async ({ page, signIn, apiAs }) => {
    const pia = await hire(apiAs, 'ppin', 'Pia Pin')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=ppin')
    await page.getByRole('button', { name: 'Actions for Pia Pin' }).click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    await expect(page).toHaveURL(new RegExp(`d=DriverResetPasswordDialog-edit-${pia.id}`))
    const dialog = page.getByRole('dialog', { name: 'Reset password' })
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await dialog.getByLabel('New PIN').fill('12a')
    await expect(dialog.getByText('Only digits, please')).toBeVisible()
    await dialog.getByLabel('New PIN').fill('1234')
    await expect(dialog.getByText('You need 2 more digits')).toBeVisible()
    await dialog.getByLabel('New PIN').fill('482913')
    await dialog.getByLabel('Confirm PIN').fill('482914')
    await expect(dialog.getByText("Your PINs don't match")).toBeVisible()
    await expect(submit).toBeHidden()
    await dialog.getByLabel('Confirm PIN').fill('482913')
    const call = page.waitForRequest((request) => request.url().endsWith(`/drivers/${pia.id}/password`))
    await submit.click()
    expect((await call).postDataJSON()).toEqual({ password: '482913', password_confirmation: '482913' })
    const done = 'Password updated successfully. You can close this window now.'
    await expect(dialog.getByRole('status')).toHaveText(done)
    await expect(dialog.getByLabel('New PIN')).toBeHidden()
  })

  // covers: NOTE-11, VERCHK-14
  test('a reset PIN is also confirmed by a notice of four and a half seconds', async ({ page, signIn, apiAs }) => {
    const pepe = await hire(apiAs, 'ppepe', 'Pepe Pin')
    await page.clock.install()
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverResetPasswordDialog-edit-${pepe.id}`)
    const dialog = page.getByRole('dialog', { name: 'Reset password' })
    await dialog.getByLabel('New PIN').fill('482913')
    await dialog.getByLabel('Confirm PIN').fill('482913')
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Password updated successfully.' })
    await stepUntilVisible(page, notice)
    await page.clock.runFor(3500)
    await expect(notice).toBeVisible()
    await page.clock.runFor(2000)
    await expect(notice).toBeHidden()
  })

  // covers: DRV-53, DRV-56..60
  test('a PIN that cannot be reset gives the reason and empties the form', async ({ page, signIn, apiAs }) => {
    const paul = await hire(apiAs, 'pfail', 'Paul Fails')
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${paul.id}-ResetPassword`)
    const dialog = page.getByRole('dialog', { name: 'Paul Fails' })
    const answers = [{ detail: 'The PIN was used before.' }, { detail: '' }]
    await page.route('**/drivers/*/password', (route) =>
      route.fulfill({
        status: 422,
        json: { errors: [{ status: '422', code: 'invalid', title: 'Invalid', detail: '', ...answers.shift() }] },
      }),
    )
    for (const words of ['The PIN was used before.', 'Password failed to update.']) {
      await dialog.getByLabel('New PIN').fill('123456')
      await dialog.getByLabel('Confirm PIN').fill('123456')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByRole('alert')).toHaveText(`Error: ${words} Please try again.`)
      await expect(dialog.getByLabel('New PIN')).toHaveValue('')
      await expect(dialog.getByLabel('Confirm PIN')).toHaveValue('')
    }
  })
})
