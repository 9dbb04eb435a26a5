import { api, type ServiceException } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { calls, noNetwork } from '../testing/calls.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { nextDownload } from '../testing/downloads.ts'
import { timers } from '../testing/timers.ts'

const { portal, town, onDuty } = startMonitoring()

beforeEach(() => portal.server.deps.db.deleteFrom('exceptions').execute())

const raise = async (text: string, severity: ServiceException['severity'] = 'soon', tripId?: number) => {
  const body = { text, severity, zone_id: town().zone_id, ...(tripId === undefined ? {} : { trip_id: tripId }) }
  return (await portal.server.client('operations_manager').call(api.exceptions.create, { body })).data
}
const open = (as: 'dispatcher' | 'customer_service' | 'operations_manager' = 'dispatcher', path = '/Exceptions') =>
  portal.open(as, path)
const inbox = async () => within(await screen.findByRole('list', { name: 'What needs a person' }))
const rows = async () => (await inbox()).getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
const link = async (text: string) => (await inbox()).findByRole('link', { name: text })
const shown = async (id: number) =>
  (await portal.server.client('dispatcher').call(api.exceptions.show, { params: { id } })).data

// covers: EXC-43, EXC-78
test('the inbox lists what needs a person, the most urgent first, and the tab of the browser says how many are urgent', async () => {
  const bus = await onDuty('Bus 7')
  await raise('A tree lies on the road', 'watch')
  await raise('The bridge is up', 'urgent', bus.trip_id)
  await open()
  expect((await rows()).map((text) => /^(Urgent|Watch)Raised by handBayside/.exec(text)?.[1])).toEqual([
    'Urgent',
    'Watch',
  ])
  const marks = (await inbox())
    .getAllByText(/^(Urgent|Watch)$/)
    .map((tag) => [tag.dataset['tone'], tag.querySelector('svg')!.innerHTML])
  // Word, colour and shape: no two are alike.
  for (const signs of [0, 1]) expect(new Set(marks.map((mark) => mark[signs])).size).toBe(2)
  expect(portal.address()).toMatch(/^\/Exceptions\/inbox/)
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Exceptions/))
  const [first] = await rows()
  expect(first).toContain('The bridge is up')
  expect(first).toMatch(/Since .*, just now/)
})

// covers: EXC-03
test('an exception opens beside the list by its address, and one that does not exist leaves the list usable', async () => {
  const { id } = await raise('The bridge is up')
  await open('dispatcher', `/Exceptions/inbox/${id}`)
  const beside = within(await screen.findByRole('complementary', { name: 'Exceptions' }))
  expect(await beside.findByRole('heading', { name: 'The bridge is up' })).toBeVisible()
  await portal.user.type(beside.getByRole('textbox', { name: 'Note' }), 'Called the harbour')
  await portal.user.click(beside.getByRole('button', { name: 'Add note' }))
  expect(await beside.findByText('Called the harbour')).toBeVisible()
  await portal.go('/Exceptions/inbox/4711000')
  expect(await screen.findByText('There is no such exception.')).toBeVisible()
  await portal.user.click(await link('The bridge is up'))
  expect(await screen.findByRole('heading', { name: 'The bridge is up' })).toBeVisible()
})

// @test-tag long
test('where a colleague ends the exception that has the keyboard, the row in its place has it then', async () => {
  const ended = [await raise('One', 'urgent'), await raise('Two', 'soon'), await raise('Three', 'watch')]
  const end = async (id: number) => {
    const office = portal.server.client('operations_manager')
    await office.call(api.exceptions.resolve, { params: { id }, body: { outcome: 'fixed' } })
  }
  await open()
  ;(await link('Three')).focus()
  await end(ended[2]!.id)
  await waitFor(async () => expect(await link('Two')).toHaveFocus())
  ;(await link('One')).focus()
  await end(ended[0]!.id)
  await waitFor(async () => expect(await link('Two')).toHaveFocus())
})

