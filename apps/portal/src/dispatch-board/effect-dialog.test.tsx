import { api, type DispatchAction } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { writeAction } from '../records/action-id.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { timers } from '../testing/timers.ts'

const { portal, town, at, onDuty, stopsOf } = startMonitoring()

const show = async (action: DispatchAction, as: Parameters<typeof portal.open>[0] = 'dispatcher') => {
  await portal.open(as, `/DispatchBoard?d=EffectDialog-edit-${writeAction(action)}`)
  const dialog = await portal.dialog('What this would do')
  await dialog.findByRole('group', { name: 'Ways to do it' })
  await waitFor(() => expect(dialog.queryByText('Other ways are being worked out …')).toBeNull())
  return dialog
}
const book = async (name: string, time = '09:00', more: object = {}) =>
  town().book({ who: await town().passenger(name), from: 'Market', to: 'Station', at: time, ...more })
const dispatcher = () => portal.server.client('dispatcher')
const booking = async (id: number) => (await dispatcher().call(api.serviceRequests.show, { params: { id } })).data
const act = async (body: DispatchAction, as = dispatcher()) => {
  const { data: shown } = await as.call(api.effectPreviews.create, { body })
  const [option] = shown.options
  const accepted = { action: shown.action, option: option!.key, token: option!.token, confirmed: true }
  return (await as.call(api.effectPreviews.accept, { body: accepted })).data.action!
}
const { user } = portal

// covers: FX-12
test('who uses a wheelchair, rides, is a group, is pinned or wished to arrive is marked by a word and a sign', async () => {
  const one = await onDuty('Bus 7', { wheelchairs: 1 })
  const ann = await book('Ann Bell', '08:10', { from: 'Harbour' })
  const who = await town().passenger('Ida Holm', { handicapped: true })
  const ida = await town().book({ who, from: 'Market', to: 'Station', arriveBy: '10:30', people: 2, wheelchairs: 1 })
  await act({ kind: 'pin', service_request_ids: [ida.id], because: 'Knows the driver' })
  at('08:10')
  await one.client.call(api.driver.arrive, { params: { id: (await stopsOf(one))[0]!.id } })
  await one.client.call(api.driver.board, { params: { id: ann.id } })
  await town().vehicle('Bus 8', { wheelchairs: 1 })
  const dialog = await show({ kind: 'vehicle_lost', trip_id: one.trip_id })
  const row = (name: string) => {
    const found = within(dialog.getByRole('list', { name: 'Who is concerned' }))
      .getAllByRole('listitem')
      .find((item) => item.textContent.includes(name))
    return within(found!)
  }
  const marked = (name: string, words: readonly string[]) => {
    for (const word of words) expect(row(name).getByText(word).parentElement!.querySelector('svg')).not.toBeNull()
  }
  marked('Ann Bell', ['On board'])
  marked('Ida Holm', ['Wheelchair', 'Group', 'Pinned', 'Arrives by'])
})

// covers: FX-11, FX-13, FX-14, FX-30
// @test-tag long
test('an effect totals its figures, lets messages be left out or worded otherwise, and asks twice before somebody is late', async () => {
  const one = await town().vehicle('Bus 7')
  const ann = await book('Ann Bell')
  const tom = await book('Tom Reed', '09:05')
  const who = await town().passenger('Ada King')
  await portal.server.deps.db
    .updateTable('travelers')
    .set({ email: null, low_tech: true, phone_number: '+61755500123' })
    .where('id', '=', who)
    .execute()
  await town().book({ who, from: 'Market', to: 'Station', at: '09:00' })
  await town().vehicle('Bus 8', { from: '09:20' })
  const dialog = await show({ kind: 'vehicle_lost', trip_id: one.trip_id })
  const totals = [...dialog.getByLabelText('In all').querySelectorAll('dt')].map(({ textContent }) => textContent)
  expect(totals).toEqual([
    'Not served',
    'Promises broken',
    'Moved',
    'Passenger minutes',
    'Vehicle minutes',
    'Kilometres',
    'Empty kilometres',
    'Drivers whose end or break moves',
  ])
  expect(dialog.getByText(/^At worst \d+ min late$/)).toBeVisible()
  expect(dialog.getByRole('heading', { name: 'To be called' }).nextElementSibling).toHaveTextContent(/Ada King, \+61/)
  const drivers = dialog.getByRole('heading', { name: 'Drivers whose app shows another plan' })
  expect(drivers.nextElementSibling).toHaveTextContent('Driver Bus 8, Bus 8')
  await user.click(dialog.getByRole('checkbox', { name: 'Tell Tom Reed' }))
  const words = dialog.getByRole('textbox', { name: 'Words for Ann Bell' })
  expect(words).toHaveAttribute('maxlength', '320')
  await portal.fill(words, 'Ann, Bus 8 fetches you.')
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(await dialog.findByText('Not everybody is served in time. Please confirm.')).toBeVisible()
  expect((await booking(ann.id)).trip_id).toBe(one.trip_id)
  await user.click(dialog.getByRole('button', { name: 'Accept: 3 late' }))
  await portal.noDialog()
  expect((await booking(tom.id)).trip_id).not.toBe(one.trip_id)
  const told = await portal.server.deps.db
    .selectFrom('messages')
    .where('service_request_id', 'in', [ann.id, tom.id])
    .where('event', '=', 'booking_changed')
    .select(['service_request_id', 'own_words'])
    .execute()
  expect(told).toEqual([{ service_request_id: ann.id, own_words: 'Ann, Bus 8 fetches you.' }])
})

