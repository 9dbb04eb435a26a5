import { api } from '@ambit/contract'
import { createTraveler } from '@ambit/server/testing/people'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { calls, refusal } from '../../testing/calls.ts'
import { notice } from '../../testing/notices.ts'
import { NOW, startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const office = () => portal.server.client('operations_manager')
let made = 0
const foundZone = async () => {
  const region = await office().call(api.regions.create, { body: { name: `Coast ${++made}`, time_zone } })
  const body = { name: `Bayside ${made}`, abbreviation: 'BAY', region_id: region.data.id, time_zone }
  return (await office().call(api.zones.create, { body })).data
}
const open = async (zone: { id: number }, as: Parameters<typeof portal.open>[0] = 'operations_manager') => {
  await portal.open(as, `/ZoneManagement/zones/${zone.id}/rules`)
  return within(await screen.findByRole('region', { name: 'Rules' }))
}
const days = () => within(screen.getByRole('region', { name: 'Special days' }))
const press = async (name: string) => portal.user.click(await screen.findByRole('button', { name }))
const rulesOf = async (zone: { id: number }) =>
  (await office().call(api.bookingRules.list, { params: { id: zone.id } })).data
const daysOf = async (zone: { id: number }) =>
  (await office().call(api.specialDays.list, { params: { id: zone.id } })).data

test('the list of zones leads to the rules of each', async () => {
  const zone = await foundZone()
  await portal.open('operations_manager', '/ZoneManagement/zones')
  const row = await screen.findByRole('row', { name: new RegExp(zone.name) })
  await portal.user.click(within(row).getByRole('button', { name: /actions/i }))
  await portal.user.click(await screen.findByRole('menuitem', { name: 'Booking rules' }))
  expect(await screen.findByRole('heading', { name: `Booking Rules: ${zone.name}` })).toBeVisible()
})

// @test-tag long
test('what is drafted can be undone and done again, and a service day that begins later moves its times along', async () => {
  const zone = await foundZone()
  const rules = await open(zone)
  await press('Add rules')
  await portal.user.click(rules.getByRole('radio', { name: 'Service hours' }))
  const starts = rules.getByRole('combobox', { name: 'Service day begins' })
  await portal.fill(starts, '4:00 am')
  await portal.user.keyboard('{Enter}')
  await portal.choose(rules.getByRole('combobox', { name: 'Monday, until, 1' }), '2:00 am')
  await press('Save')
  await notice('The booking rules of the zone have been saved')
  const [saved] = await rulesOf(zone)
  expect([saved?.day_starts, saved?.hours?.[0]]).toEqual([240, [{ from: 360, until: 26 * 60 }]])
  await portal.user.click(await rules.findByRole('button', { name: 'Take Monday over for all days' }))
  const sunday = () => rules.getByRole('combobox', { name: 'Sunday, until, 1' })
  await waitFor(() => expect(sunday()).toHaveValue('2:00 am'))
  await press('Undo')
  await waitFor(() => expect(sunday()).toHaveValue('10:00 pm'))
  await press('Redo')
  await waitFor(() => expect(sunday()).toHaveValue('2:00 am'))
  await press('Discard')
  await waitFor(() => expect(sunday()).toHaveValue('10:00 pm'))
})

// covers: JRN-115, JRN-117
// @test-tag long
test('a special day says what it touches before it is saved, and holidays are taken over one by one', async () => {
  const zone = await foundZone()
  const start_time = '2026-12-14T09:00:00+10:00'
  const body = { zone_id: zone.id, start_time, end_time: '2026-12-14T17:00:00+10:00', service_strategy_ids: [] }
  await office().call(api.servicePlans.create, { body })
  await open(zone)
  expect(await screen.findByText('No special days')).toBeVisible()
  await press('Add a day')
  await portal.fill(days().getByLabelText('Date'), '14/12/2026')
  await portal.user.keyboard('{Enter}')
  expect(days().getByText('Please enter a name')).toBeVisible()
  await portal.fill(days().getByRole('textbox', { name: /^Name/ }), 'Town Feast')
  expect(await days().findByText('1 schedule reaches out of these hours')).toBeVisible()
  expect(days().getByText(/9:00 am – 5:00 pm: not offered on this day/)).toBeVisible()
  expect(await daysOf(zone)).toEqual([])
  await portal.fill(days().getByRole('textbox', { name: 'Country' }), 'au')
  await portal.fill(days().getByRole('textbox', { name: 'Year' }), '2027')
  await portal.user.click(await days().findByRole('button', { name: 'Take over Christmas Day' }))
  await press('Save')
  await notice('The booking rules of the zone have been saved')
  expect((await daysOf(zone)).map(({ date, name, hours }) => [date, name, hours])).toEqual([
    ['2026-12-14', 'Town Feast', []],
    ['2027-12-25', 'Christmas Day', []],
  ])
  await waitFor(() => expect(days().queryByRole('button', { name: 'Take over Christmas Day' })).toBeNull())
})

// covers: JRN-117
test('a special day says before it is saved which rides of recurring journeys it leaves out', async () => {
  const zone = await foundZone()
  const { db, clock } = portal.server.deps
  const leg = (time: string) => ({
    time,
    departing: true,
    passengers: [{ fare_type: 'adult' }],
    origin: { name: 'Market', point: [153, -27] },
    destination: { name: 'Station', point: [153.1, -27] },
  })
  const { id } = await db
    .insertInto('booking_series')
    .values({
      traveler_id: await createTraveler(portal.server, `Rae Monday${zone.id}`),
      zone_id: zone.id,
      time_zone,
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      words: 'Every Monday',
      starts_on: '2026-11-30',
      last_on: '2027-11-29',
      legs: JSON.stringify([leg('09:30'), leg('16:15')]),
      needs: '[null, null]',
      agreed: '[null, null]',
      payment_method: 'cash',
      created_at: clock.now(),
      updated_at: clock.now(),
    } as never) // the optional columns may stay out
    .returning('id')
    .executeTakeFirstOrThrow()
  await open(zone)
  await press('Add a day')
  await portal.fill(days().getByLabelText('Date'), '14/12/2026')
  await portal.user.keyboard('{Enter}')
  await portal.fill(days().getByRole('textbox', { name: /^Name/ }), 'Town Feast')
  const touched = within(await days().findByRole('status', { name: 'What it touches' }))
  expect(await touched.findByText('2 rides of recurring journeys lie outside and will be left out')).toBeVisible()
  expect(touched.getByText(`Recurring journey ${id}, way there, 9:30 am: left out on this day`)).toBeVisible()
  expect(touched.getByText(`Recurring journey ${id}, way back, 4:15 pm: left out on this day`)).toBeVisible()
})

// @test-tag long
test('a save that is refused says why and keeps what was drafted, and an analyst reads and changes nothing', async () => {
  const zone = await foundZone()
  await open(zone)
  await press('Add a day')
  await portal.fill(days().getByRole('textbox', { name: /^Name/ }), 'Feast')
  const [date] = [(days().getByLabelText('Date') as HTMLInputElement).value.split('/').toReversed().join('-')]
  await office().call(api.specialDays.create, { params: { id: zone.id }, body: { date, name: 'Other Feast' } })
  await press('Save')
  expect(await screen.findByText('Other Feast is on this day')).toBeVisible()
  expect(days().getByRole('textbox', { name: /^Name/ })).toHaveValue('Feast')
  await press('Discard')
  await open(zone, 'analyst')
  expect(await days().findByRole('button', { name: /Other Feast/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a day' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

// @test-tag long
test('an operations manager sets hours, cut-off and counts of a zone', async () => {
  const zone = await foundZone()
  const rules = await open(zone)
  expect(await screen.findByText('Everything can be booked at any time')).toBeVisible()
  await press('Add rules')
  await portal.user.click(rules.getByRole('radio', { name: 'Service hours' }))
  await portal.user.click(rules.getByRole('button', { name: 'Add a time on Sunday' }))
  await portal.user.click(rules.getByRole('button', { name: 'Remove time 1 of Sunday' }))
  await portal.user.click(rules.getByRole('button', { name: 'Remove time 1 of Sunday' }))
  await portal.choose(rules.getByRole('combobox', { name: 'Cut-off' }), 'Minutes before the ride')
  await portal.fill(rules.getByRole('textbox', { name: 'Minutes before' }), '3000')
  expect(await rules.findByText('Please enter at most 2880 minutes')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await portal.fill(rules.getByRole('textbox', { name: 'Minutes before' }), '90')
  await portal.user.click(rules.getByLabelText(/Holds for Leave Now too/))
  await portal.fill(rules.getByRole('textbox', { name: 'Rides ahead' }), '5')
  await press('Save')
  await notice('The booking rules of the zone have been saved')
  expect(await rulesOf(zone)).toMatchObject([
    {
      cut_off: { kind: 'minutes', minutes: 90 },
      cut_off_leave_now: false,
      max_open_bookings: 5,
      max_passengers: 50,
      max_companions: 1,
      hours: [...Array.from({ length: 6 }, () => [{ from: 360, until: 1320 }]), []],
    },
  ])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Discard' })).toBeDisabled())
})

test('a reload that fails leaves what is drafted on screen', async () => {
  const zone = await foundZone()
  await open(zone)
  await press('Add a day')
  await portal.fill(days().getByRole('textbox', { name: /^Name/ }), 'Feast')
  const reach = calls.answer(api.zones.show, () => refusal(500, 'internal'))
  await queryClient.invalidateQueries()
  reach()
  await office().call(api.zones.update, { params: { id: zone.id }, body: { name: 'Bayside again' } })
  expect(await screen.findByRole('heading', { name: 'Booking Rules: Bayside again' })).toBeVisible()
  expect(days().getByRole('textbox', { name: /^Name/ })).toHaveValue('Feast')
})

test('who drafts rules while a colleague saves them loads their changes, and saving keeps both', async () => {
  const zone = await foundZone()
  const params = { id: zone.id }
  const stored = (await office().call(api.bookingRules.create, { params, body: { holds_from: '2026-11-23' } })).data
  const rules = await open(zone)
  await portal.fill(rules.getByRole('textbox', { name: 'Rides ahead' }), '5')
  const body = { max_companions: 3 }
  await office().call(api.bookingRules.update, { params: { id: stored.id }, version: stored.version, body })
  await press('Save')
  expect(await screen.findByText('Not saved')).toBeVisible()
  await press('Load their changes')
  await waitFor(() => expect(rules.getByRole('textbox', { name: 'Companions' })).toHaveValue('3'))
  expect(rules.getByRole('textbox', { name: 'Rides ahead' })).toHaveValue('5')
  expect(screen.queryByText('Not saved')).toBeNull()
  await press('Save')
  await notice('The booking rules of the zone have been saved')
  expect(await rulesOf(zone)).toMatchObject([{ max_open_bookings: 5, max_companions: 3 }])
})

test('where one of two records is refused, the other one stays on screen as saved', async () => {
  const zone = await foundZone()
  const rules = await open(zone)
  await press('Add rules')
  await press('Add a day')
  await portal.fill(days().getByRole('textbox', { name: /^Name/ }), 'Feast')
  await office().call(api.specialDays.create, {
    params: { id: zone.id },
    body: { date: NOW.slice(0, 10), name: 'Other Feast' },
  })
  await press('Save')
  expect(await screen.findByText('Other Feast is on this day')).toBeVisible()
  expect(await days().findByRole('button', { name: /Other Feast/ })).toBeVisible()
  expect(await rulesOf(zone)).toHaveLength(1)
  expect(rules.getByRole('button', { name: /^From/ })).toBeVisible()
  expect(days().getByRole('textbox', { name: /^Name/ })).toHaveValue('Feast')
  expect(screen.getByText('1 unsaved change')).toBeVisible()
})

test('rules with a time that cannot be read are not saved until it is put right or gone', async () => {
  const zone = await foundZone()
  const rules = await open(zone)
  const save = () => screen.getByRole('button', { name: 'Save' })
  await press('Add rules')
  await portal.user.click(rules.getByRole('radio', { name: 'Service hours' }))
  const from = rules.getByRole('combobox', { name: 'Monday, from, 1' })
  await portal.fill(from, 'noonish')
  await portal.user.tab()
  expect(await screen.findByText('Please put right what is marked below')).toBeVisible()
  expect(save()).toBeDisabled()
  await portal.fill(from, '7:00 am')
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(save()).toBeEnabled())
  await portal.fill(from, 'noonish')
  await waitFor(() => expect(save()).toBeDisabled())
  await press('Remove time 1 of Monday')
  await waitFor(() => expect(save()).toBeEnabled())
  await press('Add a day')
  await portal.fill(days().getByRole('textbox', { name: /^Name/ }), 'Feast')
  await press('Add a time on Service hours')
  await portal.fill(days().getByRole('combobox', { name: 'Service hours, until, 1' }), 'noonish')
  await waitFor(() => expect(save()).toBeDisabled())
})

test('discarding takes a time that cannot be read off the screen, also where nothing else was changed', async () => {
  const zone = await foundZone()
  const body = { holds_from: NOW.slice(0, 10), hours: Array.from({ length: 7 }, () => [{ from: 360, until: 1320 }]) }
  await office().call(api.bookingRules.create, { params: { id: zone.id }, body })
  await office().call(api.specialDays.create, {
    params: { id: zone.id },
    body: { date: NOW.slice(0, 10), name: 'Feast', hours: [{ from: 480, until: 720 }] },
  })
  const rules = await open(zone)
  await portal.user.click(await days().findByRole('button', { name: /Feast/ }))
  const monday = () => rules.getByRole('combobox', { name: 'Monday, from, 1' })
  const feast = () => days().getByRole('combobox', { name: 'Service hours, from, 1' })
  for (const field of [monday(), feast()]) await portal.fill(field, 'noonish')
  expect(await screen.findByText('Please put right what is marked below')).toBeVisible()
  await press('Discard')
  await waitFor(() => expect(monday()).toHaveValue('6:00 am'))
  expect(feast()).toHaveValue('8:00 am')
  expect(screen.queryByText('Please put right what is marked below')).toBeNull()
  expect(screen.getByRole('button', { name: 'Discard' })).toBeDisabled()
})