// covers: EXC-83
test('the keys acknowledge, release, resolve and mark the selected row, and the selection goes on to the next', async () => {
  const [first, second] = [await raise('One', 'urgent'), await raise('Two', 'soon')]
  await open()
  ;(await link('One')).focus()
  await portal.user.keyboard('a')
  await waitFor(async () => expect((await shown(first.id)).state).toBe('acknowledged'))
  expect(await (await inbox()).findByText(/Acknowledged by/)).toBeVisible()
  await portal.user.keyboard('u')
  await waitFor(async () => expect((await shown(first.id)).state).toBe('open'))
  await portal.user.keyboard('j')
  await waitFor(async () => expect(await link('Two')).toHaveFocus())
  await portal.user.keyboard('k{Enter}')
  expect(await screen.findByRole('heading', { name: 'One' })).toBeVisible()
  expect(portal.address()).toContain(`/Exceptions/inbox/${first.id}`)
  ;(await link('One')).focus()
  await portal.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'One' })).toBeNull())
  ;(await link('One')).focus()
  await portal.user.keyboard('x')
  expect(await screen.findByText('1 selected')).toBeVisible()
  await portal.user.keyboard('xe')
  const [row] = (await inbox()).getAllByRole('listitem')
  await portal.user.click(await within(row!).findByRole('button', { name: 'Resolve' }))
  await waitFor(async () => expect((await shown(first.id)).state).toBe('resolved'))
  await waitFor(async () => expect(await link('Two')).toHaveFocus())
  expect((await shown(second.id)).state).toBe('open')
})

// covers: EXC-82
test('letters in a field are text, and a user can turn the keys off', async () => {
  const { id } = await raise('One')
  await open()
  await portal.user.click(await screen.findByRole('switch', { name: 'Single-letter keys' }))
  ;(await link('One')).focus()
  await portal.user.keyboard('a')
  expect((await shown(id)).state).toBe('open')
  await portal.user.click(screen.getByRole('switch', { name: 'Single-letter keys' }))
  await portal.user.type(screen.getByRole('textbox', { name: 'Find an exception' }), 'a')
  expect((await shown(id)).state).toBe('open')
})

// covers: EXC-68
// @test-tag long
test('several that are marked are answered at once, and those that are refused are told of', async () => {
  const [first, second] = [await raise('One'), await raise('Two')]
  await portal.server.client('administrator').call(api.exceptions.acknowledge, { params: { id: second.id } })
  await open()
  for (const box of (await inbox()).getAllByRole('checkbox')) await portal.user.click(box)
  const bar = (await screen.findByText('2 selected')).parentElement!
  await portal.user.click(within(bar).getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText('1 of 2')).toBeVisible()
  expect(await screen.findByText(new RegExp(`^${second.id}: .* has acknowledged this already$`))).toBeVisible()
  expect((await shown(first.id)).state).toBe('acknowledged')
})

// covers: EXC-05, EXC-77
test('the header counts what is urgent and soon, opens the first of them, and leads to the inbox', async () => {
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await raise(text, 'soon')
  await raise('Six', 'urgent')
  await raise('Seven', 'watch')
  await open('dispatcher', '/DriverManagement')
  await portal.user.click(await screen.findByRole('button', { name: 'Exceptions, 6 open' }))
  const list = within(await screen.findByRole('dialog', { name: 'Exceptions, 6 open' }))
  expect(list.getAllByRole('listitem').map((row) => row.querySelector('a')?.textContent)).toEqual([
    'Six',
    'One',
    'Two',
    'Three',
    'Four',
  ])
  await portal.user.click(list.getByRole('link', { name: 'Open the inbox' }))
  const severities = async () => (await rows()).map((text) => /^(Urgent|Soon|Watch)/.exec(text)?.[1])
  const shownThere = ['Urgent', 'Soon', 'Soon', 'Soon', 'Soon', 'Soon', 'Watch']
  expect(await severities()).toEqual(shownThere)
  // The panel has the same rows, the badge counts those of them that press, and all follow one change.
  await raise('Eight', 'soon')
  const after = [...shownThere.slice(0, 6), 'Soon', 'Watch']
  await waitFor(async () => expect((await severities()).toSorted()).toEqual(after.toSorted()))
  expect(await screen.findByRole('button', { name: 'Exceptions, 7 open' })).toBeVisible()
  await portal.go(`/VehicleMonitoring/region/${town().region_id}?attention=open`)
  const panel = within(await screen.findByRole('list', { name: 'What needs attention' }))
  expect(
    panel.getAllByRole('listitem').map(({ textContent }) => /^(Urgent|Soon|Watch)/.exec(textContent)?.[1]),
  ).toEqual(after)
  expect(screen.getByRole('link', { name: /^Needs Attention/ })).toHaveTextContent('Needs Attention8')
  expect(screen.getByRole('button', { name: 'Exceptions, 7 open' })).toBeVisible()
})