// covers: FX-06
test('what touches nobody else is done at once and offers to be undone, unless every effect is to be shown', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  await portal.open('dispatcher', '/DispatchBoard')
  const bar = () => screen.findByRole('button', { name: /^Ann Bell, / })
  ;(await bar()).focus()
  await user.keyboard('p')
  await waitFor(async () => expect((await booking(id)).pin).not.toBeNull())
  expect(screen.queryByRole('dialog', { name: 'What this would do' })).toBeNull()
  expect(await screen.findByText(`Pin Booking ${id} to Bus 7`)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await booking(id)).pin).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Always show the effect' }))
  ;(await bar()).focus()
  await user.keyboard('p')
  const dialog = await portal.dialog('What this would do')
  await user.click(await dialog.findByRole('button', { name: 'Refuse' }))
  expect((await booking(id)).pin).toBeNull()
})

// covers: FX-55, FX-56, FX-64
test('one’s own newest action is undone by key, others from the list with the key for it, and what is no longer possible says why', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  const tom = await book('Tom Reed', '10:00')
  await act({ kind: 'pin', service_request_ids: [tom.id], because: 'Knows the driver' })
  timers.go(new Date('2026-11-23T08:01:00+10:00'))
  at('08:01')
  await act(
    { kind: 'pin', service_request_ids: [id], because: 'Knows the driver' },
    portal.server.client('operations_manager'),
  )
  await portal.open('dispatcher', '/DispatchBoard')
  await screen.findByRole('list', { name: 'Vehicles' })
  await user.click(screen.getByRole('button', { name: 'Recent actions' }))
  const list = await portal.dialog('Recent actions')
  const titles = (await list.findAllByRole('listitem')).map((item) => item.querySelector('strong')?.textContent)
  expect(titles.slice(0, 2)).toEqual([`Pin Booking ${id} to Bus 7`, `Pin Booking ${tom.id} to Bus 7`])
  await user.keyboard('{Escape}')
  // In a text field the keys are the field's.
  const search = screen.getByRole('textbox', { name: 'Vehicle, driver or passenger' })
  await user.type(search, 'Ann')
  await user.keyboard('{Control>}z{/Control}')
  expect((await booking(tom.id)).pin).not.toBeNull()
  await portal.fill(search, '')
  const recent = screen.getByRole('button', { name: 'Recent actions' })
  recent.focus()
  expect(recent).toHaveFocus()
  await user.keyboard('{Meta>}z{/Meta}')
  expect(await screen.findByText('Undone: everybody is as before.')).toBeVisible()
  expect((await booking(tom.id)).pin).toBeNull()
  expect((await booking(id)).pin).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Recent actions' }))
  const again = await portal.dialog('Recent actions')
  await user.click(await again.findByRole('button', { name: `Undo: Pin Booking ${id} to Bus 7` }))
  expect(await screen.findByText('You need the permission DispatchManagement:undo:canUpdate')).toBeVisible()
  expect((await booking(id)).pin).not.toBeNull()
  at('08:12')
  await portal.open('operations_manager', '/DispatchBoard')
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }))
  const late = await portal.dialog('Recent actions')
  expect(await late.findByRole('button', { name: `Undo: Pin Booking ${id} to Bus 7` })).toBeDisabled()
  expect(late.getAllByText('It was more than 10 minutes ago')[0]).toBeVisible()
})

