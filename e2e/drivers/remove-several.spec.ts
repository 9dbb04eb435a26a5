import { expect, test, leftToLongRun } from '../fixtures.ts'
import { hire } from './hire.ts'

const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'The server failed for a moment.' }

test.describe('Accessibility of deleting several drivers', () => {
  // covers: DRAFT-41
  test('the confirmation of deleting drivers is 400 px wide, and it and its results pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    await hire(apiAs, 'axel', 'Axel Grease')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=axel')
    await page.getByRole('checkbox', { name: 'Select Axel Grease' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 1 driver?' })
    const code = (await dialog.getByText('To confirm, type').getByRole('strong').textContent()) ?? ''
    expect((await dialog.boundingBox())?.width).toBe(400)
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.route('**/api/v2/ops/drivers/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, json: { errors: [failure] } })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('0 out of 1 items successful')).toBeVisible()
    await dialog.getByText('More...').click()
    await expectAccessible(page)
  })
})
