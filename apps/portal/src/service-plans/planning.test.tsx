import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { calls } from '../testing/calls.ts'
import { buy } from '../testing/fleet.ts'
import { notice, notices } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { at, DATE, startPlanner } from '../testing/planner.ts'
import { timers } from '../testing/timers.ts'

const { portal, foundZone, plan, hire, plansOf, open, timeline, block, add, form, offered, take, saveAll } =
  startPlanner()

afterEach(() => vi.restoreAllMocks())

// covers: SCHED-01, SCHED-03, SCHED-98, SCHED-99
test('a dispatcher plans a schedule with vehicle and driver in a few steps, at the times that are proposed', async () => {
  const zone = await foundZone('Quay')
  const bus = await buy(portal.server, 'QUAY')
  const driver = await hire('Long')
  await plan(zone.id, [6, 14])
  await open(zone)
  await add(2)
  const dialog = await form()
  expect(await dialog.field('Start Time')).toHaveValue('6:00 am')
  expect(await dialog.field('End Time')).toHaveValue('2:00 pm')
  await take(dialog, 'Vehicle', /^N QUAY/)
  await take(dialog, 'Driver', /^Ada Long/)
  await dialog.submit()
  await block(/N QUAY.*Ada Long.*6:00 am – 2:00 pm.*not saved/)
  expect(screen.getByText('1 Unsaved')).toBeVisible()
  await saveAll()
  await notice('1 schedule saved.')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.queryByText('1 Unsaved')).toBeNull())
  expect(await plansOf(zone.id)).toMatchObject([{}, { vehicle_id: bus.id, driver_id: driver.id, start_time: at(6) }])
})

test('an analyst sees schedules and has no way to plan or change one', async () => {
  const zone = await foundZone('Read Only')
  await plan(zone.id, [8, 12])
  await open(zone, 'analyst')
  const shown = await block(/8:00 am – 12:00 pm/)
  expect(screen.queryByRole('button', { name: /Add a schedule/ })).toBeNull()
  shown.focus()
  await portal.user.keyboard('{ArrowRight}{Delete}')
  expect(screen.queryByText(/Unsaved|To Be Deleted/)).toBeNull()
  await portal.user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: /^Viewing\/Editing In-Service Schedule/ })
  expect(await within(dialog).findByText('8:00 am')).toBeVisible()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Submit' })).toBeNull()
  await expect(portal.server.client('analyst').call(api.servicePlans.create, { body: { zone_id: zone.id, start_time: at(13), end_time: at(15) } })).rejects.toMatchObject({ status: 403 }) // prettier-ignore
})

test('who may delete schedules and not change them deletes one in its dialog', async () => {
  const zone = await foundZone('Closing Down')
  await plan(zone.id, [8, 12])
  const rights = ['ServicePlans:servicePlan:canRead', 'ZoneManagement:zone:canRead'] as const
  await open(zone, { permissions: [...rights, 'ServicePlans:servicePlan:canDestroy'] })
  ;(await block(/8:00 am – 12:00 pm/)).focus()
  await portal.user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: /^Viewing\/Editing In-Service Schedule/ }))
  await portal.user.click(await dialog.findByRole('button', { name: 'Delete schedule' }))
  expect(await screen.findByText('1 To Be Deleted')).toBeVisible()
  await saveAll()
  await portal.user.click((await portal.dialog('Save changes')).getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await plansOf(zone.id)).toEqual([]))
})

// covers: SCHED-04, SCHED-13, SCHED-14, SCHED-108
test('the timelines show the schedules of the chosen zones on one day', async () => {
  const [east, west] = [await foundZone('East End'), await foundZone('West End')]
  await foundZone('Far End')
  await plan(east.id, [8, 12])
  await plan(west.id, [9, 13])
  await plan(east.id, [14, 16], {}, '2026-12-15')
  await portal.open('dispatcher', `/ServicePlans/live?date=${DATE}`)
  await portal.choose(await screen.findByRole('combobox', { name: 'Region' }), 'Coast')
  const zones = await screen.findByRole('combobox', { name: 'Zones' })
  for (const [index, name] of ['East End', 'West End'].entries()) {
    if (screen.queryByRole('option', { name }) === null) await portal.user.click(zones)
    await portal.user.click(await screen.findByRole('option', { name }))
    await waitFor(() => expect(screen.getAllByRole('region', { name: /^Schedules of / })).toHaveLength(index + 1))
  }
  await waitFor(() => expect(screen.getAllByRole('region', { name: /^Schedules of / })).toHaveLength(2))
  expect(await within(await timeline('East End')).findByRole('button', { name: /8:00 am – 12:00 pm/ })).toBeVisible()
  expect(within(await timeline('East End')).queryByRole('button', { name: /9:00 am – 1:00 pm/ })).toBeNull()
  expect(await within(await timeline('West End')).findByRole('button', { name: /9:00 am – 1:00 pm/ })).toBeVisible()
  await portal.user.click(screen.getByRole('button', { name: 'Next day' }))
  await block(/2:00 pm – 4:00 pm/)
  expect(screen.queryByRole('button', { name: /8:00 am – 12:00 pm/ })).toBeNull()
})

