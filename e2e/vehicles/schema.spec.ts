import type { Client, SchemaStage } from '@ambit/contract'
import { api, expect, type Page, test } from '../fixtures.ts'
import { buy } from './buy.ts'

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
const versions = (page: Page) => page.getByRole('complementary', { name: 'Versions' })
const names = (page: Page) => page.getByLabel('Stage name')
const saved = (page: Page, version: number) =>
  expect(page.getByText(`Version ${version} of the custom fields was saved.`)).toBeVisible()

/** The fields are those of everybody: each story puts back what it found. */
let found: SchemaStage[] = []
test.beforeEach(async ({ apiAs }) => {
  found = (await current(apiAs)).stages
})
test.afterEach(async ({ apiAs }) => {
  const { stages } = await current(apiAs)
  if (JSON.stringify(stages) !== JSON.stringify(found)) await saveStages(apiAs, found)
})

test.describe('The editor of custom fields', () => {
  // covers: VEH-12, VEH-48, VEH-51..54
  test('an administrator adds a stage with fields of every type, which the vehicles then have', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const bus = await buy(apiAs, 'surveyed')
    const { version } = await current(apiAs)
    await signIn(page, 'administrator', '/VehicleManagement')
    await page.getByRole('link', { name: 'Custom fields' }).click()
    await expect(page.getByRole('heading', { name: 'Custom fields of vehicles' })).toBeVisible()
    await expect(page.getByText(`Version ${version}`, { exact: true })).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Add stage' }).click()
    await expect(names(page).last()).toBeFocused()
    await page.keyboard.type('Road test')
    const road = stage(page, 'Road test')
    await road.getByRole('button', { name: 'Add field' }).click()
    await expect(road.getByLabel('Field name')).toBeFocused()
    await page.keyboard.type('Driven by')
    await road.getByRole('combobox', { name: 'Type' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'Text',
      'Long text',
      'Number',
      'Date',
      'Yes or no',
      'Choice',
      'Several choices',
      'Group of fields',
    ])
    await page.getByRole('option', { name: 'Text', exact: true }).click()
    await road.getByRole('button', { name: 'Add field' }).click()
    await page.keyboard.type('Verdict')
    await road.getByRole('combobox', { name: 'Type' }).last().click()
    await page.getByRole('option', { name: 'Choice', exact: true }).click()
    await road.getByRole('button', { name: 'Add option' }).click()
    await page.keyboard.type('Good')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Poor')
    await road.getByRole('switch', { name: 'Can be completed' }).uncheck()
    await save(page).click()
    await saved(page, version + 1)
    await expect(save(page)).toBeDisabled()
    await expect(road.getByText('stored as road_test')).toBeVisible()
    await expect(versions(page).getByRole('listitem').first()).toContainText(`Version ${version + 1}`)
    await expect(versions(page).getByRole('listitem').first()).toContainText('in use')
    // What is saved keeps its type.
    await expect(road.getByRole('combobox', { name: 'Type' })).toHaveCount(0)

    await page.goto(`/VehicleManagement?d=VehicleDialog-edit-${bus.id}-Stage_road_test`)
    const dialog = page.getByRole('dialog', { name: 'N surveyed' })
    await expect(dialog.getByRole('switch', { name: 'Completed' }).and(page.locator(':visible'))).toHaveCount(0)
    await dialog.getByLabel('Driven by').fill('Dora')
    await dialog.getByRole('combobox', { name: 'Verdict' }).click()
    await page.getByRole('option', { name: 'Poor' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await (await apiAs('dispatcher')).call(api.vehicles.show, { params: { id: bus.id } })
    expect(data.extra_attributes).toEqual({ road_test: { driven_by: 'Dora', verdict: 'poor' } })

    // The stage is removed; its values can still be read.
    await saveStages(apiAs, found)
    await page.goto(`/VehicleManagement?d=VehicleDialog-view-${bus.id}-EarlierVersions`)
    await expect(dialog.getByRole('definition').filter({ hasText: 'Poor' })).toContainText(`version ${version + 1}`)
    await expect(dialog.getByText('Road test: Driven by')).toBeVisible()
  })

  test('stages and fields are moved with the keyboard as fast as keys are pressed', async ({ page, signIn, apiAs }) => {
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

  test('stages and fields are dragged, and steps can be undone', async ({ page, signIn }) => {
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

  test('an earlier version of the fields is restored', async ({ page, signIn, apiAs }) => {
    const { version } = await current(apiAs)
    await saveStages(apiAs, found.slice(0, 1))
    await signIn(page, 'administrator', '/VehicleManagement/schema')
    await expect(names(page)).toHaveCount(1)
    await page.getByRole('button', { name: `Restore version ${version}`, exact: true }).click()
    await expect(names(page)).toHaveCount(3)
    await save(page).click()
    await saved(page, version + 2)
    expect((await current(apiAs)).stages).toEqual(found)
  })
})

test.describe('Custom fields that cannot be saved', () => {
  test('a field without a name is not saved and reported beside it', async ({ page, signIn, apiAs }) => {
    const { version } = await current(apiAs)
    await signIn(page, 'administrator', '/VehicleManagement/schema')
    await page.getByRole('button', { name: 'Add stage' }).click()
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Several choices' }).click()
    await names(page).first().fill('x'.repeat(81))
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Some names or options are missing or not valid. They are marked below.',
    )
    const long = page.getByText('Please enter at most 80 characters')
    await expect(long).toBeInViewport()
    await expect(page.getByRole('textbox').and(page.locator('[aria-invalid=true]')).first()).toBeFocused()
    await expect(stage(page, 'Stage 4').getByText('Please enter a name')).toHaveCount(2)
    await expect(stage(page, 'Stage 4').getByText('Please enter at least one option')).toBeVisible()
    await names(page).first().fill('Allocation')
    await expect(page.getByRole('alert')).toHaveCount(0)
    // A name that another stage has already.
    await names(page).last().fill('allocation')
    await stage(page, 'allocation').getByRole('button', { name: 'Remove unnamed' }).click()
    await save(page).click()
    await expect(stage(page, 'allocation').getByText('This name appears twice')).toBeVisible()
    await names(page).last().fill('')
    expect((await current(apiAs)).version).toBe(version)
    await page.getByRole('link', { name: 'Drivers' }).click()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(names(page)).toHaveCount(4)
    await page.getByRole('link', { name: 'Drivers' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/DriverManagement/)
  })

  test("custom fields are not saved without a network, twice at once, or over a colleague's version", async ({
    page,
    signIn,
    apiAs,
  }) => {
    const { version } = await current(apiAs)
    await signIn(page, 'administrator', '/VehicleManagement/schema')
    await names(page).last().fill('Fitting out')
    await page.route('**/ops/schemas', (route) => route.abort('internetdisconnected'))
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await expect(names(page).last()).toHaveValue('Fitting out')
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    const theirs = found.map((one) => (one.key === 'allocation' ? { ...one, label: 'Assignment' } : one))
    await saveStages(apiAs, theirs, 'superadmin')
    await save(page).dblclick()
    const stale = page.getByRole('alert', { name: 'Another user saved these fields in the meantime' })
    await expect(stale).toContainText(`Version ${version + 1} by Sam`)
    await expect(names(page).last()).toHaveValue('Fitting out')
    await stale.getByRole('button', { name: 'Load theirs' }).click()
    await expect(names(page).first()).toHaveValue('Assignment')
    await expect(names(page).last()).toHaveValue('Fit-out')

    await names(page).last().fill('Fitting out')
    await saveStages(apiAs, found, 'superadmin')
    await save(page).click()
    await stale.getByRole('button', { name: 'Save mine over it' }).click()
    await saved(page, version + 3)
    expect((await current(apiAs)).stages.map(({ label }) => label)).toEqual([
      'Assignment',
      'Safety inspection',
      'Fitting out',
    ])
  })
})

test('A fleet manager may open the editor of custom fields, and a dispatcher may not', async ({ page, signIn }) => {
  await signIn(page, 'dispatcher', '/VehicleManagement/schema')
  await expect(page.getByRole('heading', { name: 'Custom fields of vehicles' })).toHaveCount(0)
  await expect(save(page)).toHaveCount(0)
  await signIn(page, 'fleet_manager', '/VehicleManagement/schema')
  await expect(page.getByRole('heading', { name: 'Custom fields of vehicles' })).toBeVisible()
})
