import { api, type ServiceException } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { hear } from '../testing/hear.ts'
import { notice } from '../testing/notices.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { timers } from '../testing/timers.ts'

const { portal, town, onDuty } = startMonitoring()

beforeEach(async () => {
  for (const table of ['exceptions', 'exception_mutes', 'watches'] as const)
    await portal.server.deps.db.deleteFrom(table).execute()
})
afterEach(() => vi.unstubAllGlobals())

const raise = async (text: string, severity: ServiceException['severity'] = 'soon') => {
  const body = { text, severity, zone_id: town().zone_id }
  return (await portal.server.client('operations_manager').call(api.exceptions.create, { body })).data
}
const shown = async (id: number) =>
  (await portal.server.client('dispatcher').call(api.exceptions.show, { params: { id } })).data
const inbox = (id?: number) => `/Exceptions/inbox${id === undefined ? '' : `/${id}`}?region=${town().region_id}`
const watch = async () => within(await screen.findByRole('region', { name: 'Watch' }))
const link = (text: string) => screen.findByRole('link', { name: text })
/** The keys of the page are listened for once the shell has its exceptions. */
const keysListened = () => screen.findByRole('button', { name: /^Exceptions, 1 / })

// covers: EXC-59
test('a user starts and ends the watch for the chosen zones, and a zone in service without one is told of', async () => {
  await onDuty('Bus 7')
  await portal.open('dispatcher', inbox())
  const bar = await watch()
  expect(await bar.findByText('Nobody on watch')).toBeVisible()
  expect(bar.getByRole('status')).toHaveTextContent('Bayside')
  await portal.user.click(bar.getByRole('button', { name: 'Start Watch' }))
  expect(await bar.findByRole('button', { name: 'End Watch' })).toBeVisible()
  await waitFor(() => expect(bar.queryByText('Nobody on watch')).toBeNull())
  expect(within(bar.getByRole('list', { name: 'On watch' })).getByRole('listitem')).toHaveTextContent(/Bayside.*calm/)
  await portal.user.click(bar.getByRole('button', { name: 'End Watch' }))
  expect(await bar.findByText('Nobody on watch')).toBeVisible()
})

// covers: EXC-55
// @test-tag long
test('a supervisor mutes a kind, the inbox says so all the while, and a dispatcher cannot', async () => {
  const { id } = await raise('The bridge is up')
  await portal.open('operations_manager', inbox(id))
  await portal.user.click(await screen.findByRole('button', { name: 'Mute Raised by hand in Bayside' }))
  await portal.fill(screen.getByRole('textbox', { name: 'Minutes' }), '10')
  await portal.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'A drill')
  await portal.user.click(screen.getByRole('button', { name: 'Mute' }))
  expect(await screen.findByText('Please enter a number of minutes from 15 to 240')).toBeVisible()
  await portal.fill(screen.getByRole('textbox', { name: 'Minutes' }), '60')
  await portal.user.click(screen.getByRole('button', { name: 'Mute' }))
  const mutes = within(await screen.findByRole('list', { name: 'Muted kinds' }))
  expect(mutes.getByText(/^Muted: Raised by hand until \d/)).toBeVisible()
  await portal.open('dispatcher', inbox(id))
  expect(await screen.findByText(/^Muted: Raised by hand until \d/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Mute|End the mute)/ })).toBeNull()
  await portal.open('operations_manager', inbox(id))
  await portal.user.click(await screen.findByRole('button', { name: 'End the mute of Raised by hand' }))
  await waitFor(() => expect(screen.queryByText(/^Muted: Raised by hand/)).toBeNull())
})

// covers: EXC-69
// @test-tag long
test('Ctrl+Z takes back the own last answers and mutes one after the other, also after the page was loaded anew', async () => {
  const { id } = await raise('The bridge is up')
  await portal.open('operations_manager', inbox(id))
  ;(await link('The bridge is up')).focus()
  await portal.user.keyboard('a')
  await waitFor(async () => expect((await shown(id)).state).toBe('acknowledged'))
  await portal.user.click(await screen.findByRole('button', { name: 'Mute Raised by hand in Bayside' }))
  await portal.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'A drill')
  await portal.user.click(screen.getByRole('button', { name: 'Mute' }))
  expect(await screen.findByText(/^Muted: Raised by hand until/)).toBeVisible()
  await portal.reload()
  await keysListened()
  await portal.user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByText(/^Muted: Raised by hand/)).toBeNull())
  expect((await shown(id)).state).toBe('acknowledged')
  await portal.user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect((await shown(id)).state).toBe('open'))
})

// covers: EXC-69
test('Ctrl+Z takes back what it can of several answers, and once more what no answer came for', async () => {
  const ids: number[] = []
  for (const text of ['One', 'Two', 'Three']) ids.push((await raise(text)).id)
  const states = () => Promise.all(ids.map(async (id) => (await shown(id)).state))
  await portal.open('dispatcher', inbox())
  for (const box of await screen.findAllByRole('checkbox', { name: /^Select: / })) await portal.user.click(box)
  const bar = (await screen.findByText('3 selected')).parentElement!
  await portal.user.click(within(bar).getByRole('button', { name: 'Acknowledge' }))
  await waitFor(async () => expect(await states()).toEqual(['acknowledged', 'acknowledged', 'acknowledged']))
  const body = { outcome: 'fixed' as const }
  await portal.server.client('administrator').call(api.exceptions.resolve, { params: { id: ids[0]! }, body })
  const found = calls.answer(api.exceptions.undo, (ask, { path }) =>
    path.includes(`/${ids[2]}/`) ? noNetwork() : ask(),
  )
  ;(await link('Two')).focus()
  await portal.user.keyboard('{Control>}z{/Control}')
  const told = await notice('1 of 3 taken back')
  expect(told).toHaveTextContent(`${ids[0]}: Something else has happened since`)
  expect(told).toHaveTextContent(`${ids[2]}: The server cannot be reached`)
  expect(await states()).toEqual(['resolved', 'open', 'acknowledged'])
  found()
  await portal.user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await states()).toEqual(['resolved', 'open', 'open']))
})

