import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { isOfSession } from '../../testing/session.ts'
import { startPortal } from '../../testing/start-portal.ts'
import { queryClient } from '../../api/query-client.ts'
import { bookingListsChanged } from '../../records/bookings.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

const dialogOf = (name: string) => portal.dialog(new RegExp(`Passenger ${name} \\|`))

describe("A passenger's own bookings", () => {
  // @test-tag long
  test('one click on the caller in the search shows the next ride with its expected time and vehicle', async () => {
    const { db } = portal.server.deps
    const who = await town.passenger('Noor Waiting')
    await town.book({ who, from: 'Hospital', to: 'Market', at: '15:00' })
    const next = await town.book({ who, from: 'Market', to: 'Hospital', at: '10:00' })
    await portal.open('dispatcher', '/LiveBookings/data')
    await screen.findByRole('grid', { name: 'Bookings' })
    await portal.user.keyboard('{Control>}k{/Control}')
    const box = await portal.dialog('Search everywhere')
    await portal.fill(box.getByRole('combobox', { name: 'Search everywhere' }), 'noor waiting')
    const caller = within(await box.findByRole('group', { name: 'Passengers' })).getByRole('option')
    await portal.user.click(caller)
    const dialog = await dialogOf('Noor Waiting')
    const ride = async () => within(await dialog.findByRole('region', { name: 'Next ride' }))
    expect(await (await ride()).findByText('Bus 7')).toBeVisible()
    expect((await ride()).getByText(/^Pick up expected 10:0\d am$/)).toBeVisible()
    expect((await ride()).getByText('Market → Hospital')).toBeVisible()
    expect((await ride()).getByRole('link', { name: 'Follow on the live map' })).toHaveAttribute(
      'href',
      expect.stringMatching(
        new RegExp(`/VehicleMonitoring/region/${town.region_id}/trip/\\d+/service-requests/${next.id}`),
      ),
    )
    // The vehicle is a quarter of an hour later than the window allows.
    const late = new Date(Date.parse(next.pickup.upper_bound) + 15 * 60_000)
    await db
      .updateTable('trip_stops')
      .set({ eta: late })
      .where('id', '=', next.pickup.trip_stop_id ?? 0)
      .execute()
    bookingListsChanged(queryClient)
    expect(await (await ride()).findByText('15 min late')).toBeVisible()
  })

  // covers: PAX-17, PAX-71
  test('the Bookings tab lists the rides to come with the next first, then past ones, each with a link to it', async () => {
    const { db } = portal.server.deps
    const who = await town.passenger('Uma Listed')
    const open = (id: number) => portal.open('dispatcher', `/TravellerManagement?d=TravelerDialog-view-${id}-Bookings`)
    await open(who)
    expect(await (await dialogOf('Uma Listed')).findByText('No bookings')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Next ride' })).toBeNull()
    const [past, later, next] = [
      await town.book({ who, from: 'Market', to: 'Station', at: '09:00' }),
      await town.book({ who, from: 'Station', to: 'Market', at: '16:00' }),
      await town.book({ who, from: 'School', to: 'Harbour', at: '12:00' }),
    ]
    await db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', past.id).execute()
    await open(who)
    const dialog = await dialogOf('Uma Listed')
    const table = within(await dialog.findByRole('table', { name: "This passenger's bookings" }))
    const links = table.getAllByRole('link')
    expect(links.map(({ textContent }) => Number(textContent))).toEqual([next.id, later.id, past.id])
    expect(links[0]).toHaveAttribute('href', `/LiveBookings?d=LiveBookingDialog-view-${next.id}`)
    const [, first] = table.getAllByRole('row')
    expect(first).toHaveTextContent(/School → HarbourBus 7ChangeBook again$/)
  })

  test('the bookings of a passenger are shown only with the right to the historic trips', async () => {
    const who = await town.passenger('Ines Hidden')
    await town.book({ who, from: 'Market', to: 'Station', at: '11:00' })
    const reads = ['TravellerManagement:traveller:canRead', 'TravellerManagement:Module']
    const all = ['canRead', 'canCreate', 'canUpdate', 'canDestroy']
    const shown = async (permissions: readonly string[]) => {
      await portal.open({ permissions }, `/TravellerManagement?d=TravelerDialog-view-${who}-Profile`)
      const dialog = await dialogOf('Ines Hidden')
      await dialog.findByRole('tab', { name: 'Comments' })
      return dialog
    }
    const without = await shown(reads)
    expect(without.queryByRole('tab', { name: 'Bookings' })).toBeNull()
    expect(calls.of(api.travelers.serviceRequests)).toEqual([])
    const historic = all.map((action) => `TravellerManagement:tripBookingHistoricTrips:${action}`)
    const holding = await shown([...reads, ...historic])
    expect(holding.getByRole('tab', { name: 'Bookings' })).toBeVisible()
    expect(await holding.findByRole('region', { name: 'Next ride' })).toBeVisible()
    await waitFor(() => expect(calls.of(api.travelers.serviceRequests)).toHaveLength(1))
    expect(calls.of(api.travelers.serviceRequests).every(isOfSession)).toBe(true)
  })
})
