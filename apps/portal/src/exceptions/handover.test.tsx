import { api, type ServiceException } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town } = startMonitoring()

beforeEach(async () => {
  for (const table of ['exceptions', 'handovers', 'watches'] as const)
    await portal.server.deps.db.deleteFrom(table).execute()
})

const raise = async (text: string, severity: ServiceException['severity'] = 'soon') => {
  const body = { text, severity, zone_id: town().zone_id }
  return (await portal.server.client('dispatcher').call(api.exceptions.create, { body })).data
}
const take = (id: number) => portal.server.client('dispatcher').call(api.exceptions.acknowledge, { params: { id } })
const shown = async (id: number) =>
  (await portal.server.client('dispatcher').call(api.exceptions.show, { params: { id } })).data
const me = async (as: 'dispatcher' | 'operations_manager') =>
  (await portal.server.client(as).call(api.sessions.current)).data
const page = () => `/Exceptions/handover?region=${town().region_id}`
const offer = async (note = 'Bus 7 is slow') => {
  const body = { region_id: town().region_id, zone_ids: [], taker_id: (await me('operations_manager')).id, note }
  return (await portal.server.client('dispatcher').call(api.handovers.create, { body })).data
}

// covers: EXC-93
// @test-tag long
test('the giver reads the brief, writes a note and offers it to somebody', async () => {
  await raise('The bridge is up')
  const taker = await me('operations_manager')
  await portal.open('dispatcher', page())
  const brief = within(await screen.findByRole('region', { name: 'Brief' }))
  expect(await brief.findByRole('region', { name: 'Open exceptions' })).toHaveTextContent('The bridge is up')
  expect(brief.getByText(/^Nothing in: .*Closed roads/)).toBeVisible()
  await portal.user.click(brief.getByRole('button', { name: 'Offer handover' }))
  expect(await brief.findByText('Choose a person', { selector: 'p' })).toBeVisible()
  await portal.user.click(brief.getByRole('combobox', { name: 'To whom' }))
  await portal.user.click(await screen.findByRole('option', { name: new RegExp(`^${taker.full_name}`) }))
  await portal.user.type(brief.getByRole('textbox', { name: 'Note' }), 'Bus 7 is slow')
  await portal.user.click(brief.getByRole('button', { name: 'Offer handover' }))
  const list = within(await screen.findByRole('region', { name: 'Handovers' }))
  expect(await list.findByText('Offered')).toBeVisible()
  const { data } = await portal.server.client('dispatcher').call(api.handovers.list, { query: {} })
  expect(data).toMatchObject([{ taker_id: taker.id, note: 'Bus 7 is slow' }])
})

// covers: EXC-94
// @test-tag long
test('the taker ticks each section as read and accepts, and what came in between is marked as new', async () => {
  const { id } = await raise('The bridge is up')
  await take(id)
  const { giver } = await offer()
  await raise('A tree lies on the road', 'urgent')
  await portal.open('operations_manager', `/Exceptions/inbox?region=${town().region_id}`)
  expect(await screen.findByText(`${giver} hands over to you`)).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Read the brief' }))
  expect(await screen.findByText('Bus 7 is slow')).toBeVisible()
  const open = within(screen.getByRole('region', { name: 'Open exceptions' }))
  const lines = open.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(lines.find((line) => line.includes('A tree lies'))).toMatch(/^New/)
  expect(lines.find((line) => line.includes('The bridge'))).not.toMatch(/^New/)
  await portal.user.click(screen.getByRole('button', { name: 'Accept handover' }))
  expect(await screen.findByText('Please read Open exceptions first')).toBeVisible()
  for (const box of screen.getAllByRole('checkbox')) await portal.user.click(box)
  await portal.user.click(screen.getByRole('button', { name: 'Accept handover' }))
  expect(await screen.findByText('You have taken over.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept handover' })).toBeNull())
  expect((await shown(id)).owner_id).toBe((await me('operations_manager')).id)
})

// covers: EXC-95
test('a handover is printed as a sheet with its note and brief', async () => {
  await raise('The bridge is up')
  const { id } = await offer('Mind the bridge')
  await portal.open('dispatcher', `/Exceptions/handover/${id}`)
  let sheet = ''
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    sheet = document.querySelector('.print-sheet')?.textContent ?? ''
  })
  await portal.user.click(await screen.findByRole('button', { name: 'Print' }))
  print.mockRestore()
  expect(sheet).toContain('Mind the bridge')
  expect(sheet).toContain('The bridge is up')
  expect(document.querySelector('.print-sheet')).toBeNull()
  await portal.go('/Exceptions/handover/4711000')
  expect(await screen.findByText('There is no such handover.')).toBeVisible()
})

// covers: EXC-56
test('Rules lists what is stale, and the most frequent causes with their share', async () => {
  await raise('The bridge is up')
  const at = portal.server.deps.clock.now()
  portal.server.deps.clock.set(new Date(at.getTime() + 8 * 3_600_000))
  await portal.open('operations_manager', `/Exceptions/rules?region=${town().region_id}`)
  const stale = await screen.findByRole('region', { name: 'Stale: open and untouched for 8 h' })
  expect(within(stale).getByRole('link', { name: 'The bridge is up' })).toBeVisible()
  const causes = within(screen.getByRole('region', { name: 'Most frequent causes of the last 30 days' }))
  expect(causes.getByRole('row', { name: 'Raised by hand Bayside 1 100 %' })).toBeVisible()
  portal.server.deps.clock.set(at)
})

// covers: EXC-88, EXC-89
// @test-tag long
test('Response Times shows the figures, and each opens the rows behind it in the history', async () => {
  const [first, second] = [await raise('The bridge is up'), await raise('A tree lies on the road')]
  await take(first.id)
  const resolve = (id: number, outcome: 'fixed' | 'wrong_alarm') =>
    portal.server.client('dispatcher').call(api.exceptions.resolve, { params: { id }, body: { outcome } })
  await resolve(first.id, 'fixed')
  await resolve(second.id, 'wrong_alarm')
  await portal.open('analyst', `/Exceptions/response?region=${town().region_id}`)
  expect(await screen.findByText(/urgent 1 min, soon 5 min, watch 30 min/)).toBeVisible()
  const kinds = within(await screen.findByRole('region', { name: 'By kind' }))
  expect(kinds.getByRole('link', { name: 'Raised by hand, Number: 2' })).toBeVisible()
  expect(kinds.getByRole('link', { name: 'Raised by hand, In time: 100 %' })).toBeVisible()
  await portal.user.click(kinds.getByRole('link', { name: 'Raised by hand, Wrong alarms: 50 %' }))
  expect(await screen.findByRole('button', { name: 'Only wrong alarms. Show all' })).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  await portal.user.click(screen.getByRole('button', { name: 'Only wrong alarms. Show all' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
})
