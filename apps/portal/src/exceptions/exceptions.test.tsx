import { api, type ServiceException } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'

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

// covers: EXC-78
test('the inbox lists what needs a person, the most urgent first, and the tab of the browser says how many are urgent', async () => {
  const bus = await onDuty('Bus 7')
  await raise('A tree lies on the road', 'watch')
  await raise('The bridge is up', 'urgent', bus.trip_id)
  await open()
  expect((await rows()).map((text) => /^(Urgent|Watch)Raised by handBayside/.exec(text)?.[1])).toEqual([
    'Urgent',
    'Watch',
  ])
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

// covers: EXC-77
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
  expect(await rows()).toHaveLength(7)
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

test('a new urgent exception is announced at once with its sentence, and one to watch is not', async () => {
  await raise('Old', 'urgent')
  await open()
  await rows()
  const said = () => [...document.querySelectorAll('[aria-live="assertive"]')].map(({ textContent }) => textContent)
  await raise('Look at this', 'watch')
  await raise('The bridge is up', 'urgent')
  await waitFor(() => expect(said()).toContain('The bridge is up'))
  expect(said().join()).not.toContain('Look at this')
  expect(said().join()).not.toContain('Old')
})

test('what has ended stands in the history with its outcome', async () => {
  const { id } = await raise('The bridge is up')
  const body = { outcome: 'wrong_alarm' as const, note: 'It was down' }
  await portal.server.client('dispatcher').call(api.exceptions.resolve, { params: { id }, body })
  await open('dispatcher', '/Exceptions/history')
  const row = (await screen.findByText('The bridge is up')).closest('tr')!
  expect(row).toHaveTextContent('Wrong alarm')
  expect(row).toHaveTextContent('It was down')
})

test('a rule is changed by who may, an order that does not follow is refused beside its field', async () => {
  await open('operations_manager', '/Exceptions/rules')
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
