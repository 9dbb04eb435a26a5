import { api, type ServiceRequest } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

const grid = async () => within(await screen.findByRole('grid', { name: 'Bookings' }))
const search = async (text: string) =>
  portal.fill(await screen.findByRole('searchbox', { name: 'Search bookings' }), `${text}{Enter}`)

describe('The table of bookings', () => {
  test('a page that is older than its server says to load it again, not what it could not read', async () => {
    calls.answer(api.serviceRequests.list, () => Response.json({ data: [{ id: 1 }], meta: { total: 1 } }))
    await portal.open('dispatcher', '/LiveBookings/data')
    expect(await screen.findByText('The server has another version than this page. Load the page again.')).toBeVisible()
  })

  // @test-tag long
  test('a search says what it finds outside of the chosen dates, and shows it with one click', async () => {
    const { db } = portal.server.deps
    const who = await town.passenger('Ottilie Brandt')
    const [first] = [
      await town.book({ who, from: 'Market', to: 'Hospital', at: '13:00' }),
      await town.book({ who: await town.passenger('Stella Brandt'), from: 'Market', to: 'Hospital', at: '14:00' }),
    ]
    await portal.open('dispatcher', '/LiveBookings/data')
    await search('ottilie')
    expect(await screen.findByText('1 match today')).toBeVisible()
    await search('brandt')
    expect(await screen.findByText('2 matches at other times')).toBeVisible()
    await portal.user.click(screen.getByRole('button', { name: 'Show' }))
    const table = await grid()
    expect(await table.findByText('Ottilie Brandt')).toBeVisible()
    expect(table.getByText('Stella Brandt')).toBeVisible()
    expect(portal.address()).toContain('filter.date_range=any')
    expect(screen.queryByText(/at other times/)).toBeNull()
    // A day's shift of the first: tomorrow, and three days from now.
    const moved = async (days: number) => {
      const by = days * 86_400_000
      const at = (iso: string) => new Date(Date.parse(iso) + by)
      await db
        .updateTable('service_requests')
        .set({
          pickup_lower_bound: at(first.pickup.lower_bound),
          pickup_upper_bound: at(first.pickup.upper_bound),
          dropoff_lower_bound: at(first.dropoff.lower_bound),
          dropoff_upper_bound: at(first.dropoff.upper_bound),
        })
        .where('id', '=', first.id)
        .execute()
      await portal.open('dispatcher', '/LiveBookings/data')
      await search('ottilie')
    }
    await moved(1)
    expect(await screen.findByText('1 match tomorrow')).toBeVisible()
    await moved(3)
    expect(await screen.findByText('1 match on Thu 26 Nov')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show' })).toBeVisible())
  })

  // covers: PAX-18
  test('the passenger of a row links to the page of passengers with the dialog open', async () => {
    const who = await town.passenger('Linda Linked')
    await town.book({ who, from: 'Market', to: 'Hospital', at: '08:40' })
    await portal.open('dispatcher', '/LiveBookings/data')
    const link = await (await grid()).findByRole('link', { name: 'Linda Linked' })
    const page = `/TravellerManagement?d=TravelerDialog-view-${who}-Profile`
    expect(link).toHaveAttribute('href', page)
    await portal.user.click(link)
    expect(await portal.dialog(/Passenger Linda Linked \|/)).toBeTruthy()
    expect(portal.address()).toBe(page)
    await portal.open({ permissions: ['LiveBooking:booking:canRead', 'LiveBooking:Module'] }, '/LiveBookings/data')
    expect(await (await grid()).findByText('Linda Linked')).toBeVisible()
    expect((await grid()).queryByRole('link', { name: 'Linda Linked' })).toBeNull()
  })
})

test('A timeline of more than a thousand bookings draws those in view, and the keyboard reaches them all', async () => {
  const many = 1200
  const passenger = await town.passenger('Mona Many')
  const one = await town.book({ who: passenger, from: 'Market', to: 'Hospital', at: '08:30' })
  const all: ServiceRequest[] = Array.from({ length: many }, (_, index) => ({ ...one, id: 5000 + index }))
  calls.answer(api.serviceRequests.list, (_, { query }) => {
    const [page, per_page] = [Number(query.get('page')), Number(query.get('per_page'))]
    const data = all.slice((page - 1) * per_page, page * per_page)
    return Response.json({ data, meta: { total: many, total_count: many } })
  })
  await portal.open('dispatcher', '/LiveBookings/timeline?filter.date_range=today')
  const zone = await screen.findByRole('region', { name: one.zone_name })
  const rows = () => within(zone).getAllByRole('button')
  const last = () => within(zone).queryByRole('button', { name: /6199/ })
  expect(within(zone).getByText(String(many))).toBeVisible()
  expect(rows().length).toBeLessThan(100)
  expect(last()).toBeNull()
  rows()[0]?.focus()
  await portal.user.keyboard('{End}')
  await waitFor(() => expect(last()).toHaveFocus())
  expect(last()?.closest('li')).toHaveAttribute('aria-posinset', String(many))
  await portal.user.keyboard('{ArrowUp}')
  await waitFor(() => expect(within(zone).getByRole('button', { name: /6198/ })).toHaveFocus())
  await portal.user.keyboard('{Home}')
  await waitFor(() => expect(within(zone).getByRole('button', { name: /5000/ })).toHaveFocus())
})
