import { randomUUID } from 'node:crypto'
import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '../testing/calls.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, at, onDuty } = startMonitoring()

const driverWrites = async (bus: Awaited<ReturnType<typeof onDuty>>, text: string, answer_to: number | null = null) => {
  const now = portal.server.deps.clock.now().toISOString()
  await bus.client.call(api.driver.reportMessages, {
    params: { id: bus.trip_id },
    body: { sent_at: now, messages: [{ id: randomUUID(), text, answer_to, written_at: now }] },
  })
}

// @test-tag long
test('a dispatcher writes to a driver, sees how far the message has come, and the driver’s answer', async () => {
  const bus = await onDuty('Bus 7')
  await portal.open('dispatcher', `/DriverMessages?d=DriverThreadDialog-view-${bus.trip_id}`)
  const dialog = await openedDialog(portal, /Messages on/)
  expect(await dialog.findByText('Nothing has been written on this trip yet.')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Message to the driver' })
  expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await portal.user.type(field, 'Road closed, which way?')
  const offered = dialog.getByRole('textbox', { name: /Answers to offer/ })
  await portal.user.type(offered, 'North, South, East, West, Up')
  expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await portal.user.clear(offered)
  await portal.user.type(offered, 'North, South')
  await portal.user.click(dialog.getByRole('button', { name: 'Send' }))
  const sent = within(await dialog.findByRole('article'))
  expect(sent.getByText('Sent')).toBeVisible()
  expect(within(sent.getByRole('list', { name: 'Answers offered' })).getAllByRole('listitem')).toHaveLength(2)
  expect(field).toHaveValue('')
  const [{ id } = { id: 0 }] = (await bus.client.call(api.driver.messages, { params: { id: bus.trip_id } })).data
  await driverWrites(bus, 'South', id)
  expect(await dialog.findByText('In answer to: Road closed, which way?')).toBeVisible()
  await waitFor(() => expect(sent.getByText('Read')).toBeVisible())
  await waitFor(async () => {
    const { data } = await portal.server
      .client('dispatcher')
      .call(api.driverMessages.ofTrip, { params: { id: bus.trip_id } })
    expect(data.at(-1)?.read_at).not.toBeNull()
  })
})

// covers: MSG-78
// @test-tag long
test('a message that the driver has not read is marked after two minutes, and after five there is a number to call', async () => {
  const bus = await onDuty('Bus 7')
  await portal.server.deps.db
    .updateTable('drivers')
    .set({ phone_number: '0445 984 907' })
    .where('id', '=', bus.driver_id)
    .execute()
  at('08:00')
  await portal.server
    .client('dispatcher')
    .call(api.driverMessages.create, { params: { id: bus.trip_id }, body: { text: 'Call me' } })
  const address = `/DriverMessages?d=DriverThreadDialog-view-${bus.trip_id}`
  const shown = async () => {
    await portal.open('dispatcher', address)
    const dialog = await openedDialog(portal, /Messages on/)
    await dialog.findByText('Call me')
    return dialog
  }
  at('08:01')
  expect((await shown()).queryByText(/Not read for/)).toBeNull()
  at('08:03')
  const marked = await shown()
  expect(marked.getByText('Not read for 3 min')).toBeVisible()
  expect(marked.queryByRole('link', { name: /Call/ })).toBeNull()
  expect(await screen.findByRole('row', { name: /Call me Not read for 3 min/ })).toBeInTheDocument()
  at('08:06')
  expect((await shown()).getByRole('link', { name: 'Call 0445 984 907' })).toHaveAttribute('href', 'tel:0445984907')
})

// covers: MSG-73, MSG-85
// @test-tag long
test('what a driver writes is announced, listed under Driver Messages in Daily Operations, found by its text, and opens its thread', async () => {
  const bus = await onDuty('Bus 7')
  await portal.open('dispatcher', '/')
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  await portal.user.click(daily.getByRole('link', { name: 'Driver Messages' }))
  await screen.findByRole('searchbox', { name: 'Search messages of drivers' })
  await driverWrites(bus, 'The ramp is stuck')
  expect(await screen.findByText('Driver Bus 7 wrote')).toBeVisible()
  const row = await screen.findByRole('row', { name: /Driver Bus 7.*The ramp is stuck.*New/ })
  await portal.user.type(screen.getByRole('searchbox', { name: 'Search messages of drivers' }), 'ramp')
  await portal.user.click(row)
  const dialog = await openedDialog(portal, /Messages on/)
  expect(await dialog.findByText('The ramp is stuck')).toBeVisible()
})

// covers: MSG-73
test('Service Monitoring opens the thread of a trip, and who may only read is offered no field', async () => {
  const bus = await onDuty('Bus 7')
  await driverWrites(bus, 'Where is the key?')
  const { data: trip } = await portal.server.client('dispatcher').call(api.trips.show, { params: { id: bus.trip_id } })
  const { region_id } = await portal.server.deps.db
    .selectFrom('zones')
    .where('id', '=', trip.zone_id)
    .select('region_id')
    .executeTakeFirstOrThrow()
  const permissions = [
    'VehicleMonitoring:Module',
    'VehicleMonitoring:monitoring:canRead',
    'TripManagement:Module',
    'TripManagement:trip:canRead',
    'Messaging:Module',
    'Messaging:driverThread:canRead',
  ]
  await portal.open({ permissions }, `/VehicleMonitoring/region/${region_id}/trip/${trip.id}`)
  await portal.user.click(await screen.findByRole('button', { name: 'Message driver' }))
  const dialog = await openedDialog(portal, /Messages on/)
  expect(await dialog.findByText('Where is the key?')).toBeVisible()
  expect(dialog.queryByRole('textbox', { name: 'Message to the driver' })).toBeNull()
  await portal.open(
    { permissions: permissions.filter((key) => !key.startsWith('Messaging')) },
    `/VehicleMonitoring/region/${region_id}/trip/${trip.id}`,
  )
  await screen.findByRole('heading', { name: trip.name })
  expect(screen.queryByRole('button', { name: 'Message driver' })).toBeNull()
})

// covers: MSG-76
// @test-tag long
test('a dispatcher writes to all drivers of a region, is asked to how many, and sees who has read it', async () => {
  const bus = await onDuty('Bus 7')
  const { region_id } = await portal.server.deps.db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.id', '=', bus.trip_id)
    .select('z.region_id')
    .executeTakeFirstOrThrow()
  await portal.open('dispatcher', `/DriverMessages/Broadcasts?region=${region_id}`)
  await portal.user.click((await screen.findAllByRole('button', { name: 'Write to all drivers' }))[0]!)
  const dialog = await openedDialog(portal, 'Write to all drivers')
  await portal.user.type(dialog.getByRole('textbox', { name: 'Message to all drivers' }), 'Bridge closed')
  await portal.user.click(dialog.getByRole('button', { name: 'Next' }))
  expect(await dialog.findByText(/^Send to (1 driver|\d+ drivers)\?$/)).toBeVisible()
  await portal.user.click(dialog.getByRole('button', { name: 'Send' }))
  const row = within(await screen.findByRole('row', { name: /Bus 7/ }))
  expect(row.getByText('Sent')).toBeVisible()
  await portal.open('customer_service', '/DriverMessages/Broadcasts')
  await screen.findByRole('grid', { name: 'Broadcasts' })
  expect(screen.queryByRole('button', { name: 'Write to all drivers' })).toBeNull()
})

// covers: MSG-79
// @test-tag long
test('a new message of a driver is heard and counted in the header, until a dispatcher has read it', async () => {
  await portal.server.deps.db.deleteFrom('driver_messages').execute()
  const bus = await onDuty('Bus 7')
  const heard: unknown[] = []
  const tones = await import('../notifications/play-tones.ts')
  const spy = vi.spyOn(tones, 'playTones').mockImplementation((...played) => void heard.push(played))
  onTestFinished(() => spy.mockRestore())
  await portal.open('dispatcher', '/')
  const banner = within(await screen.findByRole('banner'))
  const badge = (name: string | RegExp) => banner.findByRole('link', { name })
  await badge('Driver Messages')
  await driverWrites(bus, 'The ramp is stuck')
  await badge('Driver Messages, 1 new message')
  await waitFor(() => expect(heard).toHaveLength(1))
  await portal.user.click(await badge('Driver Messages, 1 new message'))
  await portal.user.click(await screen.findByRole('row', { name: /The ramp is stuck/ }))
  await openedDialog(portal, /Messages on/)
  await waitFor(() => expect(screen.queryByRole('link', { name: /1 new message/ })).toBeNull())
})

// covers: MSG-79
test('a thread shows which colleague is answering, as soon as they write and no longer', async () => {
  const bus = await onDuty('Bus 7')
  await portal.open('dispatcher', `/DriverMessages?d=DriverThreadDialog-view-${bus.trip_id}`)
  const dialog = await openedDialog(portal, /Messages on/)
  await dialog.findByRole('textbox', { name: 'Message to the driver' })
  const colleague = portal.server.client('customer_service')
  const params = { id: bus.trip_id }
  await colleague.call(api.driverMessages.answering, { params, body: { answering: true } })
  expect(await dialog.findByText(/ is answering$/)).toBeVisible()
  await colleague.call(api.driverMessages.create, { params, body: { text: 'Go on' } })
  await waitFor(() => expect(dialog.queryByText(/ is answering$/)).toBeNull())
  const own = async () =>
    (await colleague.call(api.driverMessages.ofTrip, { params })).meta.answering.map(({ user_id }) => user_id)
  await portal.user.type(dialog.getByRole('textbox', { name: 'Message to the driver' }), 'And')
  await waitFor(async () => expect(await own()).toHaveLength(1))
  expect(dialog.queryByText(/ is answering$/)).toBeNull()
  await portal.user.clear(dialog.getByRole('textbox', { name: 'Message to the driver' }))
  await waitFor(async () => expect(await own()).toEqual([]))
})

test('of drivers who write at the same time each one is announced, in whatever order their threads come', async () => {
  const [seven, eight] = [await onDuty('Bus 7'), await onDuty('Bus 8')]
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await portal.open('dispatcher', '/')
  await screen.findByRole('region', { name: 'Daily Operations' })
  calls.answer(api.driverMessages.ofTrip, async (ask, { path }) => {
    if (path.includes(`/${seven.trip_id}/`)) await held
    return ask()
  })
  await driverWrites(seven, 'The ramp is stuck')
  await driverWrites(eight, 'Flat tyre')
  expect(await screen.findByText('Driver Bus 8 wrote')).toBeVisible()
  release()
  expect(await screen.findByText('Driver Bus 7 wrote')).toBeVisible()
})

test('what a driver writes while the thread is open in a hidden tab counts as read once the tab is shown', async () => {
  const bus = await onDuty('Bus 7')
  await portal.open('dispatcher', `/DriverMessages?d=DriverThreadDialog-view-${bus.trip_id}`)
  const dialog = await openedDialog(portal, /Messages on/)
  await dialog.findByText('Nothing has been written on this trip yet.')
  let visibility: DocumentVisibilityState = 'hidden'
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
  await driverWrites(bus, 'The ramp is stuck')
  expect(await dialog.findByText('The ramp is stuck')).toBeVisible()
  expect(calls.of(api.driverMessages.read)).toEqual([])
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(calls.of(api.driverMessages.read)).toHaveLength(1))
})