// covers: EXC-09
test('an empty inbox says when the service was checked last, and what the filters hide is not called nothing', async () => {
  await open()
  expect(await screen.findByText('Nothing needs you now.')).toBeVisible()
  expect(screen.getByText('The service has not been checked yet')).toBeVisible()
  const { db, clock } = portal.server.deps
  await db
    .insertInto('jobs')
    .values({ name: 'exceptions.watch', due_at: clock.now(), last_run_at: clock.now() } as never)
    .execute()
  await portal.reload()
  expect(await screen.findByText(/^Last checked at \d/)).toBeVisible()
  await raise('One')
  await open('dispatcher', '/Exceptions/inbox?filter.severity=urgent')
  expect(await screen.findByText('No exception matches these filters')).toBeVisible()
  await portal.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await rows()).toHaveLength(1)
  await db.deleteFrom('jobs').where('name', '=', 'exceptions.watch').execute()
})

// covers: EXC-84
test('a new urgent exception is announced at once with its sentence, soon ones gathered every 20 s, and one to watch is not', async () => {
  await raise('Old', 'urgent')
  timers.take()
  await open()
  await rows()
  const politely = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  const said = () => [...document.querySelectorAll('[aria-live="assertive"]')].map(({ textContent }) => textContent)
  await raise('Look at this', 'watch')
  await raise('The bridge is up', 'urgent')
  await waitFor(() => expect(said()).toContain('The bridge is up'))
  expect(said().join()).not.toContain('Look at this')
  expect(said().join()).not.toContain('Old')
  for (const text of ['One', 'Two', 'Three']) await raise(text, 'soon')
  await waitFor(async () => expect((await rows()).join()).toContain('Three'))
  expect(politely()).not.toContain('3 new exceptions')
  await timers.pass(20_000)
  await waitFor(() => expect(politely()).toContain('3 new exceptions'))
  expect(said().filter((text) => text !== '')).toEqual(['The bridge is up'])
})

// @test-tag long
test('what has ended stands in the history with its outcome, and is saved as CSV', async () => {
  const { id } = await raise('The bridge is up')
  const body = { outcome: 'wrong_alarm' as const, note: 'It was down' }
  await portal.server.client('dispatcher').call(api.exceptions.resolve, { params: { id }, body })
  await open('dispatcher', '/Exceptions/history')
  const row = (await screen.findByText('The bridge is up')).closest('tr')!
  expect(row).toHaveTextContent('Wrong alarm')
  expect(row).toHaveTextContent('It was down')
  const saved = nextDownload()
  await portal.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  const { name, content } = await saved
  expect(name).toBe('exceptions.csv')
  expect(await content.text()).toContain('It was down')
})

// @test-tag long
test('the history is filtered by any person who answers exceptions, also where the page shows none of theirs', async () => {
  const { owner, owner_id } = (
    await portal.server
      .client('dispatcher')
      .call(api.exceptions.acknowledge, { params: { id: (await raise('Still open')).id } })
  ).data
  await open('operations_manager', '/Exceptions/history')
  await portal.user.click(await screen.findByRole('combobox', { name: 'Owner' }))
  await portal.user.click(await screen.findByRole('option', { name: owner! }))
  await waitFor(() => expect(portal.address()).toContain(`filter.owner=${owner_id}`))
})

