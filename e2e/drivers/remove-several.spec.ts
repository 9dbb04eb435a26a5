import { api, expect, type Page, test } from '../fixtures.ts'
import { foundZone } from '../zones/found.ts'
import { hire } from './hire.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Drivers' })
const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'The server failed for a moment.' }

test.describe('Deleting several drivers', () => {
  // covers: DRAFT-31..33, DRAFT-35..41
  test('deleting several drivers needs a typed code, reports each result and retries only what failed', async ({
    page,
    signIn,
    apiAs,
  }) => {
    // A driver with a schedule stays for good: each telling has names of its own.
    const crew = `Crew${test.info().retry}`
    await hire(apiAs, `ada${crew}`, `Ada ${crew}`)
    const bo = await hire(apiAs, `bo${crew}`, `Bo ${crew}`)
    const cleo = await hire(apiAs, `cleo${crew}`, `Cleo ${crew}`)
    const office = await apiAs('operations_manager')
    const zone = await foundZone(apiAs, { name: `Depot ${crew}` })
    const { data: settings } = await office.call(api.settings.show)
    const inHours = (hours: number): string => new Date(Date.parse(settings.clock.now) + hours * 3600_000).toISOString()
    await office.call(api.servicePlans.create, {
      body: { zone_id: zone.id, driver_id: cleo.id, start_time: inHours(1), end_time: inHours(3) },
    })

    await signIn(page, 'fleet_manager', `/DriverManagement?search=${crew}`)
    for (const name of ['Ada', 'Bo', 'Cleo'])
      await page.getByRole('checkbox', { name: `Select ${name} ${crew}` }).check()
    await expect(page.getByText('3 items selected')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 3 drivers?' })
    await expect(dialog.getByText('This cannot be undone')).toBeVisible()
    expect((await dialog.boundingBox())?.width).toBe(400)
    const code = (await dialog.getByText('To confirm, type').getByRole('strong').textContent()) ?? ''
    expect(code).toMatch(/^[A-Z2-9]{4}$/)
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    const typed = dialog.getByRole('textbox', { name: 'Code' })
    await expect(typed).toBeFocused()
    await expect(confirm).toBeDisabled()
    await typed.fill(`${code.slice(0, 3)}!`)
    await expect(confirm).toBeDisabled()
    await typed.press('Enter')
    await expect(typed).toBeVisible()
    await typed.fill(code)
    await expect(confirm).toBeEnabled()

    // The server holds everybody up for a moment, and fails for Bo.
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const asked: string[] = []
    let fails = true
    await page.route('**/api/v2/ops/drivers/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      await held
      return fails && route.request().url().endsWith(`/${bo.id}`)
        ? route.fulfill({ status: 500, json: { errors: [failure] } })
        : route.continue()
    })
    await confirm.click()
    await expect(dialog.getByText('Working on 3 items')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    release()

    await expect(dialog.getByText('1 out of 3 items successful')).toBeVisible()
    const failed = dialog.getByRole('listitem')
    await expect(failed).toHaveCount(2)
    await expect(failed.filter({ hasText: 'Bo' })).toBeVisible()
    const cleos = failed.filter({ hasText: 'Cleo' })
    await expect(cleos.getByText('It is still used by service plans')).toBeHidden()
    await cleos.getByText('More...').click()
    await expect(cleos.getByText('It is still used by service plans')).toBeVisible()
    await cleos.getByText('Less...').click()
    await expect(cleos.getByText('It is still used by service plans')).toBeHidden()

    asked.length = 0
    fails = false
    await dialog.getByRole('button', { name: 'Retry 2 failed' }).click()
    await expect(dialog.getByText('2 out of 3 items successful')).toBeVisible()
    expect(asked.toSorted()).toEqual([String(bo.id), String(cleo.id)].toSorted())
    await expect(failed).toHaveText([/^Cleo Crew/])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    await expect(grid(page).getByRole('row', { name: /Crew/ })).toHaveText([/Cleo/])
    await expect(page.getByText('items selected')).toBeHidden()
  })

  test('deleting drivers while offline deletes none and can be tried again', async ({
    page,
    context,
    signIn,
    apiAs,
  }) => {
    await hire(apiAs, 'dirkoff', 'Dirk Offline')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=dirkoff')
    await page.getByRole('checkbox', { name: 'Select Dirk Offline' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 1 driver?' })
    const code = (await dialog.getByText('To confirm, type').getByRole('strong').textContent()) ?? ''
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('0 out of 1 items successful')).toBeVisible()
    await dialog.getByText('More...').click()
    await expect(dialog.getByText('The server cannot be reached. Nothing was changed.')).toBeVisible()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Retry 1 failed' }).click()
    await expect(dialog.getByText('1 out of 1 items successful')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(grid(page).getByText('No data available')).toBeVisible()
  })

  test('a dispatcher has no button to delete several drivers', async ({ page, signIn, apiAs }) => {
    await hire(apiAs, 'eveonly', 'Eve Only')
    await signIn(page, 'dispatcher', '/DriverManagement?search=eveonly')
    await expect(grid(page).getByRole('row', { name: /Eve/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  })
})

test.describe('Accessibility of deleting several drivers', () => {
  test('the confirmation of deleting drivers and its results pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    await hire(apiAs, 'axel', 'Axel Grease')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=axel')
    await page.getByRole('checkbox', { name: 'Select Axel Grease' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 1 driver?' })
    const code = (await dialog.getByText('To confirm, type').getByRole('strong').textContent()) ?? ''
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
