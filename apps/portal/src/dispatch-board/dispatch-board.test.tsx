import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { openWithout } from '../testing/without-key.ts'

const { portal, town } = startMonitoring()

const openBoard = async (as: Parameters<typeof portal.open>[0] = 'dispatcher') => {
  await portal.open(as, '/DispatchBoard')
  await screen.findByRole('list', { name: 'Vehicles' })
}
const book = async (name: string, at = '09:00') =>
  town().book({ who: await town().passenger(name), from: 'Market', to: 'Station', at })
const bar = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}, `) })
const row = async (vehicle: string) => within(await screen.findByRole('listitem', { name: `Vehicle ${vehicle}` }))
const tripOf = async (id: number) =>
  (await portal.server.client('dispatcher').call(api.serviceRequests.show, { params: { id } })).data.trip_id

// covers: FX-80, FX-92
test('a booking is moved by keyboard alone, its effect is read and accepted, and Ctrl+Z brings it back', async () => {
  const one = await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Bus 8')
  await openBoard()
  const { user } = portal
  ;(await bar('Ann Bell')).focus()
  await user.keyboard('m')
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(async () => expect((await row('Bus 8')).getByText('Fits')).toBeVisible())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(said().join(' ')).toMatch(/Bus 8, pick-up .*: Fits/))
  await user.keyboard('{Enter}')
  const dialog = await portal.dialog('What this would do')
  expect(await dialog.findByText(`Booking ${id} to Bus 8`)).toBeVisible()
  expect(dialog.getByRole('list', { name: 'Who is concerned' })).toHaveTextContent(/Ann Bell.*Moved.*Bus 7.*Bus 8/)
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  await waitFor(async () => expect(await tripOf(id)).toBe(two.trip_id))
  await waitFor(async () => expect((await row('Bus 8')).getByRole('button', { name: /^Ann Bell/ })).toBeVisible())
  await screen.findByRole('button', { name: 'Undo' })
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await tripOf(id)).toBe(one.trip_id))
  expect(await screen.findByText('Undone: everybody is as before.')).toBeVisible()
})

// covers: FX-67
test('the board stands in the menu and in a tab of Service Monitoring, with the same zones, for those who may read it', async () => {
  const { region_id, zone_id } = town()
  await portal.open('dispatcher', `/VehicleMonitoring/region/${region_id}?zone=${zone_id}`)
  const strip = () => screen.findByRole('navigation', { name: 'Open trips and bookings' })
  await portal.user.click(within(await strip()).getByRole('link', { name: 'Board' }))
  expect(await screen.findByText('No vehicle is in service in this time.')).toBeVisible()
  expect(location.pathname).toBe('/DispatchBoard')
  expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({
    region: String(region_id),
    zone: String(zone_id),
  })
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
  expect(menu.getByRole('link', { name: 'Dispatch Board' })).toHaveAttribute(
    'href',
    expect.stringMatching('^/DispatchBoard'),
  )
  await openWithout(portal, 'DispatchManagement:board:canRead', `/VehicleMonitoring/region/${region_id}`)
  expect(within(await strip()).queryByRole('link', { name: 'Board' })).toBeNull()
  await openWithout(portal, 'DispatchManagement:board:canRead', '/DispatchBoard')
  expect(screen.queryByText('No vehicle is in service in this time.')).toBeNull()
})

// covers: JRN-57
test('a bar on the board says what its passenger takes along, with a sign', async () => {
  await town().vehicle('Bus 7')
  const who = await town().passenger('Ida Holm')
  const sam = portal.server.client('superadmin')
  const { data: aids } = await sam.call(api.mobilityAids.list, { query: { filter: { region: [town().region_id] } } })
  const walker = aids.find(({ kind }) => kind === 'walker')?.id ?? 0
  await sam.call(api.travelers.update, { params: { id: who }, body: { mobility_aids: [walker] } })
  await town().book({ who, from: 'Market', to: 'Station', at: '09:00' })
  await openBoard()
  const ida = await bar('Ida Holm')
  expect(ida).toHaveAccessibleName(/, Walker$/)
  expect(within(ida).getByTitle('Walker').querySelector('svg')).not.toBeNull()
})

// covers: JRN-35
test('who will call for the way back stands in a row of their own, with how many they are, and not among the vehicles', async () => {
  await town().vehicle('Bus 7')
  const there = await book('Rosa Return')
  const body = { service_request_id: there.id, not_before: '2026-11-23T10:30:00+10:00' }
  await portal.server.client('dispatcher').call(api.openReturns.create, { body })
  await openBoard()
  const returns = within(await screen.findByRole('region', { name: 'Open returns' }))
  expect(returns.getByText('1 passenger will call')).toBeVisible()
  const call = returns.getByRole('button', { name: /^Rosa Return, not before 10:30 am, .*Station → Market$/ })
  expect((await row('Bus 7')).getAllByRole('button')).toHaveLength(1)
  await portal.user.click(call)
  expect(await screen.findByRole('dialog', { name: /Rosa Return/ })).toBeVisible()
})

// @test-tag long
test('the board has those who will call today, without a way to passengers where those may not be read, and says what it could not load', async () => {
  await town().vehicle('Bus 7')
  const dispatcher = portal.server.client('dispatcher')
  const kept = async (name: string) => {
    const there = await book(name)
    const body = { service_request_id: there.id, not_before: '2026-11-23T10:30:00+10:00' }
    return (await dispatcher.call(api.openReturns.create, { body })).data
  }
  const [left] = [await kept('Yara Yesterday'), await kept('Theo Today')]
  await portal.server.deps.db
    .updateTable('open_returns')
    .set({ not_before: new Date('2026-11-22T10:30:00+10:00') })
    .where('id', '=', left.id)
    .execute()
  const failing = calls.answer(api.openReturns.list, () => refusal(500, 'internal'))
  await openWithout(portal, 'TravellerManagement:traveller:canRead', '/DispatchBoard')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  failing()
  await portal.user.click(retry)
  const returns = within(await screen.findByRole('region', { name: 'Open returns' }))
  expect(returns.getByRole('img', { name: /^Theo Today, not before 10:30 am/ })).toBeVisible()
  expect(returns.queryByRole('button')).toBeNull()
  expect(returns.queryByText('Yara Yesterday')).toBeNull()
})

// covers: FX-25
test('Escape puts a held booking back, and refusing an effect changes nothing and says so', async () => {
  const one = await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  await town().vehicle('Bus 8')
  await openBoard()
  const { user } = portal
  ;(await bar('Ann Bell')).focus()
  await user.keyboard('m')
  await waitFor(async () => expect((await row('Bus 8')).getByText('Fits')).toBeVisible())
  await user.keyboard('{Escape}')
  await waitFor(async () => expect((await row('Bus 8')).queryByText('Fits')).toBeNull())
  await user.keyboard('m')
  await waitFor(async () => expect((await row('Bus 8')).getByText('Fits')).toBeVisible())
  await user.keyboard('{ArrowDown}{Enter}')
  const dialog = await portal.dialog('What this would do')
  await user.click(await dialog.findByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Nothing has changed.')).toBeVisible()
  expect(await tripOf(id)).toBe(one.trip_id)
})

// covers: FX-37, FX-81
test('a booking is pinned from its menu at once, wears its pin, and is unpinned by key', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  await openBoard()
  const { user } = portal
  await user.click(await bar('Ann Bell'))
  await user.click(await screen.findByRole('menuitem', { name: 'Pin' }))
  await waitFor(async () => expect(await bar('Ann Bell')).toHaveAccessibleName(/Pinned/))
  ;(await bar('Ann Bell')).focus()
  await user.keyboard('p')
  await waitFor(async () => expect(await bar('Ann Bell')).not.toHaveAccessibleName(/Pinned/))
  expect(id).toBeGreaterThan(0)
})

test('a vehicle that cannot take a booking says why in words, and what is dropped there changes nothing', async () => {
  await town().vehicle('Bus 7')
  const who = await town().passenger('Ann Bell')
  await town().book({ who, from: 'Market', to: 'Station', at: '09:00', people: 3 })
  await town().vehicle('Bus 8', { seats: 2 })
  await openBoard()
  const { user } = portal
  ;(await bar('Ann Bell')).focus()
  await user.keyboard('m')
  await waitFor(async () => expect((await row('Bus 8')).getByText('Impossible')).toBeVisible())
  expect((await row('Bus 8')).getByText('1 vehicle has at most 2 seats')).toBeVisible()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('Bus 8 cannot take this booking')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a board without vehicles says so, and that nobody waits for one', async () => {
  await openBoard()
  expect(await screen.findByText('Every booking has a vehicle.')).toBeVisible()
  expect(screen.getByText('No vehicle is in service in this time.')).toBeVisible()
})

// covers: FX-84
test('a reader has no way to move anything', async () => {
  await town().vehicle('Bus 7')
  await book('Ann Bell')
  await openBoard({ permissions: ['DispatchManagement:board:canRead', 'LiveBooking:booking:canRead'] })
  ;(await bar('Ann Bell')).focus()
  await portal.user.keyboard('m')
  expect(screen.queryByText('Asking every vehicle…')).toBeNull()
  await portal.user.click(await bar('Ann Bell'))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Open booking'])
})
