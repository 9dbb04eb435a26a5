import { api, type DispatchAction } from '@ambit/contract'
import { bookGroup, people } from '@ambit/server/testing/groups'
import { asJourney } from '@ambit/server/testing/journeys'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startMonitoring } from '../../testing/open-monitoring.ts'
import { writeAction } from '../action-id.ts'

const { portal, town } = startMonitoring()
const { user } = portal

const book = async (name: string, time = '09:00', people = 1) =>
  town().book({ who: await town().passenger(name), from: 'Market', to: 'Station', at: time, people })
const dispatcher = () => portal.server.client('dispatcher')
const booking = async (id: number) => (await dispatcher().call(api.serviceRequests.show, { params: { id } })).data
const asShown = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
/** Who is concerned, as the dialog of the board, an exception and monitoring says it. */
const inItsDialog = async (action: DispatchAction) => {
  await portal.open('dispatcher', `/DispatchBoard?d=EffectDialog-edit-${writeAction(action)}`)
  const dialog = await portal.dialog('What this would do')
  return asShown(await dialog.findByRole('list', { name: 'Who is concerned' }))
}
const beneath = async (place: { findByRole: typeof screen.findByRole }, name = 'What this would do') =>
  within(await place.findByRole('region', { name }))
/** The effect of the call that accepts an action, for each booking. */
const byCall = async (body: DispatchAction) => {
  const { data } = await dispatcher().call(api.effectPreviews.create, { body })
  return data.options[0]!.effect.bookings
}

// covers: FX-02
// @test-tag long
test('beneath the question whether to cancel a booking stands the effect that the board and the call tell', async () => {
  await town().vehicle('Bus 7')
  const ann = await book('Ann Bell')
  await book('Tom Reed', '09:05')
  const action = { kind: 'cancel' as const, service_request_ids: [ann.id] }
  const elsewhere = await inItsDialog(action)
  expect(elsewhere).toHaveLength((await byCall(action)).length)
  expect(elsewhere.join()).toContain('Ann Bell')
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${ann.id}`)
  const dialog = await portal.dialog(new RegExp(`^Booking # ${ann.id}`))
  await user.click(await dialog.findByRole('button', { name: 'Cancel Booking' }))
  const question = await portal.dialog('Cancel Booking')
  expect(question.getByText('Are you sure you want to cancel this booking?')).toBeVisible()
  const shown = await beneath(question)
  expect(asShown(await shown.findByRole('list', { name: 'Who is concerned' }))).toEqual(elsewhere)
  expect((await booking(ann.id)).status).toBe('assigned')
})

test('a booking is cancelled in two clicks while its effect is still being worked out', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  calls.answer(api.effectPreviews.create, async (ask) => {
    await held
    return ask()
  })
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  const dialog = await portal.dialog(new RegExp(`^Booking # ${id}`))
  await user.click(await dialog.findByRole('button', { name: 'Cancel Booking' }))
  const question = await portal.dialog('Cancel Booking')
  await user.click(question.getByRole('button', { name: 'Cancel Booking' }))
  await portal.dialog(/why did the passenger cancel/)
  release()
  expect((await booking(id)).status).toBe('cancelled')
})