// covers: SCHED-31, SCHED-33
test('the time of day is marked on the present day and moves on every minute', async () => {
  const zone = await foundZone('Clock Tower')
  timers.take()
  await portal.open('dispatcher', `/ServicePlans/live?zone=${zone.id}`)
  const mark = async () => (await timeline('Clock Tower')).querySelector('li[style*="left"]')
  await timers.until(() => expect(document.querySelector('li[style*="left"]')).toHaveTextContent('8:00 am'))
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + 5 * 60_000)
  await timers.pass(30_000)
  expect(await mark()).toHaveTextContent('8:00 am')
  await timers.pass(31_000)
  expect(await mark()).toHaveTextContent('8:05 am')
  await portal.user.click(screen.getByRole('button', { name: 'Next day' }))
  await timers.until(() => expect(document.querySelector('li[style*="left"]')).toBeNull())
})

// covers: SCHED-55, SCHED-70
test('arrow keys move a schedule by five minutes and to another shift, which the save sends along', async () => {
  const zone = await foundZone('Arrow Point')
  await plan(zone.id, [8, 12])
  await open(zone)
  const shown = await block(/8:00 am – 12:00 pm/)
  shown.focus()
  await portal.user.keyboard('{ArrowRight}')
  await block(/8:05 am – 12:05 pm/)
  await portal.user.keyboard('{ArrowDown}')
  await saveAll()
  await notice('1 schedule saved.')
  expect(calls.of(api.servicePlans.bulkCreateAndUpdate).map(({ body }) => body)).toMatchObject([
    { service_plans: [{ change: { metadata: { shift: '2' } } }] },
  ])
  expect(await plansOf(zone.id)).toMatchObject([{ start_time: at(8 + 1 / 12), metadata: { shift: '2' } }])
})

test('a schedule moved to a shift that is taken stays where it is, and a notice names what is there', async () => {
  const zone = await foundZone('Taken Place')
  const bus = await buy(portal.server, 'TAKEN')
  await plan(zone.id, [8, 12])
  await plan(zone.id, [7, 20], { vehicle_id: bus.id, metadata: { shift: '2' } })
  await open(zone)
  const shown = await block(/No vehicle.*8:00 am – 12:00 pm/)
  shown.focus()
  await portal.user.keyboard('{ArrowDown}')
  expect(await notice('The schedule was not moved')).toHaveTextContent('Shift 2 is taken: N TAKEN, 7:00 am – 8:00 pm.')
  expect(screen.queryByText(/Unsaved/)).toBeNull()
  await block(/No vehicle.*8:00 am – 12:00 pm/)
})

test('schedules that were planned without a shift continue the numbers of the others', async () => {
  const zone = await foundZone('Bare Rows')
  await plan(zone.id, [8, 12])
  await plan(zone.id, [8, 12], { metadata: {} })
  await plan(zone.id, [8, 12], { metadata: {} })
  await open(zone)
  await screen.findAllByRole('button', { name: /8:00 am – 12:00 pm/ })
  const rows = screen.getAllByRole('button', { name: /^Add a schedule to shift/ })
  expect(rows.map((row) => row.textContent)).toEqual(['1', '2', '3', '4'])
})

// covers: SCHED-158, SCHED-199
test('a window that keys make too small is refused by a notice of ten seconds', async () => {
  const zone = await foundZone('Small Lane')
  await plan(zone.id, [8, 8.25])
  await open(zone)
  const shown = await block(/8:00 am – 8:15 am/)
  timers.take()
  shown.focus()
  await portal.user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await timers.until(() => expect(notices('Error: Time Window too small')).toHaveLength(1))
  await timers.pass(9_000)
  expect(notices('Error: Time Window too small')).toHaveLength(1)
  await timers.pass(2_000)
  await waitFor(() => expect(notices('Error: Time Window too small')).toHaveLength(0), { timeout: 2000 })
})

