import { readFileSync } from 'node:fs'
import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'
import { buy, grid, row, scrap } from './buy.ts'

const HEAD =
  'Registration Number,Vehicle ID,Make,Number of Doors,Actual Passenger Capacity,Wheelchair Passenger Capacity'

type Line = { name: string; make?: string; doors?: string; seats?: string }
const lineOf = ({ name, make = 'Ford', doors = '4', seats = '8' }: Line): string =>
  `P ${name},N ${name},${make},${doors},${seats},1`
const csv = (lines: readonly string[], name = 'fleet.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines].join('\n')),
})
const named = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => lineOf({ name: `${name} ${at}` }))

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import vehicles' })
const importButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Import', exact: true })
const file = (page: Page) => dialogOf(page).getByLabel('CSV file')

/** How many calls of the import were made since. */
const countCalls = (page: Page): (() => number) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/vehicles/bulk_import')) calls++
  })
  return () => calls
}

test.describe('Importing vehicles', () => {
  // covers: VEH-04, VEH-30, VEH-31, VEH-99, VEH-100, VEH-102
  test('a CSV file is checked before any row of it is sent', async ({ page, signIn }) => {
    const calls = countCalls(page)
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialogOf(page)).toBeVisible()
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page).getByRole('link', { name: 'bulk_vehicle_import_template.xlsx' }).click(),
    ])
    expect(template.suggestedFilename()).toBe('bulk_vehicle_import_template.xlsx')
    expect(
      readFileSync(await template.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')

    await expect(importButton(page)).toBeDisabled()
    await expect(file(page)).toHaveAttribute('accept', '.csv')
    await expect(file(page)).not.toHaveAttribute('multiple')
    await file(page).setInputFiles({ name: 'fleet.xlsx', mimeType: 'application/x', buffer: Buffer.from('PK') })
    await expect(dialogOf(page).getByRole('alert')).toContainText('Only a .csv file can be imported.')
    await expect(importButton(page)).toBeDisabled()
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      for (const name of ['a.csv', 'b.csv']) transfer.items.add(new File(['x'], name))
      return transfer
    })
    await dialogOf(page).getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(dialogOf(page).getByRole('alert')).toHaveText('One file at a time, please.')
    await expect(importButton(page)).toBeDisabled()

    await file(page).setInputFiles(
      csv([
        lineOf({ name: 'seen' }),
        lineOf({ name: 'odd', doors: '11', seats: 'many' }),
        lineOf({ name: 'trick', make: '=1+1' }),
        lineOf({ name: 'SEEN' }),
      ]),
    )
    const rows = dialogOf(page).getByRole('table', { name: 'Rows of the file' }).getByRole('row')
    await expect(dialogOf(page).getByText('fleet.csv')).toBeVisible()
    await expect(dialogOf(page).getByRole('status').filter({ hasText: 'rows' })).toHaveText(
      '4 rows: 1 can be imported, 3 with problems, which will be left out.',
    )
    await expect(rows).toHaveCount(5)
    await expect(rows.nth(1)).toContainText('Ready')
    await expect(rows.nth(2)).toContainText('Doors are from 0 to 10')
    await expect(rows.nth(2)).toContainText('Please enter a capacity')
    await expect(rows.nth(3)).toContainText('Make holds a formula. Paste its value instead')
    await expect(rows.nth(4)).toContainText('The registration number is in row 2 as well')
    await dialogOf(page).getByRole('switch', { name: 'Only rows with problems' }).check()
    await expect(rows).toHaveCount(4)
    await expect(importButton(page)).toBeEnabled()
    await file(page).setInputFiles(csv([lineOf({ name: 'odd', doors: '11' })]))
    await expect(dialogOf(page).getByText('No row can be imported as it is.')).toBeVisible()
    await expect(importButton(page)).toBeDisabled()
    expect(calls()).toBe(0)
  })

  // covers: VEH-113..118, NOTE-10
  test('a finished import shows a notice for four and a half seconds and returns to the list with the new vehicles', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await scrap(await apiAs('fleet_manager'), 'brought')
    await page.clock.install()
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=brought&d=VehicleImportDialog-create')
    await expect(grid(page).getByText('No data available')).toBeAttached()
    await file(page).setInputFiles(csv(named('brought', 3)))
    await expect(importButton(page)).toBeEnabled()
    await page.clock.pauseAt(Date.now() + 60_000)
    await importButton(page).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: '3 Vehicles imported successfully' })
    await stepUntilVisible(page, toast)
    await expect(toast.getByText('Success', { exact: true })).toBeVisible()
    await page.clock.runFor(3500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2000)
    await expect(toast).toBeHidden()
    // The list is loaded again: an answer that comes now must find a clock that runs.
    await page.clock.resume()
    await expect(dialogOf(page)).toBeHidden()
    await expect(page).not.toHaveURL(/d=/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(grid(page).getByRole('row')).toHaveCount(4)
    await expect(row(page, 'N brought 2').getByText('Ford')).toBeVisible()
  })

  // covers: VEH-85..88, VEH-119..124
  test('refused rows are listed with reasons, downloaded as a file, corrected and sent again', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await scrap(await apiAs('fleet_manager'), 'mended')
    await buy(apiAs, 'owned')
    const calls = countCalls(page)
    await signIn(page, 'fleet_manager', '/VehicleManagement?search=mended&d=VehicleImportDialog-create')
    await file(page).setInputFiles(
      csv([lineOf({ name: 'mended 1' }), 'P owned,N mended 2,Ford,4,8,1', lineOf({ name: 'mended 3', doors: '11' })]),
    )
    await importButton(page).dblclick()
    await expect(
      dialogOf(page).getByRole('heading', { name: 'Could not upload CSV due to the following errors:' }),
    ).toBeVisible()
    expect(calls()).toBe(1)
    await expect(dialogOf(page).getByText('Imported: 1. Not imported: 2.')).toBeVisible()
    const alerts = dialogOf(page).getByRole('alert').filter({ hasText: 'License Plate' })
    await expect(alerts).toHaveCount(2)
    const alert = (title: string) => dialogOf(page).getByRole('alert', { name: title, exact: true })
    await expect(alert('License Plate: P owned, Vehicle Number: N mended 2')).toContainText(
      'Error: This license plate is already taken',
    )
    await expect(alert('License Plate: P mended 3, Vehicle Number: N mended 3')).toContainText(
      'Error: Doors are from 0 to 10',
    )
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    await expect(row(page, 'N mended 1')).toBeAttached()
    // The results are shown only here: a stray click does not close them.
    await page.mouse.click(5, 5)
    await expect(alerts).toHaveCount(2)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page).getByRole('button', { name: 'Download the failed rows' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('vehicles-failed.csv')
    const failed = readFileSync(await download.path(), 'utf8')
    expect(failed).toContain('P mended 3,N mended 3,Ford,11,8,1,Doors are from 0 to 10')
    const mended = failed.replace('P owned', 'P mended 2').replace(',11,', ',4,')
    await file(page).setInputFiles({ name: 'mended.csv', mimeType: 'text/csv', buffer: Buffer.from(mended) })
    await expect(dialogOf(page).getByText('2 rows: 2 can be imported.')).toBeVisible()
    await expect(dialogOf(page).getByText('Not read: Error.')).toBeVisible()
    await importButton(page).click()
    await expect(page.getByText('2 Vehicles imported successfully')).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    await expect(grid(page).getByRole('row')).toHaveCount(4)
  })
})

