import { readFileSync } from 'node:fs'
import { expect, leftToLongRun, test } from '../fixtures.ts'
import { buy } from './buy.ts'

leftToLongRun()

const HEAD =
  'Registration Number,Vehicle ID,Make,Number of Doors,Actual Passenger Capacity,Wheelchair Passenger Capacity'

// covers: VEH-30, VEH-88
test('The template of an import and the rows that it refused are saved as files', async ({ page, signIn, apiAs }) => {
  await signIn(page, 'fleet_manager', '/VehicleManagement?d=VehicleImportDialog-create')
  const dialog = page.getByRole('dialog', { name: 'Import vehicles' })
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'bulk_vehicle_import_template.xlsx' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('bulk_vehicle_import_template.xlsx')
  expect(
    readFileSync(await template.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'fleet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEAD, 'P owned,N owned twice,Ford,4,8,1'].join('\n')),
  })
  const send = dialog.getByRole('button', { name: 'Import', exact: true })
  await expect(send).toBeEnabled()
  // Bought by a colleague after the preview asked which vehicles exist.
  await buy(apiAs, 'owned')
  await send.click()
  await expect(dialog.getByText('Imported: 0. Not imported: 1.')).toBeVisible()
  // The results are shown only here: a stray click does not close them.
  await page.mouse.click(5, 5)
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the failed rows' }).click(),
  ])
  expect(refused.suggestedFilename()).toBe('vehicles-failed.csv')
  expect(readFileSync(await refused.path(), 'utf8')).toContain('This license plate is already taken')
  await expect(dialog.getByText('Imported: 0. Not imported: 1.')).toBeVisible()
})
