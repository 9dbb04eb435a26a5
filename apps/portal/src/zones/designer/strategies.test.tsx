import { api } from '@ambit/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { NOW, startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const office = () => portal.server.client('administrator')
let region_id = 0
beforeAll(async () => {
  region_id = (await office().call(api.regions.create, { body: { name: 'Coast', time_zone } })).data.id
})

const strategiesOf = async (id: number) =>
  (await office().call(api.zoneDesigns.show, { params: { id } })).data.service_strategies

/** A zone with the strategy that every zone is made with. */
const prepared = async (name: string): Promise<number> => {
  const body = { name, abbreviation: name.slice(0, 3), region_id, time_zone }
  const { id } = (await office().call(api.zones.create, { body })).data
  const [first] = await strategiesOf(id)
  if (first === undefined) throw new Error('The zone has no strategy')
  const renamed = { params: { id: first.id }, body: { name: 'Anywhere' }, version: first.version }
  await office().call(api.serviceStrategies.update, renamed)
  return id
}
const open = async (as: 'administrator' | 'dispatcher', id: number) => {
  await portal.open(as, `/ZoneManagement/zones/${id}/designer/service-strategies`)
  return within(await screen.findByRole('group', { name: 'Anywhere' }))
}
/** The whole figure at once: with each key its unit is written behind it. */
const put = async (field: HTMLElement, figure: string) => {
  await portal.user.clear(field)
  await portal.user.paste(figure)
}
/** Key by key, each before the unit that is written behind the figure. */
const typeInto = async (field: HTMLElement, figure: string) => {
  await portal.user.clear(field)
  for (let at = 0; at < figure.length; at++)
    await portal.user.type(field, figure.charAt(at), { initialSelectionStart: at })
}
const button = (name: string) => screen.queryByRole('button', { name })

