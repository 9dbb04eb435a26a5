import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()
afterEach(async () => void (await portal.server.deps.db.deleteFrom('settings').where('key', '=', 'modules').execute()))

const table = async () => within(await screen.findByRole('table', { name: 'Modules' }))
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }))
const save = () => portal.user.click(screen.getByRole('button', { name: 'Submit' }))
const sent = () => calls.of(api.settings.update).at(-1)?.body

test('every module of the menu has a row in its group, and only one that the search can look in has a switch for it', async () => {
  await portal.open('administrator', '/Settings/modules')
  const rows = (await table()).getAllByRole('row').map((row) => within(row).queryAllByRole('rowheader')[0]?.textContent)
  expect(rows.slice(0, 9)).toEqual([
    undefined,
    'Resources & Passengers',
    'Drivers',
    'Vehicles',
    'Passengers',
    'Configuration',
    'Regions',
    'Zones',
    'Concessions',
  ])
  expect(rows.slice(-3)).toEqual(['Packs', 'Service Status', 'Settings'])
  expect((await table()).getByRole('switch', { name: 'Search Drivers' })).toBeChecked()
  expect((await table()).queryByRole('switch', { name: 'Search Reports' })).toBeNull()
})

// @test-tag long
test('a module that is switched off is gone from the menu and the search, and its page says so, for everybody at once', async () => {
  await portal.open('administrator', '/Settings/modules')
  await portal.user.click((await table()).getByRole('switch', { name: 'Use Vehicles' }))
  expect((await table()).getByRole('switch', { name: 'Search Vehicles' })).toBeDisabled()
  await save()
  await waitFor(async () => expect((await menu()).queryByRole('link', { name: 'Vehicles' })).toBeNull())
  expect(sent()).toEqual({ modules: { VehicleManagement: { enabled: false } } })
  await portal.user.click(screen.getByRole('combobox', { name: 'Search in' }))
  await screen.findByRole('option', { name: 'Drivers' })
  expect(screen.queryByRole('option', { name: 'Vehicles' })).toBeNull()
  await portal.open('fleet_manager', '/VehicleManagement')
  expect(await screen.findByRole('heading', { name: 'This part is switched off' })).toBeInTheDocument()
  const on = { body: { modules: { VehicleManagement: { enabled: true } } } }
  await portal.server.client('administrator').call(api.settings.update, on)
  expect(await screen.findByRole('heading', { name: 'Vehicles' }, { timeout: 5000 })).toBeVisible()
})

// @test-tag long
test('a module is called by a word of the house, until it takes the product’s own name again', async () => {
  await portal.open('administrator', '/Settings/modules')
  const name = (await table()).getByRole('textbox', { name: 'Name of Passengers in the menu' })
  expect(name).toHaveAttribute('placeholder', 'Passengers')
  await portal.fill(name, 'x'.repeat(61))
  await save()
  await waitFor(() => expect(name).toHaveAccessibleDescription(/60/))
  await portal.fill(name, 'Riders')
  await save()
  expect(await (await menu()).findByRole('link', { name: 'Riders' })).toBeVisible()
  await portal.user.click(await (await table()).findByRole('button', { name: 'Call it Passengers again' }))
  await save()
  expect(await (await menu()).findByRole('link', { name: 'Passengers' })).toBeVisible()
  expect(sent()).toEqual({ modules: { TravellerManagement: { menuName: null } } })
})

// covers: OPS-43
test('switching Settings off is refused beside its switch with what to do first, and nothing chosen is lost', async () => {
  await portal.open('administrator', '/Settings/modules')
  await portal.user.click((await table()).getByRole('switch', { name: 'Show Settings in the menu' }))
  await save()
  expect(await (await table()).findByText(/first take Settings:settings:canRead from their roles$/)).toBeVisible()
  const shown = (await table()).getByRole('switch', { name: 'Show Settings in the menu' })
  expect(shown).not.toBeChecked()
  expect(shown).toHaveAccessibleDescription(/first take Settings:settings:canRead/)
  expect((await menu()).getByRole('link', { name: 'Settings' })).toBeVisible()
})

test('who may only read the settings sees the modules as words', async () => {
  await portal.open({ permissions: ['Settings:settings:canRead'] }, '/Settings/modules')
  expect((await table()).getByRole('row', { name: /^Drivers/ })).toHaveTextContent('DriversDriversYesYesYes')
  expect((await table()).queryByRole('switch')).toBeNull()
  expect((await table()).queryByRole('textbox')).toBeNull()
})
