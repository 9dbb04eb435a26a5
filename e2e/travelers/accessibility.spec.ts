import { api, expect, test, leftToLongRun } from '../fixtures.ts'
import { enrol, passenger } from './enrol.ts'

test.describe('Accessibility of passengers', () => {
  test.setTimeout(300_000)

  // covers: PAX-23
  test('the list of passengers, each tab of the dialog, 800 px wide, with its form and the password dialog pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    const ada = await enrol(apiAs, 'Ada')
    await (
      await apiAs('customer_service')
    ).call(api.travelerComments.create, { body: { traveler_id: ada.id, comment: 'Rings before boarding' } })
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-view-${ada.id}-Comments`)
    const dialog = passenger(page, ada)
    await expect(dialog.getByText('Rings before boarding')).toBeVisible()
    expect((await dialog.boundingBox())?.width).toBe(800)
    await dialog.getByRole('button', { name: 'Add Comment' }).click()
    await expectAccessible(page)
    await dialog.getByRole('tab', { name: 'Profile' }).click()
    await expectAccessible(page)
    await dialog.getByRole('tab', { name: 'Concessions' }).click()
    await dialog.getByRole('button', { name: 'Assign Concession' }).click()
    await dialog.getByRole('combobox', { name: 'Concession' }).click()
    await page.getByRole('option').first().click()
    await expect(dialog.getByText('This concession is only available in')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('tab', { name: 'Payment Details' }).click()
    await dialog.getByRole('button', { name: 'Add Credit Card' }).click()
    await dialog.getByRole('button', { name: 'Save Card' }).click()
    await expect(dialog.getByText('Please enter the name on the card')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/TravellerManagement?d=ResetPasswordDialog-edit-${ada.id}`)
    const password = page.getByRole('dialog', { name: 'Reset password' })
    await password.getByRole('button', { name: 'Submit' }).click()
    await expect(password.getByText('Please enter a new password')).toHaveCount(2)
    await expectAccessible(page)
    await page.goto('/TravellerManagement')
    await expect(page.getByRole('grid', { name: 'Passengers' }).getByRole('row').nth(1)).toBeVisible()
    await expectAccessible(page)
  })
})
