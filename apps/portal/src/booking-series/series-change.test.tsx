import { api, type PermissionKey } from '@ambit/contract'
import { legAt, makeNow, makeSeriesOf } from '@ambit/server/testing/series'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'
// After the tests' own fetch, which the portal's client takes when it is made.
import { seriesRecords } from '../records/booking-series.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

const dispatcher = () => portal.server.client('dispatcher')
/** Of one who sees neither doors nor needs, and changes no bookings. */
const seriesOnly = [
  'TravellerManagement:series:canRead',
  'TravellerManagement:series:canUpdate',
] satisfies PermissionKey[]
let riders = 0
/** A series on Mondays at ten from Market to Station, whose first ride is booked. */
const mondays = async (more: Parameters<typeof makeSeriesOf>[2] = {}) => {
  const { id } = await makeSeriesOf(dispatcher(), await town.passenger(`Paula Change${++riders}`), more)
  await makeNow(portal.server)
  return id
}

test('a journey is paused only once its booked rides are known', async () => {
  const { user } = portal
  const id = await mondays()
  await portal.open('dispatcher', '/RecurringJourneys')
  const answered = calls.answer(api.bookingSeries.occurrences, () => refusal(500, 'internal'))
  await portal.go(`/RecurringJourneys?d=SeriesDialog-view-${id}-Details`)
  const dialog = await openedDialog(portal, /Paula Change/)
  for (const label of ['From', 'To']) {
    await dialog.fill(label, '2026-11-23')
    await user.keyboard('{Enter}')
  }
  const retry = await dialog.findByRole('button', { name: 'Retry' })
  expect(dialog.getByRole('button', { name: 'Pause' })).toBeDisabled()
  answered()
  await user.click(retry)
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Pause' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  const question = within(await screen.findByRole('dialog', { name: 'Pause Mon 23 Nov to Mon 23 Nov?' }))
  expect(question.getByRole('checkbox', { name: /^Mon 23 Nov, pick up 10:/ })).toBeChecked()
})

/** The change of all future rides of a series, with a time that was typed. */
const changed = async (id: number, time: string) => {
  await portal.open('dispatcher', `/RecurringJourneys?d=SeriesChangeDialog-edit-${id}.2026-11-23`)
  const change = await openedDialog(portal, /^Change the recurring journey of Paula/)
  await portal.user.click(await change.findByRole('radio', { name: /^All future ones/ }))
  await change.fill('Time', time)
  await portal.user.keyboard('{Enter}')
  return change
}
type Change = Awaited<ReturnType<typeof changed>>
const look = (change: Change) => portal.user.click(change.getByRole('button', { name: 'Show What Changes' }))

// covers: JRN-27
test('a change can be saved only once what it does is shown', async () => {
  const { user } = portal
  const change = await changed(await mondays(), '11:00 am')
  const sent = Promise.withResolvers<void>()
  const answered = calls.answer(api.bookingSeries.previewChange, async () => {
    await sent.promise
    return refusal(500, 'internal')
  })
  await look(change)
  await change.findByRole('button', { name: 'Show What Changes' })
  expect(change.queryByRole('button', { name: 'Save Change' })).toBeNull()
  sent.resolve()
  const retry = await change.findByRole('button', { name: 'Retry' })
  expect(change.queryByRole('button', { name: 'Save Change' })).toBeNull()
  answered()
  await user.click(retry)
  expect(await change.findByText('Moved')).toBeVisible()
  await user.click(change.getByRole('button', { name: 'Save Change' }))
  expect(await screen.findByText('The series is changed')).toBeVisible()
})

test('a change that is begun is not lost by Escape, and one that is saved is not asked about', async () => {
  const { user } = portal
  const change = await changed(await mondays(), '11:00 am')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Unsaved changes' })
  expect(question).toHaveAttribute('data-dialog', 'unsavedChanges')
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(await change.field('Time')).toHaveValue('11:00 am')
  await look(change)
  await user.click(await change.findByRole('button', { name: 'Save Change' }))
  expect(await screen.findByText('The series is changed')).toBeVisible()
  await change.closes()
})