describe('Service models in the designer', () => {
  // covers: ZONE-68
  // @test-tag long
  test('an administrator changes name, colour, type and figures of a service model, each explained in plain words', async () => {
    const zone = await prepared('Served Quarter')
    const anywhere = await open('administrator', zone)
    expect(anywhere.getByText('A passenger walks at most 500 m to or from a stop.')).toBeVisible()
    expect(await screen.findByText('No schedule uses it')).toBeVisible()
    await put(anywhere.getByLabelText('Walk at most'), '350')
    expect(await anywhere.findByText('A passenger walks at most 350 m to or from a stop.')).toBeVisible()
    expect(anywhere.getByLabelText('Walk at most')).toHaveAccessibleDescription(/at most 350 m/)
    await put(anywhere.getByLabelText('Detour factor'), '2')
    expect(
      await anywhere.findByText('A ride of 10 minutes without detours takes at most 30 minutes shared.'),
    ).toBeVisible()
    await put(anywhere.getByLabelText('Weight of vehicle time'), '0.25')
    expect(
      await anywhere.findByText(
        'Offers weigh driving at 25 % and passengers’ time at 75 %; planning within what was promised weighs their time half as much.',
      ),
    ).toBeVisible()
    await portal.user.click(anywhere.getByRole('switch', { name: 'Door to door' }))
    expect(await anywhere.findByText('Vehicles come to the door; passengers need not walk to a stop.')).toBeVisible()
    await portal.choose(anywhere.getByRole('combobox', { name: 'Type' }), 'Deviated')
    expect(
      await anywhere.findByText('Vehicles run along fixed routes and leave them for passengers nearby.'),
    ).toBeVisible()
    const colour = anywhere.getByRole('textbox', { name: 'Colour' })
    fireEvent.change(colour, { target: { value: '#1F56B8' } })
    await waitFor(() => expect(colour).toHaveValue('#1F56B8'))
    await portal.fill(anywhere.getByRole('textbox', { name: 'Name' }), 'Shoreline service')
    await portal.user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: /Shoreline service/ })).toHaveTextContent('Changed')

    await portal.user.click(button('Save')!)
    const dialog = within(await screen.findByRole('dialog'))
    await portal.user.click(await dialog.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your zone details have been successfully updated')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/^\d+ changes?$/)).toBeNull())
    // Only what has changed travels.
    const figures = { max_walk_m: 350, max_detour_factor: 2, vehicle_time_weight: 0.25, door_to_door: true }
    const change = { name: 'Shoreline service', color: '#1F56B8', type: 'deviated', configuration: figures }
    const unchanged = { added: [], updated: [], removed: [] }
    const known: unknown = expect.any(Number)
    const [sent] = calls.of(api.zoneDesigns.save).map(({ body }) => body)
    expect(sent).toEqual({
      service_areas: unchanged,
      zone_stops: unchanged,
      service_routes: unchanged,
      service_strategies: { ...unchanged, updated: [{ id: known, version: known, ...change }] },
    })
    const [saved] = await strategiesOf(zone)
    expect(saved).toMatchObject({ name: 'Shoreline service', type: 'deviated', default: true, zone_id: zone })
    expect(saved?.color.toUpperCase()).toBe('#1F56B8')
    expect(saved?.configuration).toMatchObject({ ...figures, pickup_window_minutes: 10 })
  })

  test('a figure can be typed key by key, with its decimals', async () => {
    const zone = await prepared('Typed Quarter')
    const anywhere = await open('administrator', zone)
    await typeInto(anywhere.getByLabelText('Detour factor'), '1.5')
    expect(await anywhere.findByText(/^A ride of 10 minutes without detours takes at most 25 minutes/)).toBeVisible()
    await typeInto(anywhere.getByLabelText('Offers within'), '030')
    expect(await anywhere.findByText('Rides are offered up to 30 minutes from the requested time.')).toBeVisible()
    expect(anywhere.getByLabelText('Detour factor')).toHaveValue('1.5 ×')
    await portal.user.click(button('Save')!)
    const dialog = within(await screen.findByRole('dialog'))
    await portal.user.click(await dialog.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your zone details have been successfully updated')).toBeVisible()
    const [saved] = await strategiesOf(zone)
    expect(saved?.configuration).toMatchObject({ max_detour_factor: 1.5, max_wait_minutes: 30 })
  })

  // covers: DAPP-135
  test('what drivers do about no-shows, calls, names and passengers who did not book is set with the service model', async () => {
    const zone = await prepared('Driven Quarter')
    const anywhere = await open('administrator', zone)
    for (const [name, choice] of [
      ['Walk-on passengers', 'Anywhere'],
      ['No-shows', 'A dispatcher approves'],
      ['Calls to passengers', 'By dispatch'],
      ['Drivers see', 'Full name'],
    ] as const)
      await portal.choose(anywhere.getByRole('combobox', { name }), choice)
    await portal.user.click(button('Save')!)
    const dialog = within(await screen.findByRole('dialog'))
    await portal.user.click(await dialog.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your zone details have been successfully updated')).toBeVisible()
    const [saved] = await strategiesOf(zone)
    expect(saved?.configuration).toMatchObject({
      walk_ons: 'anywhere',
      no_show_approval: 'dispatcher',
      passenger_calls: 'dispatch',
      driver_sees: 'full_name',
    })
  })

  test('a service model shows how many schedules use it, and the default or one in use cannot be deleted', async () => {
    const zone = await prepared('Resting Quarter')
    const inHours = (hours: number): string => new Date(Date.parse(NOW) + hours * 3600_000).toISOString()
    const body = { zone_id: zone, start_time: inHours(2), end_time: inHours(4) }
    await office().call(api.servicePlans.create, { body })
    const anywhere = await open('administrator', zone)
    expect(await screen.findByText('1 schedule uses it')).toBeVisible()
    expect(anywhere.getByText('Default of the zone')).toBeVisible()
    expect(button('Delete strategy')).toBeDisabled()
    expect(
      screen.getByText('The default strategy cannot be deleted: make another one the default first.'),
    ).toBeVisible()
    // The feature that allows new ones ships switched off.
    expect(button('Add strategy')).toBeNull()
  })
})

test('A dispatcher may read service models but not change them', async () => {
  const anywhere = await open('dispatcher', await prepared('Read Quarter'))
  expect(anywhere.getByText('A passenger walks at most 500 m to or from a stop.')).toBeVisible()
  for (const name of ['Name', 'Colour', 'Walk at most', 'Detour factor'])
    expect(anywhere.getByRole('textbox', { name })).toBeDisabled()
  expect(anywhere.getByRole('combobox', { name: 'Type' })).toBeDisabled()
  expect(anywhere.getByRole('switch', { name: 'Door to door' })).toBeDisabled()
  for (const name of ['Delete strategy', 'Make default', 'Add strategy']) expect(button(name)).toBeNull()
})