// covers: EXC-80
test('the filters stand in the address, among them a person and a search, and are kept per user', async () => {
  const [{ id }, other] = [await raise('One'), await raise('Two')]
  const boss = portal.server.client('operations_manager')
  const { owner, owner_id } = (await boss.call(api.exceptions.acknowledge, { params: { id } })).data
  const { user } = portal
  await open()
  await user.click(await screen.findByRole('combobox', { name: 'Owner' }))
  await user.click(await screen.findByRole('option', { name: owner! }))
  await waitFor(async () => expect((await rows()).join()).not.toMatch(/Two/))
  expect((await rows()).join()).toMatch(/One/)
  expect(portal.address()).toContain(`filter.owner=${owner_id}`)
  await portal.go('/Exceptions/history')
  await portal.go('/Exceptions/inbox')
  await waitFor(() => expect(portal.address()).toContain(`filter.owner=${owner_id}`))
  expect(await rows()).toHaveLength(1)
  await user.click(screen.getByRole('combobox', { name: 'Owner' }))
  await user.click(await screen.findByRole('option', { name: 'Nobody’s' }))
  await waitFor(async () => expect((await rows()).join()).toMatch(/Two/))
  for (const [filter, shownRows] of [
    [`kind=by_hand&filter.owner=nobody`, 1],
    ['severity=soon', 2],
    ['state=acknowledged', 1],
  ] as const) {
    await portal.go(`/Exceptions/inbox?filter.${filter}`)
    await waitFor(async () => expect(await rows()).toHaveLength(shownRows))
  }
  const bus = await onDuty('Bus 7')
  const maria = await town().book({
    who: await town().passenger('Maria Silva'),
    from: 'Market',
    to: 'School',
    at: '15:00',
  })
  const window = { from: maria.pickup.lower_bound, until: maria.pickup.upper_bound }
  const bookings = JSON.stringify([{ id: maria.id, minutes: null, ...window }])
  await portal.server.deps.db
    .updateTable('exceptions')
    .set({ bookings, trip_id: bus.trip_id })
    .where('id', '=', other.id)
    .execute()
  for (const words of ['maria', String(maria.id), 'bus 7', 'driver bus']) {
    await open('dispatcher', `/Exceptions/inbox?q=${words.replaceAll(' ', '%20')}`)
    expect((await rows()).join()).toMatch(/^Soon.*Two/)
  }
})

// covers: EXC-76
test('without the live stream the list is asked for every 7.5 seconds, and the page says so', async () => {
  await raise('One')
  calls.answer(api.live.stream, noNetwork)
  await open('dispatcher', '/DriverManagement')
  await screen.findByRole('grid', { name: 'Drivers' })
  await waitFor(() => expect(calls.of(api.live.stream).length).toBeGreaterThan(0))
  timers.hold()
  await portal.go('/Exceptions/inbox')
  await timers.until(() => expect(screen.getByRole('link', { name: 'One' })).toBeInTheDocument())
  expect(screen.getByText('No live connection. The list is asked for every 7.5 seconds.')).toBeVisible()
  calls.forget()
  await timers.pass(7000)
  expect(calls.of(api.exceptions.list)).toHaveLength(0)
  await timers.pass(500)
  await timers.until(() => expect(calls.of(api.exceptions.list)).toHaveLength(1))
})

// covers: EXC-45
test('the list keeps its order beneath the selected row until the selection moves or five seconds have passed', async () => {
  await raise('One')
  await raise('Two')
  await open()
  const order = async () => (await rows()).map((text) => /One|Two|Three|Four/.exec(text)?.[0])
  ;(await link('Two')).focus()
  timers.take()
  await raise('Three', 'urgent')
  await waitFor(async () => expect(await order()).toEqual(['One', 'Two', 'Three']))
  await timers.pass(5000)
  await waitFor(async () => expect(await order()).toEqual(['Three', 'One', 'Two']))
  await raise('Four', 'urgent')
  await waitFor(async () => expect(await order()).toEqual(['Three', 'One', 'Two', 'Four']))
  await portal.user.keyboard('k')
  await waitFor(async () => expect(await order()).toEqual(['Three', 'Four', 'One', 'Two']))
})