// @test-tag long
test('what a change does stays as it is shown while the series changes elsewhere, and what is ticked is cancelled', async () => {
  const { user } = portal
  const id = await mondays()
  // Bus 7 is in service until six.
  const change = await changed(id, '8:00 pm')
  await look(change)
  await user.click(await change.findByRole('checkbox', { name: /^Cancel booking/ }))
  seriesRecords.changed(id)
  await waitFor(() => expect(calls.of(api.bookingSeries.show)).toHaveLength(2))
  expect(calls.of(api.bookingSeries.previewChange)).toHaveLength(1)
  await user.click(change.getByRole('button', { name: 'Save Change' }))
  expect(await screen.findByText('The series is changed')).toBeVisible()
  expect(calls.of(api.bookingSeries.change)).toMatchObject([{ body: { cancel: [expect.any(Number)] } }])
})

test('the change of a single date begins with what that date has by now, and can bring back what the series has', async () => {
  const { user } = portal
  const id = await mondays()
  const body = { scope: 'only_this' as const, date: '2026-11-23', legs: [legAt('Market', 'Station', '11:00')] }
  await dispatcher().call(api.bookingSeries.change, { params: { id }, body })
  await portal.open('dispatcher', `/RecurringJourneys?d=SeriesChangeDialog-edit-${id}.2026-11-23`)
  const change = await openedDialog(portal, /^Change the recurring journey of Paula/)
  expect(await change.field('Time')).toHaveValue('11:00 am')
  await user.click(change.getByRole('radio', { name: /^All future ones/ }))
  expect(await change.field('Time')).toHaveValue('10:00 am')
  await user.click(change.getByRole('radio', { name: /^Only this one/ }))
  await change.fill('Time', '10:00 am')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(change.getByRole('button', { name: 'Show What Changes' })).toBeEnabled())
})

// @test-tag long
test('a last date that is none holds up no change of a single date', async () => {
  const { user } = portal
  const change = await changed(await mondays(), '11:00 am')
  await change.choose('Ends', 'On a date')
  await change.fill('Last date', 'soon')
  expect(change.getByRole('button', { name: 'Show What Changes' })).toBeDisabled()
  await user.click(change.getByRole('radio', { name: /^Only this one/ }))
  expect(change.getByRole('button', { name: 'Show What Changes' })).toBeEnabled()
  await user.click(change.getByRole('radio', { name: /^All future ones/ }))
  expect(await change.field('Last date')).toHaveValue('')
  await change.fill('Last date', '2026-12-31')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(change.getByRole('button', { name: 'Show What Changes' })).toBeEnabled())
})

test('those who see neither doors nor needs change times and passengers too, and only what is different is sent', async () => {
  const { user } = portal
  const id = await mondays({ legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '12:00')] })
  await portal.open({ permissions: seriesOnly }, `/RecurringJourneys?d=SeriesChangeDialog-edit-${id}.2026-11-23`)
  const change = await openedDialog(portal, /^Change the recurring journey of Paula/)
  await change.fill('Way back: Time', '1:00 pm')
  await user.keyboard('{Enter}')
  await change.fill('Way back: Passengers', '2')
  await look(change)
  expect(await change.findByText('Moved')).toBeVisible()
  const adult = { fare_type: 'adult' }
  expect(calls.of(api.bookingSeries.previewChange).map(({ body }) => body)).toEqual([
    { scope: 'only_this', date: '2026-11-23', legs: [{}, { time: '13:00', passengers: [adult, adult] }] },
  ])
})

// covers: JRN-25
test('changing a booked ride says that it is one of a series, and goes to the series for more than this one', async () => {
  const { user } = portal
  const id = await mondays()
  const [first] = (await dispatcher().call(api.bookingSeries.occurrences, { params: { id } })).data
  const booking = first?.legs[0]?.service_request_id ?? 0
  await portal.open('dispatcher', `/LiveBookings/data?d=TripBookingWizardDialog-edit-${booking}`)
  const wizard = await openedDialog(portal, new RegExp(`^Change booking ${booking} of Paula`))
  const which = within(await wizard.findByRole('group', { name: 'What is changed' }))
  expect(which.getByRole('button', { name: 'Only this one' })).toHaveAttribute('aria-pressed', 'true')
  expect(which.getByRole('button', { name: 'All future ones' })).toBeEnabled()
  await user.click(which.getByRole('button', { name: 'This and all following' }))
  const change = await openedDialog(portal, /^Change the recurring journey of Paula/)
  expect(await change.findByRole('radio', { name: /^This and all following/ })).toBeChecked()
  await wizard.closes()
})