// covers: FX-55
// @test-tag long
test('an action offers to be undone for ten seconds', async () => {
  await town().vehicle('Bus 7')
  await book('Ann Bell')
  await portal.open('dispatcher', '/DispatchBoard')
  const ann = await screen.findByRole('button', { name: /^Ann Bell, / })
  timers.take()
  ann.focus()
  await user.keyboard('h')
  await timers.until(() => screen.getByRole('button', { name: 'Undo' }))
  await timers.pass(9000)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  await timers.pass(1500)
  await timers.until(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

// covers: FX-58
// @test-tag long
test('an undo that does not bring everybody back shows before and after with three lists, and asks', async () => {
  const one = await town().vehicle('Bus 7')
  const ann = await book('Ann Bell', '09:00', { people: 5 })
  const tom = await book('Tom Reed', '10:30')
  const two = await town().vehicle('Bus 8')
  await act({ kind: 'assign', service_request_ids: [ann.id, tom.id], trip_id: two.trip_id, hold: 'planning' })
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  await book('Eva Holm', '09:00', { people: 6 })
  await portal.open('dispatcher', '/DispatchBoard')
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }))
  const list = await portal.dialog('Recent actions')
  await user.click(await list.findByRole('button', { name: 'Undo: 2 bookings to Bus 8' }))
  const dialog = await portal.dialog('What undoing would bring back')
  const under = (name: string) => dialog.getByRole('heading', { name }).nextElementSibling
  expect(await dialog.findByRole('heading', { name: 'Brought back' })).toBeVisible()
  expect(under('Brought back')).toHaveTextContent('Tom Reed')
  expect(under('Cannot be brought back')).toHaveTextContent(/^Ann Bell, .+/)
  expect(dialog.getByRole('list', { name: 'Who is concerned' })).toHaveTextContent(/Tom Reed.*Bus 8.*Bus 7/)
  expect((await booking(tom.id)).trip_id).toBe(two.trip_id)
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await booking(tom.id)).trip_id).toBe(one.trip_id))
  expect((await booking(ann.id)).trip_id).toBe(two.trip_id)
})

// covers: FX-20, FX-23
// @test-tag long
test('what was asked for stands first with why, nothing at all last, and where there is no other way it says so once', async () => {
  const one = await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell', '09:00', { people: 3 })
  const two = await town().vehicle('Bus 8')
  await town().vehicle('Bus 9')
  const dialog = await show({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id, hold: 'short' })
  const ways = within(dialog.getByRole('group', { name: 'Ways to do it' })).getAllByRole('radio')
  expect(ways.map((way) => way.closest('label')?.textContent)).toEqual([
    expect.stringMatching(`^Booking ${id} to Bus 8Serves everybody; every promise is kept`),
    expect.stringMatching(`^Booking ${id} to the best other vehicleServes everybody`),
    expect.stringMatching('^Change nothingThe plan stays as it is'),
  ])
  await act({ kind: 'trip_cancelled', trip_id: two.trip_id })
  const { data: trips } = await dispatcher().call(api.trips.list, { query: { filter: { zone: [town().zone_id] } } })
  const other = trips.find(({ vehicle_number }) => vehicle_number === 'Bus 9')!
  await act({ kind: 'trip_cancelled', trip_id: other.id })
  await town().vehicle('Bus 10', { seats: 2 })
  const off = await show({ kind: 'unassign', service_request_ids: [id] })
  expect(await off.findByText('No other way was found: 1 vehicle has at most 2 seats')).toBeVisible()
  expect((await booking(id)).trip_id).toBe(one.trip_id)
})

