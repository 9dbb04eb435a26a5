import { api, type PermissionKey } from '@ambit/contract'
import { legAt, makeNow, makeSeriesOf } from '@ambit/server/testing/series'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { nextDownload } from '../testing/downloads.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  const { vehicle_id, driver_id } = await town.vehicle('Bus 7')
  for (const date of ['2026-11-30', '2026-12-07'])
    await portal.server.client('administrator').call(api.servicePlans.create, {
      body: {
        zone_id: town.zone_id,
        vehicle_id,
        driver_id,
        start_time: `${date}T06:00:00+10:00`,
        end_time: `${date}T18:00:00+10:00`,
        metadata: { shift: '1' },
      },
    })
})

const dispatcher = () => portal.server.client('dispatcher')
const clock = (time: string): void => portal.server.deps.clock.set(`${time}:00+10:00`)
afterEach(() => clock('2026-11-23T08:00'))
let riders = 0
/** A series on Mondays at ten from Market to Station, whose first dates are booked. */
const mondays = async (more: Parameters<typeof makeSeriesOf>[2] = {}) => {
  const name = `Maria Regular${++riders}`
  const { id } = await makeSeriesOf(dispatcher(), await town.passenger(name), more)
  await makeNow(portal.server)
  return { id, name }
}
const opened = async (id: number, tab: 'Details' | 'Dates') => {
  await portal.open('dispatcher', `/RecurringJourneys?d=SeriesDialog-view-${id}-${tab}`)
  return openedDialog(portal, /Maria Regular/)
}
type Opened = Awaited<ReturnType<typeof opened>>
const rows = async (dialog: Opened) => {
  const list = await dialog.findByRole('list', { name: 'Dates of the series' })
  return within(list).getAllByRole('listitem')
}
const row = async (dialog: Opened, day: string) => {
  const found = (await rows(dialog)).find(({ textContent }) => textContent.startsWith(day))
  if (found === undefined) throw new Error(`No row of ${day}`)
  return found
}
const shown = async (id: number) => (await dispatcher().call(api.bookingSeries.show, { params: { id } })).data
const bookingsOf = async (traveler: number) =>
  (await dispatcher().call(api.serviceRequests.list, { query: { filter: { traveler: [traveler] }, sort: 'id' } })).data

// covers: JRN-31
test('Recurring Journeys in Daily Operations lists series with passenger, pattern, places, next ride, promises kept and state', async () => {
  const { user } = portal
  const { id, name } = await mondays()
  const [ended, paused] = [await mondays(), await mondays()]
  const body = { from: '2026-11-23', to: '2026-12-31' }
  await dispatcher().call(api.bookingSeries.pause, { params: { id: paused.id }, body })
  await dispatcher().call(api.bookingSeries.end, { params: { id: ended.id }, body: {} })
  const { traveler_id } = await shown(id)
  const [ride] = await bookingsOf(traveler_id)
  await portal.server.deps.db
    .updateTable('service_requests')
    .set({
      status: 'completed',
      boarded_at: new Date('2026-11-23T10:00:00+10:00'),
      dropped_off_at: new Date('2026-11-23T10:05:00+10:00'),
    })
    .where('id', '=', ride?.id ?? 0)
    .execute()
  await portal.open('customer_service', '/Dashboard')
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  await user.click(daily.getByRole('link', { name: 'Recurring Journeys' }))
  const table = within(await screen.findByRole('grid', { name: /Recurring Journeys/ }))
  expect(portal.address()).toMatch(/^\/RecurringJourneys/)
  expect(await table.findByRole('row', { name: new RegExp(paused.name) })).toHaveTextContent('Paused')
  const line = await table.findByRole('row', { name: new RegExp(name) })
  expect(line).toHaveTextContent('Every Monday')
  expect(line).toHaveTextContent('leave 10:00 am')
  expect(line).toHaveTextContent(/Market.*Station/)
  expect(line).toHaveTextContent('Mon 30 Nov, 10:')
  expect(line).toHaveTextContent('100% (1 of 1)')
  expect(line).toHaveTextContent('Active')
  await user.click(screen.getByRole('radio', { name: 'Ended' }))
  expect(await table.findByRole('row', { name: new RegExp(ended.name) })).toHaveTextContent('Ended')
  await waitFor(() => expect(table.queryByText(name)).toBeNull())
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await portal.fill(screen.getByRole('searchbox', { name: 'Search recurring journeys' }), name)
  await waitFor(() => expect(table.queryByText(ended.name)).toBeNull())
  await user.click(await table.findByText(name))
  expect(await openedDialog(portal, `${name}: Every Monday`)).toBeDefined()
})

