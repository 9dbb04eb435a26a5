import { api } from '@ambit/contract'
import { makeNow } from '@ambit/server/testing/series'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls, noNetwork, refusal } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'
// After the tests' own fetch, which the portal's client takes when it is made.
import { queryClient } from '../../api/query-client.ts'

const { portal, town, open, choosePlaces, timeField, findTrip } = startWizard()
beforeAll(async () => {
  const office = portal.server.client('administrator')
  const { vehicle_id, driver_id } = await town().vehicle('Bus 8')
  await office.call(api.servicePlans.create, {
    body: {
      zone_id: town().zone_id,
      vehicle_id,
      driver_id,
      start_time: '2026-11-30T06:00:00+10:00',
      end_time: '2026-11-30T18:00:00+10:00',
      metadata: { shift: '1' },
    },
  })
  await office.call(api.specialDays.create, {
    params: { id: town().zone_id },
    body: { date: '2026-12-28', name: 'Boxing Day', hours: [] },
  })
})

type Wizard = Awaited<ReturnType<typeof open>>
const repeat = (wizard: Wizard, choice: string) =>
  portal.choose(wizard.getByRole('combobox', { name: 'Repeat' }), choice)
const at = async (wizard: Wizard, time: string): Promise<void> => {
  await portal.fill(timeField(wizard), time)
  await portal.user.keyboard('{Enter}')
}
const dates = (wizard: Wizard) => wizard.findByRole('list', { name: 'Next dates' })
const rowsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('span')?.textContent)
const press = (wizard: Wizard, name: string) => portal.user.click(wizard.getByRole('button', { name }))
const seriesOf = async ({ traveler }: Wizard) =>
  (
    await portal.server
      .client('dispatcher')
      .call(api.bookingSeries.list, { query: { filter: { traveler: [traveler.id] } } })
  ).data

/** Every Monday at ten, with its dates on screen. */
const mondays = async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await repeat(wizard, 'On chosen weekdays')
  await at(wizard, '10:00 am')
  await dates(wizard)
  return wizard
}

// covers: JRN-14
test('the form says the pattern in words and lists the next ten dates with those left out and why', async () => {
  const wizard = await mondays()
  expect(wizard.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
  expect(wizard.getByText('Every Monday')).toBeVisible()
  const list = await dates(wizard)
  expect(rowsOf(list)).toEqual([
    'Mon 23 Nov',
    'Mon 30 Nov',
    'Mon 7 Dec',
    'Mon 14 Dec',
    'Mon 21 Dec',
    'Mon 28 Dec: Boxing Day, no service',
    'Mon 4 Jan',
    'Mon 11 Jan',
    'Mon 18 Jan',
    'Mon 25 Jan',
  ])
  await portal.user.click(within(list).getByRole('button', { name: 'Leave out Mon 7 Dec' }))
  await waitFor(async () => expect(rowsOf(await dates(wizard))).toContain('Mon 7 Dec: left out'))
  await portal.fill(wizard.getByRole('textbox', { name: 'Another date' }), '2026-12-02')
  await portal.user.keyboard('{Enter}')
  await press(wizard, 'Add')
  await waitFor(async () => expect(rowsOf(await dates(wizard))).toContain('Wed 2 Dec: added'))
  await portal.user.click(wizard.getByRole('button', { name: 'Take back Mon 7 Dec' }))
  await waitFor(async () => expect(rowsOf(await dates(wizard))).toContain('Mon 7 Dec'))
})

// covers: JRN-11
test('Repeat makes a series of the journey, with what was agreed and what became of its first dates', async () => {
  const wizard = await mondays()
  await portal.user.click(wizard.getByRole('button', { name: 'Leave out Mon 7 Dec' }))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText('On the first date, Mon 23 Nov')).toBeVisible()
  const [first] = await wizard.findAllByRole('radio', { name: /am/ })
  expect(first).toBeChecked()
  // Step 1 asks nothing more of the pattern.
  expect(wizard.queryByLabelText(/repeat|recur|every|weekday/i)).toBeNull()
  await portal.user.click(wizard.getByRole('button', { name: 'Make the Series' }))
  expect(await wizard.findByText('The journey repeats!')).toBeVisible()
  await makeNow(portal.server)
  const made = within(await wizard.findByRole('region', { name: 'Dates of the series' }))
  await waitFor(() =>
    expect(made.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Mon 23 Novpick up 10:\d\d am – 10:\d\d amBooked$/),
      expect.stringMatching(/^Mon 30 Novpick up 10:\d\d am – 10:\d\d amBooked$/),
      'Mon 7 DecLeft outLeft out',
    ]),
  )
  const [series] = await seriesOf(wizard)
  expect(series).toMatchObject({
    words: 'Every Monday',
    starts_on: '2026-11-23',
    ends_on: null,
    ride_count: null,
    left_out: ['2026-12-07'],
    legs: [{ time: '10:00', departing: true, origin: { name: 'Harbour Road, Port' } }],
  })
  expect(calls.of(api.serviceRequests.create)).toEqual([])
  expect(calls.of(api.bookingSeries.create).map(({ body }) => body)).toMatchObject([
    { legs: [{ service_offering_id: expect.any(Number) }] },
  ])
})