// covers: FX-47
// @test-tag long
test('a move of a better plan is unticked, the rest is worked out again, and only that is carried out', async () => {
  const { planning } = portal.server.deps
  const { optimiser } = planning
  // So many tries are the same on every machine.
  planning.optimiser = { ...optimiser, ask: (task) => optimiser.ask({ ...task, stop: { iterations: 500 } }) }
  const one = await onDuty('Bus 7')
  for (const [index, name] of ['Ann Ash', 'Ben Bay', 'Cy Cox', 'Dee Dun', 'Eve Elm'].entries())
    await book(
      name,
      `10:${index}0`,
      index % 2 === 1 ? { to: 'Hospital', from: 'Station' } : { to: 'Market', from: 'Harbour' },
    )
  await onDuty('Bus 8')
  const dialog = await show({ kind: 'optimise_now', zone_id: town().zone_id, leave: [] })
  planning.optimiser = optimiser
  const moves = within(await dialog.findByRole('group', { name: 'Moves' })).getAllByRole('checkbox')
  expect(moves.length).toBeGreaterThan(1)
  for (const move of moves)
    expect(move).toHaveAccessibleName(/^\w+ \w+\. Booking \d+ to Bus 8: saves \d+ (minutes|seconds)$/)
  const id = Number(/Booking (\d+)/.exec(moves[0]?.closest('label, div')?.parentElement?.textContent ?? '')?.[1])
  await user.click(moves[0]!)
  expect(
    await dialog.findByText(moves.length === 2 ? 'Optimise: 1 move' : `Optimise: ${moves.length - 1} moves`),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  await portal.noDialog()
  expect((await booking(id)).trip_id).toBe(one.trip_id)
})

// covers: FX-40
// @test-tag long
test('the effect of a cancellation names who could have a vehicle then, and what becomes of the fare', async () => {
  const one = await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell', '09:00', { people: 5 })
  const two = await town().vehicle('Bus 8')
  const tom = await book('Tom Reed', '09:00', { people: 4 })
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  await act({ kind: 'unassign', service_request_ids: [tom.id] })
  const dialog = await show({ kind: 'cancel', service_request_ids: [id] })
  const heading = dialog.getByRole('heading', { name: 'Could have a vehicle then' })
  expect(heading.nextElementSibling).toHaveTextContent(`Booking ${tom.id}`)
  expect(dialog.getByText(`The fare of booking ${id}, $17.50, is not charged`)).toBeVisible()
  expect((await booking(id)).trip_id).toBe(one.trip_id)
})

// covers: FX-35
// @test-tag long
test('an assigned booking is held for 15 min, kept there or left to planning, as is chosen', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Bus 8')
  const assign = async (hold: string) => {
    const dialog = await show({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id, hold: 'short' })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Afterwards' }), hold)
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Accept' })).toBeEnabled())
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await portal.noDialog()
    return (await booking(id)).pin
  }
  expect(await assign('Keep it there')).toMatchObject({ until: null })
  expect(await assign('Let planning decide')).toBeNull()
  expect(await assign('Hold it there for 15 min')).toMatchObject({ until: '2026-11-22T22:15:00.000Z' })
})

// covers: FX-15
test('vehicles that drive otherwise are drawn along the clock, dashed as they drive now and solid as they would', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell')
  await book('Tom Reed', '10:00')
  const two = await town().vehicle('Bus 8')
  const dialog = await show({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id, hold: 'short' })
  const ways = within(dialog.getByRole('region', { name: 'Who drives otherwise' }))
  expect(ways.getByText('Now')).toBeVisible()
  expect(ways.getByText('Afterwards')).toBeVisible()
  const strip = (vehicle: string) => ways.getByRole('img', { name: new RegExp(`^${vehicle}\\. `) })
  expect(strip('Bus 7')).toHaveAccessibleName(/Now: 4 stops, 9:0\d.*Afterwards: 2 stops, 10:0\d/)
  expect(strip('Bus 8')).toHaveAccessibleName(/Now: no stops\. Afterwards: 2 stops, 9:0\d/)
  const drawn = (vehicle: string, side: string) => strip(vehicle).querySelector(`[data-side="${side}"]`)!
  expect(drawn('Bus 7', 'before')).toHaveTextContent('Ann Bell')
  expect(drawn('Bus 7', 'after')).not.toHaveTextContent('Ann Bell')
  expect(drawn('Bus 8', 'before')).toBeEmptyDOMElement()
  expect(drawn('Bus 8', 'after')).toHaveTextContent('Ann Bell')
})

// covers: FX-52
// @test-tag long
test('who breaks a promise on purpose chooses a reason of the region, or writes another', async () => {
  await town().vehicle('Bus 7')
  const { id } = await book('Ann Bell', '08:20')
  const two = await town().vehicle('Bus 8', { from: '08:50' })
  await portal.server.deps.db
    .updateTable('regions')
    .set({ override_reasons: ['The clinic closes early', 'Asked for this driver'] })
    .where('id', '=', town().region_id)
    .execute()
  const action: DispatchAction = { kind: 'assign', service_request_ids: [id], trip_id: two.trip_id, hold: 'short' }
  const dialog = await show(action, 'operations_manager')
  expect(dialog.getByText(/^(Pick-up|Drop-off) \d+ min after the promise of \d{1,2}:\d{2} [ap]m$/)).toBeVisible()
  const known = dialog.getByRole('combobox', { name: 'Why the promise is broken' })
  await user.selectOptions(known, 'Asked for this driver')
  const written = dialog.getByRole('textbox', { name: 'Reason' })
  expect(written).toHaveValue('Asked for this driver')
  await portal.fill(written, 'Asked for this driver by name')
  expect(known).toHaveDisplayValue('Another reason')
  await user.selectOptions(known, 'The clinic closes early')
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  await user.click(await dialog.findByRole('button', { name: 'Accept: 1 late' }))
  await portal.noDialog()
  const { data } = await portal.server.client('operations_manager').call(api.overrides.list, {
    query: { filter: { zone: [town().zone_id] } },
  })
  expect(data).toMatchObject([{ reason: 'The clinic closes early', told: [id] }])
})
