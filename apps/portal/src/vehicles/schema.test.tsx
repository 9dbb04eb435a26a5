import { api, type SchemaStage } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { buy, withStages } from '../testing/fleet.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const current = async () => {
  const query = { per_page: 1, sort: '-version', filter: { entity: 'vehicle' as const } }
  const [schema] = (await portal.server.client('administrator').call(api.schemas.list, { query })).data
  if (schema === undefined) throw new Error('The vehicles have custom fields')
  return schema
}
/** the fields that every story begins with, and their version */
let found: SchemaStage[] = []
let version = 0
beforeEach(async () => {
  const schema = await withStages(portal.server)
  found = schema.stages
  version = schema.version
})

const colleague = (stages: SchemaStage[]) =>
  portal.server.client('superadmin').call(api.schemas.create, { body: { entity: 'vehicle', stages } })
const stage = (name: string) => screen.findByRole('region', { name })
const inStage = async (name: string) => within(await stage(name))
const save = () => screen.getByRole('button', { name: 'Save as new version' })
const names = () => screen.getAllByLabelText<HTMLInputElement>('Stage name')
const labels = () => names().map(({ value }) => value)
const last = (): HTMLElement => names().at(-1) ?? document.body
const saved = async (number: number) =>
  expect(await screen.findByText(`Version ${number} of the custom fields was saved.`)).toBeVisible()
const openEditor = async () => {
  await portal.open('administrator', '/VehicleManagement/schema')
  await screen.findAllByLabelText('Stage name')
}
const pick = async (option: string) => portal.user.click(await screen.findByRole('option', { name: option }))
const optionWords = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