// @test-tag long
test('a series there and back on a weekday of the month is made for a number of rides', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await repeat(wizard, 'On a weekday of the month')
  await at(wizard, '10:00 am')
  await portal.user.click(wizard.getByRole('radio', { name: 'Return at a time' }))
  await portal.choose(wizard.getByRole('combobox', { name: 'Ends' }), 'After a number of rides')
  expect(wizard.getByText('Please enter 1 to 366 rides')).toBeVisible()
  await portal.fill(wizard.getByRole('textbox', { name: 'Number of rides' }), '3')
  expect(await wizard.findByText('The fourth Monday of the month')).toBeVisible()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  await wizard.findByRole('region', { name: 'Way back' })
  await portal.user.click(wizard.getByRole('button', { name: 'Make the Series' }))
  expect(await wizard.findByText('The journey repeats!')).toBeVisible()
  const [series] = await seriesOf(wizard)
  expect(series).toMatchObject({
    pattern: { repeat: 'monthly', nth: 4, weekday: 'MO' },
    ride_count: 3,
    legs: [{ origin: { name: 'Harbour Road, Port' } }, { origin: { name: 'School Lane, Port' } }],
  })
})

// @test-tag long
test('trips are looked for on the first date of the pattern, and a series without one is made all the same', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await repeat(wizard, 'On chosen weekdays')
  await at(wizard, '10:00 am')
  await portal.user.click(wizard.getByRole('checkbox', { name: 'Monday' }))
  expect(await wizard.findByText('Please choose at least one weekday')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
  await portal.user.click(wizard.getByRole('checkbox', { name: 'Friday' }))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  await portal.user.click(await wizard.findByRole('button', { name: /^Make the series without a trip/ }))
  expect(calls.of(api.searches.create).at(-1)?.body).toMatchObject({ traveling_at: '2026-11-27T00:00:00.000Z' })
  await portal.user.click(await wizard.findByRole('button', { name: 'Make the Series' }))
  expect(await wizard.findByText('The journey repeats!')).toBeVisible()
  expect(await seriesOf(wizard)).toMatchObject([{ words: 'Every Friday', starts_on: '2026-11-23' }])
})

// @test-tag long
test('a journey that leaves now repeats no longer, and one without Repeat is a booking as before', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await repeat(wizard, 'Every day')
  expect(await dates(wizard)).toBeVisible()
  await portal.user.click(wizard.getByText('Leave Now'))
  await waitFor(() => expect(wizard.queryByRole('list', { name: 'Next dates' })).toBeNull())
  expect(wizard.getByRole('combobox', { name: 'Repeat' })).toHaveValue('Does not repeat')
  await portal.user.click(findTrip(wizard))
  await portal.user.click(await wizard.findByRole('button', { name: 'Confirm Trip' }))
  expect(await screen.findByText("You're Booked!")).toBeVisible()
  expect(await seriesOf(wizard)).toEqual([])
})