// covers: JRN-16
// @test-tag long
test('a date is left out and added, and a pause from one date to another of one way is ended with one press', async () => {
  const { user } = portal
  const { id } = await mondays({
    legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '12:00')],
  })
  const dialog = await opened(id, 'Dates')
  await user.click(within(await row(dialog, 'Mon 14 Dec')).getByRole('button', { name: 'Leave out Mon 14 Dec' }))
  await waitFor(async () => expect(await row(dialog, 'Mon 14 Dec')).toHaveTextContent('Left out'))
  await dialog.fill('Another date', '2026-12-16')
  await user.keyboard('{Enter}')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(async () => expect(await row(dialog, 'Wed 16 Dec')).toHaveTextContent('added'))
  await dialog.tab('Details')
  await dialog.fill('From', '2026-12-21')
  await user.keyboard('{Enter}')
  await dialog.fill('To', '2027-01-05')
  await user.keyboard('{Enter}')
  await dialog.choose('Which way', 'Way back only')
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  const pause = 'Mon 21 Dec to Tue 5 Jan, way back only'
  expect(await dialog.findByText(pause)).toBeVisible()
  await dialog.tab('Dates')
  await waitFor(async () => expect(await row(dialog, 'Mon 21 Dec')).toHaveTextContent(/Planned.*Paused/))
  expect(await shown(id)).toMatchObject({ left_out: ['2026-12-14'], added: ['2026-12-16'] })
  await dialog.tab('Details')
  await user.click(dialog.getByRole('button', { name: `End the pause ${pause}` }))
  await waitFor(() => expect(dialog.queryByText(pause)).toBeNull())
  await dialog.fill('From', '2026-12-21')
  await user.keyboard('{Enter}')
  await dialog.fill('To', '2027-01-05')
  await user.keyboard('{Enter}')
  await dialog.choose('Which way', 'Both ways')
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  await dialog.tab('Dates')
  await waitFor(async () => expect(await row(dialog, 'Mon 4 Jan')).toHaveTextContent(/Paused.*Paused/))
  expect(await row(dialog, 'Mon 11 Jan')).not.toHaveTextContent('Paused')
  // On the second day of the pause.
  clock('2026-12-22T08:00')
  const later = await opened(id, 'Details')
  await user.click(await later.findByRole('button', { name: 'End the pause Mon 21 Dec to Tue 5 Jan, both ways' }))
  expect(await later.findByText('Mon 21 Dec to Mon 21 Dec, both ways')).toBeVisible()
  await later.tab('Dates')
  expect(await row(later, 'Mon 28 Dec')).not.toHaveTextContent('Paused')
})

// covers: JRN-28
test('ending a series lists its booked rides and cancels those that stay ticked', async () => {
  const { user } = portal
  const { id } = await mondays()
  const { traveler_id } = await shown(id)
  const booked = await bookingsOf(traveler_id)
  expect(booked.map(({ status }) => status)).not.toContain('cancelled')
  expect(booked.length).toBeGreaterThan(1)
  const dialog = await opened(id, 'Details')
  await user.click(dialog.getByRole('button', { name: 'End Series' }))
  const question = await openedDialog(portal, 'End this recurring journey?')
  const boxes = question.getAllByRole('checkbox')
  expect(boxes).toHaveLength(booked.length)
  for (const box of boxes) expect(box).toBeChecked()
  const [first] = boxes
  if (first !== undefined) await user.click(first)
  await user.click(question.getByRole('button', { name: 'End Series' }))
  expect(await screen.findByText('The series has ended')).toBeVisible()
  const after = await bookingsOf(traveler_id)
  expect(after.map(({ status }) => status === 'cancelled')).toEqual(booked.map((_, index) => index > 0))
  expect((await shown(id)).state).toBe('ended')
})