describe('The editor of custom fields', () => {
  // covers: VEH-12, VEH-48, VEH-51..54
  test('an administrator adds a stage with fields of every type, which the vehicles then have', async () => {
    const { user } = portal
    const bus = await buy(portal.server, 'surveyed')
    await portal.open('administrator', '/VehicleManagement')
    await user.click(await screen.findByRole('link', { name: 'Custom fields' }))
    expect(await screen.findByRole('heading', { name: 'Custom fields of vehicles' })).toBeVisible()
    expect((await screen.findAllByText(`Version ${version}`))[0]).toBeVisible()
    expect(save()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Add stage' }))
    await waitFor(() => expect(last()).toHaveFocus())
    await user.keyboard('Road test')
    const road = await inStage('Road test')
    await user.click(road.getByRole('button', { name: 'Add field' }))
    await waitFor(() => expect(road.getByLabelText('Field name')).toHaveFocus())
    await user.keyboard('Driven by')
    await user.click(road.getByRole('combobox', { name: 'Type' }))
    expect(await optionWords()).toEqual([
      'Text',
      'Long text',
      'Number',
      'Date',
      'Yes or no',
      'Choice',
      'Several choices',
      'Group of fields',
    ])
    await pick('Text')
    await user.click(road.getByRole('button', { name: 'Add field' }))
    await waitFor(() => expect(road.getAllByLabelText('Field name').at(-1)).toHaveFocus())
    await user.keyboard('Verdict')
    await user.click(road.getAllByRole('combobox', { name: 'Type' }).at(-1) ?? document.body)
    await pick('Choice')
    await user.click(await road.findByRole('button', { name: 'Add option' }))
    await waitFor(() => expect(road.getByLabelText('Option')).toHaveFocus())
    await user.keyboard('Good{Enter}')
    await waitFor(() => expect(road.getAllByLabelText('Option').at(-1)).toHaveValue(''))
    await user.keyboard('Poor')
    await user.click(road.getByRole('switch', { name: 'Can be completed' }))
    await user.click(save())
    await saved(version + 1)
    await waitFor(() => expect(save()).toBeDisabled())
    expect(await road.findByText('stored as road_test')).toBeVisible()
    const versions = within(screen.getByRole('complementary', { name: 'Versions' }))
    await waitFor(() => expect(versions.getAllByRole('listitem')[0]).toHaveTextContent(`Version ${version + 1}`))
    expect(versions.getAllByRole('listitem')[0]).toHaveTextContent('in use')
    // What is saved keeps its type.
    expect(road.queryByRole('combobox', { name: 'Type' })).toBeNull()

    await portal.open('administrator', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-Stage_road_test`)
    const dialog = await openedDialog(portal, 'N surveyed')
    await dialog.fill('Driven by', 'Dora')
    expect(dialog.queryByRole('switch', { name: 'Completed' })).toBeNull()
    await dialog.choose('Verdict', 'Poor')
    await dialog.submit()
    await dialog.closes()
    const shown = await portal.server.client('dispatcher').call(api.vehicles.show, { params: { id: bus.id } })
    expect(shown.data.extra_attributes).toEqual({ road_test: { driven_by: 'Dora', verdict: 'poor' } })

    // The stage is removed; its values can still be read.
    await colleague(found)
    await portal.open('administrator', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-EarlierVersions`)
    const view = await openedDialog(portal, 'N surveyed')
    expect(await view.findByText('Road test: Driven by')).toBeVisible()
    const poor = view.getAllByRole('definition').find(({ textContent }) => textContent.includes('Poor'))
    expect(poor).toHaveTextContent(`version ${version + 1}`)
  })

  test('an earlier version of the fields is restored', async () => {
    await colleague(found.slice(0, 1))
    await openEditor()
    expect(names()).toHaveLength(1)
    await portal.user.click(screen.getByRole('button', { name: `Restore version ${version}` }))
    await waitFor(() => expect(names()).toHaveLength(3))
    await portal.user.click(save())
    await saved(version + 2)
    expect((await current()).stages).toEqual(found)
  })
})

describe('Custom fields that cannot be saved', () => {
  // @test-tag long
  test('a field without a name is not saved and reported beside it', async () => {
    const { user } = portal
    await openEditor()
    await user.click(screen.getByRole('button', { name: 'Add stage' }))
    const added = await inStage('Stage 4')
    await user.click(added.getByRole('button', { name: 'Add field' }))
    await user.click(await added.findByRole('combobox', { name: 'Type' }))
    await pick('Several choices')
    const first = names()[0] ?? document.body
    await portal.fill(first, 'x'.repeat(81))
    await user.click(save())
    expect(await screen.findByText('Please enter at most 80 characters')).toBeVisible()
    const message = screen.getByText('Some names or options are missing or not valid. They are marked below.')
    expect(message.closest('[role=alert]')).toBeVisible()
    await waitFor(() => expect(first).toHaveFocus())
    expect(added.getAllByText('Please enter a name')).toHaveLength(2)
    expect(added.getByText('Please enter at least one option')).toBeVisible()
    await portal.fill(first, 'Allocation')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    // A name that another stage has already.
    await portal.fill(last(), 'allocation')
    const twice = await inStage('allocation')
    await user.click(twice.getByRole('button', { name: 'Remove unnamed' }))
    await user.click(save())
    expect(await twice.findByText('This name appears twice')).toBeVisible()
    await portal.fill(last(), '')
    expect((await current()).version).toBe(version)
    await user.click(screen.getByRole('link', { name: 'Drivers' }))
    const question = () => screen.findByRole('dialog', { name: 'Unsaved changes' })
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toHaveLength(4)
    await user.click(screen.getByRole('link', { name: 'Drivers' }))
    await user.click(within(await question()).getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(portal.address()).toContain('DriverManagement'))
  })

  // @test-tag long
  test("custom fields are not saved without a network, twice at once, or over a colleague's version", async () => {
    const { user } = portal
    await openEditor()
    await portal.fill(last(), 'Fitting out')
    const reconnect = calls.answer(api.schemas.create, noNetwork)
    await user.click(save())
    expect(await screen.findByText(/The server cannot be reached./)).toBeVisible()
    expect(labels().at(-1)).toBe('Fitting out')
    reconnect()

    const theirs = found.map((one) => (one.key === 'allocation' ? { ...one, label: 'Assignment' } : one))
    await colleague(theirs)
    const before = calls.of(api.schemas.create).length
    await user.dblClick(save())
    const stale = () => screen.findByRole('alert', { name: 'Another user saved these fields in the meantime' })
    expect(await stale()).toHaveTextContent(`Version ${version + 1} by Test`)
    expect(calls.of(api.schemas.create)).toHaveLength(before + 1)
    expect(labels().at(-1)).toBe('Fitting out')
    await user.click(within(await stale()).getByRole('button', { name: 'Load theirs' }))
    await waitFor(() => expect(labels()).toEqual(['Assignment', 'Safety inspection', 'Fit-out']))

    await portal.fill(last(), 'Fitting out')
    await colleague(found)
    await user.click(save())
    await user.click(within(await stale()).getByRole('button', { name: 'Save mine over it' }))
    await saved(version + 3)
    const after = (await current()).stages.map(({ label }) => label)
    expect(after).toEqual(['Assignment', 'Safety inspection', 'Fitting out'])
  })
})

test('A fleet manager may open the editor of custom fields, and a dispatcher may not', async () => {
  await portal.open('dispatcher', '/VehicleManagement/schema')
  expect(await screen.findByText(/You do not have the correct permissions/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Custom fields of vehicles' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save as new version' })).toBeNull()
  await portal.open('fleet_manager', '/VehicleManagement/schema')
  expect(await screen.findByRole('heading', { name: 'Custom fields of vehicles' })).toBeVisible()
})
