import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'
import { openWithout } from '../testing/without-key.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Van 1', { from: '09:00', until: '12:00' })
  await town.book({ who: await town.passenger('Tom Baker'), from: 'Market', to: 'Hospital', at: '10:00' })
})

// covers: DASH-32
test('a dispatcher opens the state of a zone’s plan from the dashboard', async () => {
  await portal.open('dispatcher', '/Dashboard')
  await portal.user.click(await screen.findByRole('link', { name: 'Open solutions' }))
  const grid = await screen.findByRole('grid', { name: 'Zone Solutions' })
  const row = await within(grid).findByRole('row', { name: /Bayside/ })
  // 8:00 in the zone, whatever the browser's clock shows.
  expect(row).toHaveTextContent(/23\/11\/2026, 8:00 am.*New booking.*3\.0 h.*0\.1 h.*3\.0 km33%/)
  await portal.user.click(row)
  const dialog = await portal.dialog('Bayside')
  const facts = await dialog.findByLabelText('State of the plan')
  expect(facts).toHaveTextContent(/23\/11\/2026, 8:00 am.*Trips1Bookings1Without a trip0/)
  expect(dialog.getByRole('link', { name: 'Open in Service Monitoring' })).toHaveAttribute(
    'href',
    `/VehicleMonitoring/region/${town.region_id}?zone=${town.zone_id}`,
  )
})

test('without the key there is neither page nor menu entry for zone solutions', async () => {
  await openWithout(portal, 'ZoneSolutions:solution:canRead', '/ZoneSolutions')
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Zone Solutions' })).toBeNull()
})