test.describe('An import that fails', () => {
  test('an import stops when an answer is lost, and continuing it neither loses nor doubles a row', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('fleet_manager')
    const total = async () =>
      (await client.call(api.vehicles.list, { query: { search: 'dropped', per_page: 1 } })).meta.total
    const keys: (string | undefined)[] = []
    let broken = true
    await page.route('**/vehicles/bulk_import', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (!broken || keys.length === 1) return route.continue()
      broken = false
      await route.fetch() // the server has done it, and its answer is lost
      await route.abort()
    })
    await signIn(page, 'fleet_manager', '/VehicleManagement?d=VehicleImportDialog-create')
    for (let left = await total(); left > 0; left = await total()) await scrap(client, 'dropped')
    await file(page).setInputFiles(csv(named('dropped', 600)))
    await importButton(page).click()
    await expect(dialogOf(page).getByText('Stopped after 500 of 600 rows.')).toBeVisible()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Import vehicles' })
    await expect(toast).toContainText('The server cannot be reached.')
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await dialogOf(page).getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('600 Vehicles imported successfully')).toBeVisible()
    expect(keys[1]).toBe(keys[2])
    expect(new Set(keys).size).toBe(2)
    expect(await total()).toBe(600)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (let left = await total(); left > 0; left = await total()) await scrap(client, 'dropped')
  })

  test('a file without a list of vehicles is refused with a reason', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager', '/VehicleManagement?d=VehicleImportDialog-create')
    const many = Array.from({ length: 200_000 }, (_, at) => `P ${at},N ${at},,,8,1`)
    const files: [string, string][] = [
      ['', 'This file is empty.'],
      ['Name,Phone\nMia,1', 'None of the columns is recognised. The file has: Name, Phone.'],
      ['Make,Vehicle ID\nFord,1', 'The file has no column "Actual Passenger Capacity"'],
      ['PK\u0003\u0004', 'This is a workbook with the name of a CSV file.'],
      [[HEAD, ...many].join('\n'), 'This file holds more than 20,000 rows.'],
    ]
    for (const [text, problem] of files) {
      await file(page).setInputFiles({ name: 'odd.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await expect(dialogOf(page).getByRole('alert')).toContainText(problem)
      await expect(importButton(page)).toBeDisabled()
    }
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new Error('It was moved'))
    })
    await file(page).setInputFiles(csv(named('gone', 1)))
    await expect(dialogOf(page).getByRole('alert')).toContainText('This file can no longer be read.')
  })
})
