import { randomUUID } from 'node:crypto'
import { api } from '@ambit/contract'
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, at, onDuty, report, delay, maria } = startMonitoring()

const openBooking = async (id: number) => {
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  return portal.dialog(/Booking # /)
}

// @test-tag long
test('a booking whose ride is coming shows its vehicle, which moves without another request, and the expected time', async () => {
  const bus = await onDuty('Bus 7')
  const { id } = await maria()
  await delay(bus, 6)
  at('08:10')
  await report(bus)
  const dialog = await openBooking(id)
  const expected = await dialog.findByText(/is expected at/)
  expect(expected).toHaveTextContent(/^Bus 7 is expected at Market at 9:\d\d am$/)
  const before = expected.getAttribute('data-position')
  expect(before).not.toBeNull()
  const asked = calls.of(api.trips.show).length
  at('08:11')
  await report(bus, [153.02, -27.48])
  await waitFor(() => expect(expected).toHaveAttribute('data-position', '153.02000,-27.48000'))
  expect(calls.of(api.trips.show)).toHaveLength(asked)
})

// covers: DAPP-115
// @test-tag long
test('a booking whose vehicle has been silent says how old its position is, also while it is expected', async () => {
  const bus = await onDuty('Bus 7')
  const { id } = await maria()
  at('08:10')
  await report(bus)
  let dialog = await openBooking(id)
  expect(await dialog.findByText(/is expected at/)).not.toHaveTextContent('old')
  at('08:14')
  dialog = await openBooking(id)
  expect(await dialog.findByText(/is expected at/)).toHaveTextContent('Position 4 min old')
})

test('a booking whose passenger did not ride says why, and whose fault it was', async () => {
  const bus = await onDuty('Bus 7')
  const { id } = await maria()
  const { data } = await bus.client.call(api.driver.trip, { params: { id: bus.trip_id } })
  const stop = data.trip_stops.find(({ boardings }) => boardings.some((one) => one.id === id))
  const told = (sequence: number, happened_at: string) => ({ id: randomUUID(), sequence, happened_at })
  at('09:40')
  await bus.client.call(api.driver.actions, {
    params: { id: bus.trip_id },
    body: {
      sent_at: '2026-11-23T09:40:00+10:00',
      actions: [
        { kind: 'arrive', trip_stop_id: stop?.id ?? 0, ...told(1, '2026-11-23T09:30:00+10:00') },
        {
          kind: 'no_show',
          service_request_id: id,
          reason: 'not_at_stop',
          ...told(2, '2026-11-23T09:38:00+10:00'),
        },
      ],
    },
  })
  const dialog = await openBooking(id)
  const note = within(await dialog.findByRole('alert', { name: 'The passenger did not ride' }))
  expect(note.getByText('Reason: Not at the stop')).toBeVisible()
  expect(note.getByText(/came later than promised/)).toBeVisible()
})

// @test-tag long
test('a booking whose ride is far away or over shows no vehicle', async () => {
  const bus = await onDuty('Bus 7')
  const { id } = await maria()
  at('07:50')
  await report(bus)
  let dialog = await openBooking(id)
  await dialog.findByRole('region', { name: 'Pick up' })
  expect(dialog.queryByText(/is expected/)).toBeNull()
  await portal.server.client('dispatcher').call(api.serviceRequests.cancel, { params: { id }, body: {} })
  at('08:30')
  dialog = await openBooking(id)
  await dialog.findByText('This booking was cancelled')
  expect(dialog.queryByText(/is expected/)).toBeNull()
})
