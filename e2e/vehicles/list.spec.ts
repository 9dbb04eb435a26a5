import { api, expect, type Page, test } from '../fixtures.ts'
import { readFileSync } from 'node:fs'
import { buy, grid, row, scrap } from './buy.ts'

const headings = (page: Page) => grid(page).getByRole('columnheader')
const heading = (page: Page, name: string) => headings(page).filter({ hasText: name })
const isListOf = (url: string): boolean => /\/ops\/vehicles\?/.test(url)
const parametersOf = (url: string): URLSearchParams => new URL(url).searchParams
const inArea = (functional_area: string) => ({ allocation: { service_allocation_details: { functional_area } } })

/** Answers the question for the custom fields with these, whatever is stored. */
const withStages = async (page: Page, change: (stages: { key: string }[]) => unknown[]): Promise<void> => {
  await page.route('**/ops/schemas?*', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { stages: { key: string }[] }[] } // the contract's list
    await route.fulfill({ json: { ...json, data: json.data.map((one) => ({ ...one, stages: change(one.stages) })) } })
  })
}

test.describe('The list of vehicles', () => {
  // covers: VEH-01, VEH-02, VEH-04, VEH-05, VEH-08..12, VEH-14, VEH-15
  test('the first columns and the actions of the vehicle table stay in view when it is scrolled', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'fleet_manager', '/')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Vehicles' }).click()
    await expect(page).toHaveURL(/\/VehicleManagement/)
    await expect(page.getByRole('heading', { name: 'Vehicles', level: 1 })).toBeVisible()
    for (const name of ['Create Vehicle', 'Import', 'Export'])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByPlaceholder('Search by vehicle number, make, model, or license plate')).toBeVisible()
    await expect(headings(page)).toHaveText([
      '',
      'Vehicle ID',
      'Status',
      'Completed Stage',
      'Registration',
      'Actual Passenger Capacity',
      'Make',
      'Model',
      'Color',
      'Doors',
      'Wheelchair Passenger Capacity',
      'Functional Area',
      'Actions',
    ])
    await expect(grid(page).getByRole('row')).toHaveCount(26)
    await expect(heading(page, 'Functional Area')).not.toBeInViewport()
    await grid(page).evaluate((table) => table.parentElement?.scrollTo({ left: 10_000 }))
    await expect(heading(page, 'Functional Area')).toBeInViewport()
    const first = grid(page).getByRole('row').nth(1)
    for (const cell of [1, 2, 3, 12]) {
      await expect(headings(page).nth(cell)).toBeInViewport({ ratio: 1 })
      await expect(first.getByRole('gridcell').or(first.getByRole('cell')).nth(cell)).toBeInViewport({ ratio: 1 })
    }
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await page.getByRole('option', { name: '10 / page' }).click()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
  })

  // covers: VEH-13, VEH-15
  test('the list has no column or filter for stages when there are none', async ({ page, signIn }) => {
    await withStages(page, () => [])
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
    for (const name of ['Completed Stage', 'Functional Area']) await expect(heading(page, name)).toHaveCount(0)
    for (const name of ['Completed Stage', 'Functional Area', 'Display Extra Columns'])
      await expect(page.getByRole('combobox', { name })).toHaveCount(0)

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await withStages(page, (stages) => stages.filter(({ key }) => key !== 'allocation'))
    await page.reload()
    await expect(heading(page, 'Completed Stage')).toHaveCount(1)
    await expect(heading(page, 'Functional Area')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Functional Area' })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  // covers: VEH-16, VEH-17, VEH-77
  test('the list shows the fields of at most two stages as columns', async ({ page, signIn, apiAs }) => {
    await buy(apiAs, 'columned', {
      extra_attributes: {
        ...inArea('centre'),
        safety_inspection: { odometer: 4711, passed: true },
        fit_out: { equipment: ['ramp', 'lift'], livery: 'Sunline' },
      },
    })
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=columned')
    await expect(row(page, 'N columned')).toBeVisible()
    await expect(heading(page, 'Fit-out:')).toHaveCount(0)
    const extra = page.getByRole('combobox', { name: 'Display Extra Columns' })
    await extra.click()
    await expect(page.getByRole('option')).toHaveText(['Allocation', 'Safety inspection', 'Fit-out'])
    await page.getByRole('option', { name: 'Fit-out' }).click()
    await expect(heading(page, 'Fit-out:')).toHaveText(['Fit-out: Equipment', 'Fit-out: Livery'])
    await expect(row(page, 'N columned').getByText('Ramp, Lift')).toBeVisible()
    const asked = page.waitForRequest((request) => isListOf(request.url()) && /safety/.test(request.url()))
    await page.getByRole('option', { name: 'Safety inspection' }).click()
    expect(
      parametersOf((await asked).url())
        .get('stages')
        ?.split(','),
    ).toEqual(expect.arrayContaining(['fit_out', 'safety_inspection']))
    await expect(row(page, 'N columned').getByText('4,711')).toBeVisible()
    await page.getByRole('option', { name: 'Allocation' }).click()
    await expect(page).toHaveURL(/stages=fit_out(,|%2C)safety_inspection(&|$)/)
    await expect(heading(page, 'Allocation:')).toHaveCount(0)
    await page.goto('/VehicleManagement?search=columned&stages=fit_out,safety_inspection,allocation')
    await expect(heading(page, 'Safety inspection:').first()).toBeAttached()
    await expect(heading(page, 'Allocation:')).toHaveCount(0)
  })

  // covers: VEH-06, VEH-07, VEH-73..76, VEH-94
  test('the list is searched half a second after the last key', async ({ page, signIn, apiAs }) => {
    await buy(apiAs, 'wanted', { make: 'Zanzibus', model: 'Quayliner' })
    await page.clock.install()
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
    const searched: string[] = []
    page.on('request', (request) => {
      if (isListOf(request.url()) && parametersOf(request.url()).has('search')) searched.push(request.url())
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('searchbox', { name: 'Search vehicles' }).pressSequentially('zanzibus qua')
    await page.clock.runFor(499)
    expect(searched).toEqual([])
    expect(page.url()).not.toContain('zanzibus')
    const asked = page.waitForRequest((request) => isListOf(request.url()) && parametersOf(request.url()).has('search'))
    await page.clock.runFor(1)
    const parameters = parametersOf((await asked).url())
    expect([parameters.get('search'), parameters.get('page'), parameters.get('per_page')]).toEqual([
      'zanzibus qua',
      '1',
      '25',
    ])
    await expect(page).toHaveURL(/[?&]search=zanzibus(\+|%20)qua/)
    await page.clock.resume()
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, 'N wanted')).toBeVisible()
    for (const words of ['N wanted', 'P wanted', 'zanzibus', 'quayliner']) {
      await page.goto(`/VehicleManagement?search=${words}`)
      await expect(row(page, 'N wanted')).toBeVisible()
    }
  })

  // covers: VEH-18..23, VEH-45, VEH-64, VEH-65, VEH-76
  test('the list is filtered by status, completed stages and functional area, all of it in the address', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await buy(apiAs, 'sieve north', { extra_attributes: { ...inArea('north'), allocation_completed: true } })
    await buy(apiAs, 'sieve south', {
      status: 'inactive',
      extra_attributes: { ...inArea('south'), allocation_completed: true, fit_out_completed: true },
    })
    await buy(apiAs, 'sieve fitted', { extra_attributes: { ...inArea('south'), fit_out_completed: true } })
    await buy(apiAs, 'sieve bare')
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=sieve')
    const found = async (...names: string[]) => {
      await expect(grid(page).getByRole('row')).toHaveCount(names.length + 1)
      for (const name of names) await expect(row(page, `N sieve ${name}`)).toBeVisible()
    }
    await found('north', 'south', 'fitted', 'bare')
    await expect(row(page, 'N sieve north').locator('[data-tone=success]')).toHaveText('Active')
    await expect(row(page, 'N sieve south').locator('[data-tone=danger]')).toHaveText('Inactive')

    const asked = (parameter: string, value: string) =>
      page.waitForRequest((request) => {
        const url = request.url()
        return isListOf(url) && parametersOf(url).get(`filter[${parameter}]`) === value
      })
    const inactive = asked('status', 'inactive')
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Inactive', { exact: true }).click()
    await inactive
    await expect(page).toHaveURL(/filter\.status=inactive/)
    await found('south')
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Active', { exact: true }).click()
    await found('north', 'fitted', 'bare')

    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name }).press('ArrowDown')
      await page.getByRole('option', { name: option }).click()
      await page.keyboard.press('Escape')
    }
    const both = asked('vehicle_attributes', 'completed:allocation,completed:fit_out')
    await choose('Completed Stage', 'Allocation')
    await found('north')
    await choose('Completed Stage', 'Fit-out')
    await both
    await found('north', 'fitted')
    const area = 'allocation.service_allocation_details.functional_area:south'
    const narrowed = asked('vehicle_attributes', `completed:allocation,completed:fit_out,${area}`)
    await choose('Functional Area', 'South')
    await narrowed
    await found('fitted')
    await page.reload()
    await found('fitted')
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('All', { exact: true }).click()
    await found('south', 'fitted')
    await page.goto(`/VehicleManagement?search=sieve&filter.vehicle_attributes=${area}&filter.status=active`)
    await found('fitted')
    await page.goto('/VehicleManagement?search=nobodyatall&filter.status=active')
    await expect(grid(page).getByText('No data available')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(page).not.toHaveURL(/search=|filter/)
    await expect(grid(page).getByRole('row')).toHaveCount(26)
  })

  // covers: VEH-24, VEH-25
  test('the filter by notes states that it has no effect yet', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'unnoted')
    const body = { vehicle_id: (await buy(apiAs, 'noted')).id, category: 'comment' as const, details: 'Rattles' }
    await (await apiAs('fleet_manager')).call(api.vehicleNotes.create, { body })
    const asked: string[] = []
    page.on('request', (request) => {
      if (isListOf(request.url())) asked.push(decodeURIComponent(request.url()))
    })
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=noted')
    await expect(grid(page).getByRole('row')).toHaveCount(3)
    const notes = page.getByRole('combobox', { name: 'Notes' })
    await expect(notes).toHaveAttribute('title', /stays as it is/)
    for (const choice of ['With notes', 'Without notes']) {
      await notes.click()
      await page.getByRole('option', { name: choice, exact: true }).click()
      await expect(notes).toHaveValue(choice)
      await expect(grid(page).getByRole('row')).toHaveCount(3)
    }
    await expect(page).toHaveURL(/filter\.notes=without/)
    await page.reload()
    await expect(notes).toHaveValue('Without notes')
    await expect(row(page, bus.vehicle_number)).toBeVisible()
    await expect(row(page, 'N noted')).toBeVisible()
    expect(asked.filter((url) => url.includes('notes'))).toEqual([])
  })

  // covers: VEH-79, VEH-93
  test("the list shows a colleague's change without a reload", async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'polled', { make: 'Before' })
    await page.clock.install()
    // Nothing comes by the live stream: what is seen was asked for.
    await page.route('**/ops/live**', (route) => route.abort())
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await expect(row(page, 'N polled').getByText('Before')).toBeVisible()
    const body = { make: 'After' }
    await (await apiAs('operations_manager')).call(api.vehicles.update, { params: { id: bus.id }, body })
    await page.clock.runFor(10_000)
    await expect(row(page, 'N polled').getByText('After')).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  // covers: VEH-78
  test('a search that is no longer needed is cancelled', async ({ page, signIn, apiAs }) => {
    await buy(apiAs, 'second thought')
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Search vehicles' })
    // The first answer never comes.
    await page.route(/\/ops\/vehicles\?.*search=first/, () => {})
    const asked = page.waitForRequest(/search=first/)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('search=first'))
    await search.fill('first')
    await search.press('Enter')
    await asked
    await search.fill('second thought')
    await search.press('Enter')
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, 'N second thought')).toBeVisible()
  })
})