// @test-tag long
test('a series that is being made while the page is loaded again is made once, and one that is refused says why', async () => {
  const wizard = await mondays()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  const make = await wizard.findByRole('button', { name: 'Make the Series' })
  const release = calls.answer(api.bookingSeries.create, () => refusal(409, 'conflict', 'The passenger is restricted.'))
  await portal.user.click(make)
  expect(await wizard.findByText('The passenger is restricted.')).toBeVisible()
  release()
  const lost = calls.answer(api.bookingSeries.create, async (ask) => {
    await ask()
    return new Promise(() => {})
  })
  await portal.user.click(make)
  await waitFor(async () => expect(await seriesOf(wizard)).toHaveLength(1))
  lost()
  await portal.reload()
  const again = within(await screen.findByRole('dialog', { name: /New Booking for/ }))
  expect(await again.findByText('The journey repeats!')).toBeVisible()
  const keys = calls.of(api.bookingSeries.create).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[2])
  expect(await seriesOf(wizard)).toHaveLength(1)
})

// @test-tag long
test('a series whose answer was lost is made once, however often it is sent', async () => {
  const wizard = await mondays()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  const make = await wizard.findByRole('button', { name: 'Make the Series' })
  const answered = calls.answer(api.bookingSeries.create, async (ask) => {
    await ask()
    return noNetwork()
  })
  await portal.user.click(make)
  expect(await wizard.findByText('The series could not be made')).toBeVisible()
  answered()
  await portal.user.click(make)
  expect(await wizard.findByText('The journey repeats!')).toBeVisible()
  expect(await seriesOf(wizard)).toHaveLength(1)
})

// @test-tag long
test('a last date that is none holds up no journey that leaves now', async () => {
  const wizard = await mondays()
  await portal.choose(wizard.getByRole('combobox', { name: 'Ends' }), 'On a date')
  await portal.fill(wizard.getByRole('textbox', { name: 'Last date' }), 'soon')
  expect(findTrip(wizard)).toBeDisabled()
  await portal.user.click(wizard.getByText('Leave Now'))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
})

// @test-tag long
test('a series keeps the moment that was chosen by the clocks of the zone that serves it', async () => {
  // The wizard takes the zone for one whose clocks are two hours behind.
  calls.answer(api.zones.list, async (ask) => {
    const answer: { data: object[] } = await (await ask()).json()
    return Response.json({ ...answer, data: answer.data.map((zone) => ({ ...zone, time_zone: 'Australia/Perth' })) })
  })
  const wizard = await mondays()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  expect(calls.of(api.bookingSeries.preview).at(-1)?.body).toMatchObject({ legs: [{ time: '12:00' }] })
  await portal.user.click(findTrip(wizard))
  await portal.user.click(await wizard.findByRole('button', { name: 'Make the Series' }))
  expect(await wizard.findByText('The journey repeats!')).toBeVisible()
  expect(calls.of(api.searches.create).at(-1)?.body).toMatchObject({ traveling_at: '2026-11-23T02:00:00.000Z' })
  expect(await seriesOf(wizard)).toMatchObject([{ starts_on: '2026-11-23', legs: [{ time: '12:00' }] }])
})

// @test-tag long
test('the dates of a series that could not be looked up are asked for again, and the trip can be edited without them', async () => {
  const wizard = await mondays()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  await wizard.findByRole('button', { name: 'Make the Series' })
  const answered = calls.answer(api.bookingSeries.preview, () => refusal(500, 'internal'))
  const asked = calls.of(api.bookingSeries.preview).length
  await queryClient.invalidateQueries({ queryKey: ['booking-series-preview'] })
  expect(calls.of(api.bookingSeries.preview).length).toBeGreaterThan(asked)
  expect(wizard.getByRole('button', { name: 'Make the Series' })).toBeEnabled()
  await portal.reload()
  const again = within(await screen.findByRole('dialog', { name: /New Booking for/ }))
  await again.findByRole('button', { name: 'Retry' })
  await portal.user.click(again.getByRole('button', { name: 'Edit Trip' }))
  const retry = await again.findByRole('button', { name: 'Retry' })
  answered()
  await portal.user.click(retry)
  expect(await again.findByRole('list', { name: 'Next dates' })).toBeVisible()
})

// @test-tag long
test('the first dates of a series that could not be read are asked for again', async () => {
  const wizard = await mondays()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  const answered = calls.answer(api.bookingSeries.occurrences, () => refusal(500, 'internal'))
  await portal.user.click(await wizard.findByRole('button', { name: 'Make the Series' }))
  const retry = await wizard.findByRole('button', { name: 'Retry' })
  answered()
  await portal.user.click(retry)
  expect(await wizard.findByRole('region', { name: 'Dates of the series' })).toBeVisible()
})
