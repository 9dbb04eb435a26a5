import { randomUUID } from 'node:crypto'
import { api } from '@ambit/contract'
import type { Crew } from '@ambit/server/testing/small-town'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, at, onDuty, list } = startMonitoring()

beforeEach(() => portal.server.deps.db.deleteFrom('exceptions').execute())

const callForHelp = async ({ client, trip_id }: Crew): Promise<void> => {
  const now = portal.server.deps.clock.now().toISOString()
  const body = { id: randomUUID(), sent_at: now, happened_at: now, position: null, on_board: [] }
  await client.call(api.driver.emergency, { params: { id: trip_id }, body })
}
const alert = () => screen.findByRole('alert', { name: 'Emergencies' })
const gone = () => waitFor(() => expect(screen.queryByRole('alert', { name: 'Emergencies' })).toBeNull())
const row = async (sentence: RegExp) => {
  const found = (await screen.findByRole('button', { name: sentence })).closest('li')
  if (found === null) throw new Error(`${sentence} is in no list`)
  return within(found)
}

// covers: DAPP-86
test('an emergency shows at once over whatever is open, and is acknowledged there', async () => {
  const bus = await onDuty('Bus 7')
  await portal.open('dispatcher', '/DriverManagement')
  await screen.findByRole('heading', { name: 'Drivers' })
  await callForHelp(bus)
  const shown = within(await alert())
  expect(shown.getByText('Bus 7: Driver Bus 7 calls for help, 0 people on board')).toBeVisible()
  await portal.user.click(shown.getByRole('button', { name: 'Acknowledge' }))
  await gone()
  const { data } = await portal.server.client('dispatcher').call(api.exceptions.list)
  expect(data.map(({ state }) => state)).toEqual(['acknowledged'])
})

test('an emergency that was called before the page was opened shows as well, and can be put away', async () => {
  const bus = await onDuty('Bus 7')
  await callForHelp(bus)
  await portal.open('dispatcher', '/DriverManagement')
  await portal.user.click(within(await alert()).getByRole('button', { name: 'Dismiss' }))
  await gone()
  await callForHelp(bus)
  await screen.findByRole('heading', { name: 'Drivers' })
  expect(screen.queryByRole('alert', { name: 'Emergencies' })).toBeNull()
})

// covers: EXC-04
test('Needs Attention is the second tab of Service Monitoring, and a row shows its vehicle on the map', async () => {
  const [bus, other] = [await onDuty('Bus 7'), await onDuty('Bus 8')]
  at('08:00')
  await callForHelp(other)
  at('08:04')
  await callForHelp(bus)
  await portal.open('dispatcher', list())
  await portal.user.click(within(await alert()).getAllByRole('button', { name: 'Dismiss' })[0]!)
  await portal.user.click(within(await alert()).getByRole('button', { name: 'Dismiss' }))
  const tabs = within(await screen.findByRole('navigation', { name: 'Open trips and bookings' })).getAllByRole('link')
  await waitFor(() =>
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['All Trips2', 'Needs Attention2', 'Board']),
  )
  await portal.user.click(tabs[1]!)
  const rows = within(await screen.findByRole('list', { name: 'What needs attention' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => /Bus \d/.exec(textContent)?.[0])).toEqual(['Bus 8', 'Bus 7'])
  expect(rows[0]).toHaveTextContent(/^UrgentEmergencyBayside.*Since 8:00 am, for 4 min/)
  await portal.user.click(screen.getByRole('button', { name: /^Bus 8: / }))
  await waitFor(() => expect(portal.address()).toContain(`tripId=${other.trip_id}`))
  const chosen = () => screen.getByRole('button', { name: /^Bus 8: / })
  await waitFor(() => expect(chosen()).toHaveAttribute('aria-current', 'true'))
})

test('a row names who has acknowledged it, and is resolved with what was done', async () => {
  const bus = await onDuty('Bus 7')
  await callForHelp(bus)
  await portal.open('dispatcher', `${list()}?attention=open`)
  await portal.user.click(within(await alert()).getByRole('button', { name: 'Acknowledge' }))
  await gone()
  const emergency = await row(/^Bus 7: /)
  expect(await emergency.findByText(/Acknowledged by/)).toBeVisible()
  expect(emergency.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  await portal.user.click(emergency.getByRole('button', { name: 'Resolve' }))
  await portal.user.type(emergency.getByRole('textbox', { name: /^What was done/ }), 'The police are there')
  await portal.user.click(emergency.getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByText('Nothing needs you now.')).toBeVisible()
})

test('without the permission to read them there is neither an alert nor a tab, and to change them no button', async () => {
  const bus = await onDuty('Bus 7')
  await callForHelp(bus)
  await portal.open('customer_service', `${list()}?attention=open`)
  const emergency = await row(/^Bus 7: /)
  expect(emergency.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(emergency.queryByRole('button', { name: 'Resolve' })).toBeNull()
  await portal.open('fleet_manager', `${list()}?attention=open`)
  await screen.findByRole('heading', { name: 'Active Zones in this Region' })
  expect(screen.queryByRole('link', { name: /^Needs Attention/ })).toBeNull()
})

// covers: DAPP-88
test('acknowledging a reported breakdown opens the preview of losing its vehicle', async () => {
  const bus = await onDuty('Bus 7')
  const now = portal.server.deps.clock.now().toISOString()
  const body = {
    id: randomUUID(),
    kind: 'breakdown',
    note: 'No oil',
    sent_at: now,
    happened_at: now,
    position: null,
  } as const
  await bus.client.call(api.driver.reportIncident, { params: { id: bus.trip_id }, body })
  await portal.open('dispatcher', `${list()}?attention=open`)
  const incident = await row(/^Bus 7: breakdown, reported by Driver Bus 7$/)
  expect(incident.getByText('No oil')).toBeVisible()
  await portal.user.click(incident.getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByRole('dialog', { name: /Bus 7/ })).toBeVisible()
  expect(portal.address()).toContain(`LostVehicleDialog-edit-${bus.trip_id}`)
})