test.describe('Exporting vehicles', () => {
  // covers: VEH-82, VEH-83
  test('the export holds every vehicle that search and filters find, whatever the page', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('fleet_manager')
    await scrap(client, 'taken')
    const body = Array.from({ length: 13 }, (_, at) => ({
      license_plate: `P taken ${at}`,
      vehicle_number: `N taken ${at}`,
      make: 'Škoda',
      capacity: 8,
      mobility_capacity: 1,
      status: at === 0 ? 'inactive' : 'active',
    }))
    await client.call(api.vehicles.bulkImport, { body })
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=taken&filter.status=active&per_page=10')
    await expect(grid(page).getByRole('row')).toHaveCount(11)
    const [download, request] = await Promise.all([
      page.waitForEvent('download'),
      page.waitForRequest((request) => request.url().includes('/vehicles/export')),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(request.postData()).toBeNull()
    expect(download.suggestedFilename()).toBe('vehicles.csv')
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(13)
    expect(lines[0]).toContain('Registration Number,Vehicle ID,Make')
    expect(lines.slice(1).every((line) => line.includes('Škoda') && line.includes('active'))).toBe(true)
    expect(lines.join()).not.toContain('N taken 0,')
  })

  test('an export that cannot be made is reported', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await page.route('**/vehicles/export**', (route) => route.abort())
    await page.getByRole('button', { name: 'Export' }).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Vehicles could not be exported' })
    await expect(toast).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('Deleting vehicles', () => {
  test('a fleet manager takes two vehicles out of service at once and deletes them', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await buy(apiAs, 'heap one')
    await buy(apiAs, 'heap two')
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=heap')
    await page.getByRole('checkbox', { name: 'Select N heap one' }).check()
    await page.getByRole('checkbox', { name: 'Select N heap two' }).check()
    await page.getByRole('button', { name: 'Edit status' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 vehicles' })
    await expect(dialog.getByLabel('Registration Number')).toHaveCount(0)
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('2 vehicles successfully updated.')).toBeVisible()
    await expect(grid(page).locator('[data-tone=danger]')).toHaveCount(2)
    await page.getByRole('status').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete 2 vehicles?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('2 vehicles were deleted.')).toBeVisible()
    await expect(grid(page).getByText('No data available')).toBeVisible()
  })

  test('a vehicle with a schedule cannot be deleted, and the reason is given', async ({ page, signIn, apiAs }) => {
    const { data } = await (await apiAs('dispatcher')).call(api.servicePlans.list, { query: { per_page: 50 } })
    const used = data.find(({ vehicle_id }) => vehicle_id !== null)
    if (used?.vehicle_id === undefined || used.vehicle_id === null) throw new Error('The demo has no schedule')
    const params = { id: used.vehicle_id }
    const { data: bus } = await (await apiAs('dispatcher')).call(api.vehicles.show, { params })
    await signIn(page, 'fleet_manager', `/VehicleManagement?search=${bus.vehicle_number}`)
    await page.getByRole('button', { name: `Actions for ${bus.vehicle_number}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this vehicle?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Vehicle could not be deleted' })
    await expect(toast).toContainText(/used/)
    await expect(row(page, bus.vehicle_number)).toBeVisible()
  })
})

test('A dispatcher, who may only read vehicles, is offered nothing else', async ({ page, signIn, apiAs }) => {
  await buy(apiAs, 'read only')
  await signIn(page, 'dispatcher', '/VehicleManagement?search=read only')
  await expect(row(page, 'N read only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  for (const name of ['Create Vehicle', 'Import']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Custom fields' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for N read only' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Add note'])
  await page.getByRole('menuitem', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: 'N read only' })).toBeVisible()
  await page.goto('/VehicleManagement/schema')
  await expect(page.getByRole('button', { name: 'Save as new version' })).toHaveCount(0)
})
