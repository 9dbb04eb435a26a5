import type { Client, SchemaStage } from '@ambit/contract'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'

type ApiAs = (role: string) => Promise<Client>

const current = async (apiAs: ApiAs) => {
  const query = { per_page: 1, sort: '-version', filter: { entity: 'vehicle' as const } }
  const [schema] = (await (await apiAs('administrator')).call(api.schemas.list, { query })).data
  if (schema === undefined) throw new Error('The demo has custom fields')
  return schema
}
const saveStages = async (apiAs: ApiAs, stages: SchemaStage[], role = 'administrator') =>
  (await (await apiAs(role)).call(api.schemas.create, { body: { entity: 'vehicle', stages } })).data

const stage = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save as new version' })
const names = (page: Page) => page.getByLabel('Stage name')
const saved = (page: Page, version: number) =>
  expect(page.getByText(`Version ${version} of the custom fields was saved.`)).toBeVisible()

/** The fields are those of everybody: a story puts back what it found. */
let found: SchemaStage[] = []
test.beforeEach(async ({ apiAs }) => {
  found = (await current(apiAs)).stages
})
test.afterEach(async ({ apiAs }) => {
  const { stages } = await current(apiAs)
  if (JSON.stringify(stages) !== JSON.stringify(found)) await saveStages(apiAs, found)
})

test('Stages and fields are moved with the keyboard as fast as keys are pressed', async ({ page, signIn, apiAs }) => {
  leftToLongRun()
  const { version } = await current(apiAs)
  await signIn(page, 'administrator', '/VehicleManagement/schema')
  await expect(names(page).first()).toHaveValue('Allocation')
  const handle = page.getByRole('button', { name: 'Move Allocation', exact: true })
  await handle.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Allocation is now 3 of 3')).toBeAttached()
  await expect(handle).toBeFocused()
  await expect(names(page).last()).toHaveValue('Allocation')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Allocation is now 2 of 3')).toBeAttached()
  await page.getByRole('button', { name: 'Move Remarks', exact: true }).focus()
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowUp')
  await expect(stage(page, 'Safety inspection').getByLabel('Field name').first()).toHaveValue('Remarks')
  await save(page).click()
  await saved(page, version + 1)
  const { stages } = await current(apiAs)
  expect(stages.map(({ key }) => key)).toEqual(['safety_inspection', 'allocation', 'fit_out'])
  expect(stages[0]?.fields[0]?.key).toBe('remarks')
  await page.goto('/VehicleManagement')
  await page.getByRole('combobox', { name: 'Display Extra Columns' }).click()
  await expect(page.getByRole('option')).toHaveText(['Safety inspection', 'Allocation', 'Fit-out'])
})

test('Stages and fields are dragged, and steps can be undone', async ({ page, signIn }) => {
  await signIn(page, 'administrator', '/VehicleManagement/schema')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await handle('Centre').dragTo(handle('Reserve'))
  const options = stage(page, 'Allocation').getByLabel('Option')
  await expect(options.nth(3)).toHaveValue('Centre')
  await page.getByRole('button', { name: 'Remove Fit-out' }).click()
  await expect(names(page)).toHaveCount(2)
  await names(page).first().fill('Assignment')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(names(page).first()).toHaveValue('Allocation')
  await undo.click()
  await expect(names(page)).toHaveCount(3)
  for (let step = 0; step < 3 && (await undo.isEnabled()); step++) await undo.click()
  await expect(options.nth(1)).toHaveValue('Centre')
  await expect(undo).toBeDisabled()
  await expect(save(page)).toBeDisabled()
})

test('The first field that cannot be saved comes into view and is focused', async ({ page, signIn }) => {
  leftToLongRun()
  await signIn(page, 'administrator', '/VehicleManagement/schema')
  await page.getByRole('button', { name: 'Add stage' }).click()
  await page.getByRole('button', { name: 'Add field' }).last().click()
  await names(page).first().fill('x'.repeat(81))
  await save(page).click()
  await expect(page.getByText('Please enter at most 80 characters')).toBeInViewport()
  await expect(page.getByRole('textbox').and(page.locator('[aria-invalid=true]')).first()).toBeFocused()
})