// covers: FX-02
test('cancelling a trip in its dialog shows the effect that the board tells, and everybody fares as it says', async () => {
  const { trip_id } = await town().vehicle('Bus 7')
  const ann = await book('Ann Bell', '09:00', 5)
  await town().vehicle('Bus 8', { from: '09:20' })
  const action = { kind: 'trip_cancelled' as const, trip_id }
  const elsewhere = await inItsDialog(action)
  const [told] = await byCall(action)
  expect(elsewhere.join()).toMatch(/Ann Bell.*Bus 8/)
  await portal.open('dispatcher', `/TripManagement?d=TripStatusDialog-edit-${trip_id}`)
  const dialog = await portal.dialog(`Status of trip_${trip_id}`)
  await user.click(await dialog.findByRole('radio', { name: 'Cancelled' }))
  const shown = await beneath(dialog)
  expect(asShown(await shown.findByRole('list', { name: 'Who is concerned' }))).toEqual(elsewhere)
  await user.click(dialog.getByRole('button', { name: 'Change State' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  expect(await dialog.findByText(/^Warning: Trip has bookings assigned/)).toBeVisible()
  expect(dialog.getByRole('region', { name: 'What this would do' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Confirm Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  await waitFor(async () => expect((await booking(ann.id)).trip_id).toBe(told!.after!.trip_id))
})

// covers: FX-02
// @test-tag long
test('another vehicle for a trip shows beneath the form what the board tells of it', async () => {
  const one = await town().vehicle('Bus 7', { until: '12:00' })
  const two = await town().vehicle('Bus 8', { from: '14:00' })
  await book('Ann Bell')
  const { trip_id, driver_id } = one
  await portal.open(
    'dispatcher',
    `/DispatchBoard?d=EffectDialog-edit-${writeAction({ kind: 'change_crew', trip_id, vehicle_id: two.vehicle_id, driver_id })}`,
  )
  const effect = await portal.dialog('What this would do')
  const noted = async (place: { findByRole: typeof screen.findByRole }) =>
    (await place.findByRole('heading', { name: 'Good to know' })).nextElementSibling!.textContent
  const elsewhere = await noted(effect)
  expect(elsewhere).toMatch(/^The vehicle has .* from 2:00 pm to /)
  await portal.open('dispatcher', `/TripManagement?d=TripDialog-edit-${trip_id}-TripDetails`)
  const dialog = await portal.dialog(`trip_${trip_id}`)
  const vehicle = await dialog.findByRole('combobox', { name: 'Vehicle' })
  expect(dialog.queryByRole('region', { name: 'What this would do' })).toBeNull()
  await portal.fill(vehicle, 'Bus 8')
  await user.click(await screen.findByRole('option', { name: /^Bus 8/ }))
  expect(await noted(await beneath(dialog))).toBe(elsewhere)
})

// covers: FX-02
// @test-tag long
test('cancelling a schedule with bookings shows beneath its words the effect that the board tells', async () => {
  const { trip_id } = await town().vehicle('Bus 7')
  await book('Ann Bell')
  await town().vehicle('Bus 8', { from: '09:20' })
  const elsewhere = await inItsDialog({ kind: 'trip_cancelled', trip_id })
  const { data: trip } = await dispatcher().call(api.trips.show, { params: { id: trip_id } })
  const edited = `ServicePlanDialog-edit-${trip.service_plan_id}`
  await portal.open('dispatcher', `/ServicePlans/live?zone=${town().zone_id}&date=2026-11-23&d=${edited}`)
  const dialog = await portal.dialog(/^Viewing\/Editing/)
  await user.click(await dialog.findByRole('button', { name: 'Delete schedule' }))
  const warning = await portal.dialog('Warning - Changing schedules may result in cancelled Bookings')
  expect(warning.getByText(/will be reallocated to another vehicle/, { selector: 'p' })).toBeVisible()
  const shown = await beneath(warning)
  expect(asShown(await shown.findByRole('list', { name: 'Who is concerned' }))).toEqual(elsewhere)
})

// covers: FX-02
// @test-tag long
test('whether to cancel one leg or both is asked with the effect of each answer as the board tells it', async () => {
  await town().vehicle('Bus 7')
  const who = await town().passenger('Ann Bell')
  const there = await town().book({ who, from: 'Market', to: 'Station', at: '09:00' })
  const back = await town().book({ who, from: 'Station', to: 'Market', at: '11:00' })
  await book('Tom Reed', '09:05')
  await asJourney(portal.server, there.id, back.id)
  const cancel = (...service_request_ids: number[]) => inItsDialog({ kind: 'cancel', service_request_ids })
  const [one, both] = [await cancel(there.id), await cancel(there.id, back.id)]
  expect(both).not.toEqual(one)
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${there.id}`)
  const dialog = await portal.dialog(new RegExp(`^Booking # ${there.id}`))
  await dialog.findByRole('region', { name: 'Way back' })
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))
  const question = await portal.dialog('Cancel Booking')
  const shown = async (answer: string) =>
    asShown(await (await beneath(question, answer)).findByRole('list', { name: 'Who is concerned' }))
  expect(await shown('This leg')).toEqual(one)
  expect(await shown('Both legs')).toEqual(both)
})

// covers: FX-02
// @test-tag long
test('cancelling a group shows beneath its question the effect on all members that the board tells', async () => {
  await town().vehicle('Bus 7')
  const { service_requests: members } = await bookGroup(town(), await people(town(), 3), { at: '09:00' })
  await book('Tom Reed', '09:05')
  const ids = members.map(({ id }) => id)
  const elsewhere = await inItsDialog({ kind: 'cancel', service_request_ids: ids })
  for (const { traveler_name } of members) expect(elsewhere.join()).toContain(traveler_name)
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${ids[0]}`)
  const dialog = await portal.dialog(new RegExp(`^Booking # ${ids[0]}`))
  await user.click(await dialog.findByRole('button', { name: 'Cancel group…' }))
  const question = await portal.dialog('Cancel group Harbour choir?')
  const shown = await beneath(question)
  expect(asShown(await shown.findByRole('list', { name: 'Who is concerned' }))).toEqual(elsewhere)
})