// covers: EXC-02
test('a rule is changed by who may, an order that does not follow is refused beside its field', async () => {
  await open('operations_manager', '/Exceptions/rules')
  const tabs = within(await screen.findByRole('navigation', { name: 'Exceptions' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, /^\/Exceptions\/\w+/.exec(tab.getAttribute('href')!)?.[0]])).toEqual([
    ['Inbox', '/Exceptions/inbox'],
    ['History', '/Exceptions/history'],
    ['Response Times', '/Exceptions/response'],
    ['Handover', '/Exceptions/handover'],
    ['Rules', '/Exceptions/rules'],
  ])
  const field = (severity: string) => screen.findByRole('textbox', { name: `No signal: ${severity}` })
  await portal.fill(await field('Soon'), '12')
  await portal.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This has to come after soon: more minutes')).toBeVisible()
  await portal.fill(await field('Urgent'), '20')
  await portal.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The rule has been saved.')).toBeVisible()
  expect(await screen.findByText('Own')).toBeVisible()
  await open('dispatcher')
  await screen.findByText('Nothing needs you now.')
  expect(screen.queryByRole('link', { name: 'Rules' })).toBeNull()
})

// covers: EXC-01
test('the menu leads to it directly below Service Monitoring, for those who may read exceptions', async () => {
  await open()
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
  const names = menu.getAllByRole('link').map(({ textContent }) => textContent ?? '')
  const at = names.findIndex((name) => name.startsWith('Service Monitoring'))
  expect(names[at + 1]).toMatch(/^Exceptions/)
  await portal.open('fleet_manager', '/DriverManagement')
  await screen.findByRole('heading', { name: 'Drivers' })
  expect(screen.queryByRole('link', { name: 'Exceptions' })).toBeNull()
})

// covers: EXC-34
// @test-tag long
test('who may raise an exception says what it is about, how severe and where, and a trip of another zone is refused at its field', async () => {
  const { trip_id } = await onDuty('Bus 7')
  const maria = await town().passenger('Maria Silva')
  const ride = await town().book({ who: maria, from: 'Market', to: 'School', at: '15:00' })
  await open('operations_manager', `/Exceptions/inbox?region=${town().region_id}&zone=${town().zone_id}`)
  await portal.user.click(await screen.findByRole('button', { name: 'Raise…' }))
  const dialog = await openedDialog(portal, 'Raise an Exception')
  await dialog.fill('What it is about', 'A tree lies on Quay Street')
  expect(await dialog.field('What it is about')).toHaveAttribute('maxlength', '250')
  await dialog.choose('Severity', 'Urgent')
  await dialog.fill('Booking number', String(ride.id))
  await dialog.fill('Trip number', '4711000')
  await dialog.submit()
  expect(await dialog.findByText('There is no such trip in this zone')).toBeVisible()
  await portal.user.type(dialog.getByRole('combobox', { name: 'Passenger' }), 'Maria Silva')
  await portal.user.click(await screen.findByRole('option', { name: new RegExp(`\\(${maria}\\)$`) }))
  await dialog.fill('Trip number', String(trip_id))
  await dialog.submit()
  await dialog.closes()
  expect(await link('A tree lies on Quay Street')).toBeVisible()
  const [raised] = await portal.server.deps.db
    .selectFrom('exceptions')
    .selectAll()
    .where('kind', '=', 'by_hand')
    .execute()
  const linked = { trip_id, traveler_id: maria, bookings: [{ id: ride.id }] }
  expect(raised).toMatchObject({ severity: 'urgent', zone_id: town().zone_id, ...linked })
  await portal.user.click(await link('A tree lies on Quay Street'))
  const beside = within(await screen.findByRole('complementary', { name: 'Exceptions' }))
  for (const name of ['Open trip', 'Open booking', 'Open passenger'])
    expect(await beside.findByRole('button', { name })).toBeVisible()
  await portal.open({ permissions: ['ExceptionManagement:exception:canRead'] }, '/Exceptions/inbox')
  expect(await link('A tree lies on Quay Street')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Raise…' })).toBeNull()
})