// @test-tag long
test('who signs in after somebody else in the same tab takes none of their answers back', async () => {
  const { id } = await raise('The bridge is up')
  await portal.open('dispatcher', inbox())
  ;(await link('The bridge is up')).focus()
  await portal.user.keyboard('a')
  await waitFor(async () => expect((await shown(id)).state).toBe('acknowledged'))
  await portal.open('operations_manager', inbox())
  await keysListened()
  ;(await link('The bridge is up')).focus()
  await portal.user.keyboard('{Control>}z{/Control}')
  expect(calls.of(api.exceptions.undo)).toEqual([])
  await portal.open('dispatcher', inbox())
  await keysListened()
  ;(await link('The bridge is up')).focus()
  await portal.user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect((await shown(id)).state).toBe('open'))
})

// covers: EXC-62
// @test-tag long
test('an owner hands an exception over to somebody who may answer it, and accepts none of their own', async () => {
  const { id } = await raise('The bridge is up')
  await portal.server.client('operations_manager').call(api.sessions.current)
  await portal.open('dispatcher', inbox())
  await portal.user.click(await screen.findByRole('button', { name: 'Acknowledge' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Hand over' }))
  const [first] = await screen.findAllByRole('menuitem')
  const name = first?.textContent ?? ''
  await portal.user.click(first!)
  expect(await screen.findByText(`· Offered to ${name}`, { exact: false })).toBeVisible()
  expect((await shown(id)).offered_to).toBe(name)
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
})

// covers: EXC-81
test('the keys work on the opened exception too, and Escape closes it', async () => {
  const { id } = await raise('The bridge is up')
  await portal.open('dispatcher', inbox(id))
  const beside = within(await screen.findByRole('complementary', { name: 'Exceptions' }))
  ;(await beside.findByRole('button', { name: 'Acknowledge' })).focus()
  await portal.user.keyboard('a')
  await waitFor(async () => expect((await shown(id)).state).toBe('acknowledged'))
  ;(await beside.findByRole('button', { name: 'Release' })).focus()
  await portal.user.keyboard('n')
  expect(beside.getByRole('textbox', { name: 'Note' })).toHaveFocus()
  ;(await beside.findByRole('button', { name: 'Release' })).focus()
  await portal.user.keyboard('e')
  expect(await beside.findByRole('combobox', { name: 'Outcome' })).toHaveFocus()
  await portal.user.click(beside.getByRole('button', { name: 'Cancel' }))
  ;(await beside.findByRole('button', { name: 'Release' })).focus()
  await portal.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'The bridge is up' })).toBeNull())
})

// covers: EXC-79, EXC-106
test('sound is off until it is turned on, has a volume and tests, differs for urgent and soon, and is repeated while an urgent one is nobody’s', async () => {
  const heard = hear()
  await portal.open('dispatcher', inbox())
  await watch()
  const { id } = await raise('The bridge is up', 'urgent')
  await link('The bridge is up')
  expect(heard).toEqual([])
  await portal.user.click(screen.getByRole('button', { name: 'Sound is off' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Test soon' }))
  expect(heard).toEqual([440])
  await portal.user.click(screen.getByRole('button', { name: 'Test urgent' }))
  expect(heard.slice(1)).toEqual([880, 1175, 880, 1175, 880, 1175])
  expect(screen.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuenow', '50')
  await portal.user.click(screen.getByRole('switch', { name: 'Sound' }))
  expect(await screen.findByRole('button', { name: 'Sound is on' })).toBeInTheDocument()
  await portal.server.client('operations_manager').call(api.exceptions.acknowledge, { params: { id } })
  heard.length = 0
  await raise('A tree lies on the road', 'soon')
  await waitFor(() => expect(heard).toEqual([440]))
  const me = (await portal.server.client('dispatcher').call(api.sessions.current)).data.id
  expect(JSON.parse(localStorage.getItem(`exceptions_sound_${me}`) ?? '{}')).toEqual({ on: true, volume: 50 })
  timers.take()
  heard.length = 0
  const urgent = [880, 1175, 880, 1175, 880, 1175]
  const second = await raise('The bridge is up again', 'urgent')
  await waitFor(() => expect(heard).toEqual(urgent))
  await timers.pass(30_000)
  expect(heard).toEqual([...urgent, ...urgent])
  await timers.pass(30_000)
  expect(heard).toEqual([...urgent, ...urgent, ...urgent])
  // Somebody else takes it: this page says who without being asked, and is quiet.
  const boss = portal.server.client('operations_manager')
  const taken = (await boss.call(api.exceptions.acknowledge, { params: { id: second.id } })).data
  const line = (await link('The bridge is up again')).closest('li')!
  await waitFor(() => expect(line).toHaveTextContent(`Acknowledged by ${taken.owner}`))
  heard.length = 0
  await timers.pass(61_000)
  expect(heard).toEqual([])
})