// @test-tag long
test('those who cancel no bookings end a series and keep its rides', async () => {
  const { user } = portal
  const { id } = await mondays()
  const { traveler_id } = await shown(id)
  const booked = await bookingsOf(traveler_id)
  const permissions = [
    'TravellerManagement:series:canRead',
    'TravellerManagement:series:canDestroy',
  ] satisfies PermissionKey[]
  await portal.open({ permissions }, `/RecurringJourneys?d=SeriesDialog-view-${id}-Details`)
  const dialog = await openedDialog(portal, /Maria Regular/)
  await user.click(dialog.getByRole('button', { name: 'End Series' }))
  const question = await openedDialog(portal, 'End this recurring journey?')
  const boxes = question.getAllByRole('checkbox')
  expect(boxes).toHaveLength(booked.length)
  for (const box of boxes) {
    expect(box).not.toBeChecked()
    expect(box).toBeDisabled()
  }
  expect(question.getByText('They stay: your role cancels no bookings.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'End Series' }))
  expect(await screen.findByText('The series has ended')).toBeVisible()
  expect((await bookingsOf(traveler_id)).map(({ status }) => status)).toEqual(booked.map(({ status }) => status))
})

// @test-tag long
test('a booking says of which series it is, and cancelling it leaves the series', async () => {
  const { user } = portal
  const { id } = await mondays()
  const { traveler_id } = await shown(id)
  const [ride] = await bookingsOf(traveler_id)
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${ride?.id ?? 0}`)
  const booking = await openedDialog(portal, /Booking/)
  expect(await booking.findByText('Part of a series')).toBeVisible()
  await user.click(booking.getByRole('button', { name: /Cancel/ }))
  const question = await openedDialog(portal, /Cancel/)
  expect(question.getByText(/The other rides of the series \(Every Monday\) stay\./)).toBeVisible()
  await user.click(question.getByRole('button', { name: /^Cancel booking/i }))
  await waitFor(async () => expect((await bookingsOf(traveler_id))[0]?.status).toBe('cancelled'))
  expect((await shown(id)).state).toBe('active')
})

const changeOf = async (dialog: Opened, day: string) => {
  await portal.user.click(within(await row(dialog, day)).getByRole('button', { name: `Change ${day}` }))
  return openedDialog(portal, /^Change the recurring journey of Maria/)
}
const look = async (change: Opened) => {
  await portal.user.click(change.getByRole('button', { name: 'Show What Changes' }))
  const effect = await change.findByRole('region', { name: 'What it does to the rides that are booked' })
  await waitFor(() => expect(within(effect).getAllByRole('listitem').length).toBeGreaterThan(0))
  return within(effect)
}
const save = async (change: Opened) => {
  await portal.user.click(change.getByRole('button', { name: 'Save Change' }))
  expect(await screen.findByText('The series is changed')).toBeVisible()
  await makeNow(portal.server)
}
const time = async (change: Opened, label: string, text: string) => {
  await change.fill(label, text)
  await portal.user.keyboard('{Enter}')
}

// covers: JRN-25
// @test-tag long
test('a change is for one date, which later changes leave alone, for all following or for all future ones', async () => {
  const { user } = portal
  const { id } = await mondays()
  const one = await changeOf(await opened(id, 'Dates'), 'Mon 7 Dec')
  for (const scope of [/^Only this one \(Mon 7 Dec\)/, /^This and all following/, /^All future ones/])
    expect(one.getByRole('radio', { name: scope })).toBeVisible()
  await time(one, 'Time', '11:00 am')
  await look(one)
  await save(one)
  const dialog = await opened(id, 'Dates')
  expect(await row(dialog, 'Mon 7 Dec')).toHaveTextContent(/changed for itself.*pick up 11:/)
  const all = await changeOf(dialog, 'Mon 30 Nov')
  await user.click(all.getByRole('radio', { name: /^All future ones/ }))
  await time(all, 'Time', '1:00 pm')
  await look(all)
  await save(all)
  const after = await opened(id, 'Dates')
  expect(await row(after, 'Mon 7 Dec')).toHaveTextContent(/pick up 11:/)
  expect(await row(after, 'Mon 30 Nov')).toHaveTextContent(/pick up 1:/)
  const following = await changeOf(after, 'Mon 30 Nov')
  await user.click(following.getByRole('radio', { name: /^This and all following/ }))
  await time(following, 'Time', '2:00 pm')
  await look(following)
  await save(following)
  const next = await opened((await shown(id)).followed_by_id ?? 0, 'Dates')
  expect(await row(next, 'Mon 7 Dec')).toHaveTextContent(/changed for itself.*pick up 11:/)
  expect(await row(next, 'Mon 30 Nov')).toHaveTextContent(/pick up 2:/)
})

// @test-tag long
test('This and all following ends the series the day before and opens the one that goes on', async () => {
  const { user } = portal
  const { id, name } = await mondays()
  const change = await changeOf(await opened(id, 'Dates'), 'Mon 7 Dec')
  await user.click(change.getByRole('radio', { name: /^This and all following/ }))
  await user.click(change.getByRole('checkbox', { name: 'Tuesday' }))
  await look(change)
  await save(change)
  const next = await openedDialog(portal, `${name}: Every Monday and Tuesday`)
  expect(await next.findByRole('link', { name: `series ${id}` })).toBeVisible()
  expect(await shown(id)).toMatchObject({ words: 'Every Monday', ends_on: '2026-12-06' })
})

// covers: JRN-27
// @test-tag long
test('before a change is saved it shows each booking as kept, moved or not possible, and only what is ticked of that is cancelled', async () => {
  const { user } = portal
  const { id } = await mondays({
    legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '12:00')],
  })
  const { traveler_id } = await shown(id)
  const before = await bookingsOf(traveler_id)
  const change = await changeOf(await opened(id, 'Dates'), 'Mon 30 Nov')
  await user.click(change.getByRole('radio', { name: /^All future ones/ }))
  await time(change, 'Way back: Time', '1:00 pm')
  const moved = (await look(change)).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(moved[0]).toMatch(/^Mon 23 Nov10:\d\d am – 10:\d\d amKept$/)
  expect(moved[1]).toMatch(/^Mon 23 Nov12:\d\d pm – 12:\d\d pm → 1:\d\d pm – 1:\d\d pmMoved$/)
  // Bus 7 is in service until six.
  await time(change, 'Way back: Time', '8:00 pm')
  const effect = await look(change)
  const impossible = effect.getAllByRole('listitem').filter(({ textContent }) => textContent.endsWith('Not possible'))
  expect(impossible).toHaveLength(3)
  const [box, ...others] = effect.getAllByRole('checkbox', { name: /^Cancel booking/ })
  for (const one of [box, ...others]) expect(one).not.toBeChecked()
  if (box !== undefined) await user.click(box)
  await save(change)
  const after = await bookingsOf(traveler_id)
  expect(after.filter(({ status }) => status === 'cancelled')).toHaveLength(1)
  const pickups = (all: typeof after) =>
    all
      .filter(({ id }) => !after.some((one) => one.id === id && one.status === 'cancelled'))
      .map(({ pickup }) => pickup.promised_lower_bound)
  expect(pickups(after)).toEqual(pickups(before))
})

// @test-tag long
test('a ride that could not be booked stands among the exceptions with its pattern and day, and a press opens the series', async () => {
  // Nobody drives on the Wednesday after tomorrow.
  await mondays({ pattern: { repeat: 'weekly', every: 1, weekdays: ['WE'] }, starts_on: '2026-11-25' })
  await portal.open('dispatcher', `/Exceptions/inbox?region=${town.region_id}`)
  expect(await screen.findByText(/^Maria .*, Every Wednesday: not booked on Wed 25 Nov$/)).toBeVisible()
  await portal.user.click(await screen.findByRole('button', { name: 'Open the series' }))
  const dialog = await openedDialog(portal, /Every Wednesday/)
  await waitFor(async () => expect(await row(dialog, 'Wed 25 Nov')).toHaveTextContent('On the waiting list'))
})

// @test-tag long
test('the list is exported as CSV and as a calendar with what its search and filters find', async () => {
  const { user } = portal
  const { name } = await mondays()
  await portal.open('dispatcher', `/RecurringJourneys?search=${name}`)
  await screen.findByRole('row', { name: new RegExp(name) })
  const table = nextDownload()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  const csv = await table
  expect(csv.name).toBe('recurring-journeys.csv')
  const lines = (await csv.content.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Every Monday')
  const calendar = nextDownload()
  await user.click(screen.getByRole('button', { name: 'Export Calendar' }))
  const ics = await calendar
  expect(ics.name).toBe('recurring-journeys.ics')
  expect(await ics.content.text()).toMatch(/RRULE:FREQ=WEEKLY;[^]*BYDAY=MO/)
})