// covers: SCHED-159, SCHED-199
test('a window that the form makes too small is refused by a notice of three and a half seconds', async () => {
  const zone = await foundZone('Small Form')
  await open(zone)
  await add(1)
  const dialog = await form()
  await take(dialog, 'End Time', /^8:10 am$/)
  timers.take()
  await dialog.submit()
  await timers.until(() => expect(notices('Error: Time Window too small')).toHaveLength(1))
  await timers.pass(3_000)
  expect(notices('Error: Time Window too small')).toHaveLength(1)
  await timers.pass(3_000)
  await waitFor(() => expect(notices('Error: Time Window too small')).toHaveLength(0), { timeout: 2000 })
  expect(dialog.element).toBeInTheDocument()
})

// covers: SCHED-86
test('ten presses of a key ask the server once about the bookings, three quarters of a second after the last', async () => {
  const zone = await foundZone('Debounced')
  await plan(zone.id, [8, 12])
  await open(zone)
  const shown = await block(/8:00 am – 12:00 pm/)
  timers.take()
  shown.focus()
  await portal.user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}')
  await timers.pass(600)
  expect(calls.of(api.servicePlans.flexible)).toHaveLength(0)
  await timers.pass(400)
  await timers.until(() => expect(calls.of(api.servicePlans.flexible)).toHaveLength(1))
  expect(calls.of(api.servicePlans.flexible)[0]?.query.get('end_time')).toBe(at(11.75))
  await timers.pass(2_000)
  expect(calls.of(api.servicePlans.flexible)).toHaveLength(1)
})

test('pickers show seats, wheelchair spaces and what is free at the times of the form', async () => {
  const [zone, other] = [await foundZone('Picker'), await foundZone('Picker Elsewhere')]
  const busy = await buy(portal.server, 'BUSY', { capacity: 12, mobility_capacity: 2 })
  await buy(portal.server, 'CALM', { capacity: 1, mobility_capacity: 0 })
  const driver = await hire('Busy')
  await plan(other.id, [9, 10], { vehicle_id: busy.id, driver_id: driver.id })
  await open(zone)
  await add(1)
  const dialog = await form()
  const taken = 'in Picker Elsewhere, 9:00 am – 10:00 am'
  expect(await offered(dialog, 'Vehicle', /^N BUSY.*Elsewhere/)).toHaveTextContent(
    `N BUSY 12 seats · 2 wheelchair spaces · ${taken}`,
  )
  expect(await offered(dialog, 'Vehicle', /^N CALM/)).toHaveTextContent('N CALM 1 seat · free')
  await portal.user.keyboard('{Escape}')
  expect(await offered(dialog, 'Driver', /^Ada Busy/)).toHaveTextContent(taken)
  await portal.user.keyboard('{Escape}')
  await take(dialog, 'Start Time', /^10:00 am$/)
  expect(await offered(dialog, 'Vehicle', /^N BUSY/)).toHaveTextContent('free')
})

test('a break can be chosen within the times of the form, also where they are not those of the schedule', async () => {
  const zone = await foundZone('Long Break')
  await plan(zone.id, [8, 12])
  await open(zone)
  ;(await block(/8:00 am – 12:00 pm/)).focus()
  await portal.user.keyboard('{Enter}')
  const dialog = await openedDialog(portal, /^Viewing\/Editing In-Service Schedule/)
  await take(dialog, 'Start Time', /^9:00 am$/)
  await take(dialog, 'End Time', /^6:00 pm$/)
  const times = (await offered(dialog, 'Break from', /^1:00 pm$/)).closest('[role=listbox]')
  expect(times).toHaveTextContent(/^9:00 am.*6:00 pm$/)
})

// covers: JRN-116
// @test-tag long
test('a schedule outside of the service hours of its zone says that passengers are offered no rides then', async () => {
  const zone = await foundZone('Opening')
  const hours = Array.from({ length: 7 }, () => [{ from: 9 * 60, until: 18 * 60 }])
  const params = { id: zone.id }
  await portal.server
    .client('administrator')
    .call(api.bookingRules.create, { params, body: { holds_from: DATE, hours } })
  await plan(zone.id, [6, 14])
  await plan(zone.id, [9, 18])
  await open(zone)
  const warning =
    'A part of this schedule lies outside of the service hours of its zone. Passengers are offered no rides then.'
  ;(await block(/6:00 am – 2:00 pm/)).focus()
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByText(warning)).toBeVisible()
  await portal.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  ;(await block(/9:00 am – 6:00 pm/)).focus()
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(screen.queryByText(warning)).toBeNull()
})
