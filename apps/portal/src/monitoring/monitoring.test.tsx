import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, noNetwork, refusal } from '../testing/calls.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { timers } from '../testing/timers.ts'

const { portal, town, at, onDuty, delay, maria, stopsOf, list, row, panel } = startMonitoring()

const tab = (id: string): HTMLElement | null => document.querySelector(`#${id} [data-tone]`)
const stops = async () => screen.findByRole('list', { name: 'Trip Stops' })
const stopNamed = async (name: string): Promise<HTMLElement> => {
  const found = within(await stops())
    .getByRole('heading', { name })
    .closest('li')
  if (found === null) throw new Error(`${name} is no stop`)
  return found
}
/** The facts of a stop or trip: label → value. */
const factsIn = (element: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...element.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  )
const choose = async (passenger: string, action: string) => {
  await portal.user.click((await screen.findAllByRole('button', { name: `Actions for ${passenger}` }))[0]!)
  await portal.user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('The list of a region', () => {
  // covers: MON-14, MON-24, MON-36, MON-38
  test('each trip shows how late it is, and its button shows its vehicle on the map', async () => {
    const bus = await onDuty('Bus 7')
    await maria()
    await town().vehicle('Bus 8', { from: '08:30' })
    await delay(bus, 6)
    await portal.open('dispatcher', list())
    expect(await row('Bus 7')).toHaveTextContent('6 min late')
    expect(await row('Bus 8')).toHaveTextContent('Staged')
    expect(document.title).toBe('Service Monitoring · Ambit')
    expect((await panel()).getByRole('heading', { name: 'Active Zones in this Region' })).toBeVisible()
    await portal.user.click(within(await row('Bus 7')).getByRole('button', { name: 'Show Bus 7 on the map' }))
    await waitFor(() => expect(portal.address()).toContain(`tripId=${bus.trip_id}`))
    await waitFor(async () =>
      expect(within(await row('Bus 7')).getByRole('link')).toHaveAttribute('aria-current', 'true'),
    )
    expect(within(await row('Bus 8')).getByRole('button', { name: 'Show Bus 8 on the map' })).toBeDisabled()
  })

  // @test-tag long
  test('a vehicle without passengers and stops ahead is waiting, not on time', async () => {
    await onDuty('Bus 7')
    await portal.open('dispatcher', list())
    expect(await row('Bus 7')).toHaveTextContent('Waiting')
    expect(await row('Bus 7')).not.toHaveTextContent('On time')
    const legend = await screen.findByRole('list', { name: 'Legend' })
    expect(legend).toHaveTextContent(/On time0.*Waiting1/)
  })

  // covers: MON-37, DAPP-115
  test('a vehicle that stops reporting is marked with how old its position is', async () => {
    await onDuty('Bus 7')
    await portal.open('dispatcher', list())
    expect(within(await row('Bus 7')).queryByRole('img', { name: /old$/ })).toBeNull()
    at('08:03')
    await portal.open('dispatcher', list())
    expect(within(await row('Bus 7')).getByRole('img', { name: 'Position 3 min old' })).not.toHaveAttribute('data-long')
    at('08:05')
    await portal.open('dispatcher', list())
    expect(within(await row('Bus 7')).getByRole('img', { name: 'Position 5 min old' })).toHaveAttribute('data-long')
  })

  // covers: MON-16, MON-18
  test('an address names the zone or trip to look at, and opening a trip keeps it', async () => {
    const bus = await onDuty('Bus 7')
    await portal.open('dispatcher', `${list()}?tripId=${bus.trip_id}&zoneId=${town().zone_id}`)
    const link = within(await row('Bus 7')).getByRole('link')
    expect(link).toHaveAttribute('aria-current', 'true')
    await portal.user.click(link)
    await waitFor(() => expect(portal.address()).toContain(`/trip/${bus.trip_id}`))
    expect(portal.address()).toContain(`tripId=${bus.trip_id}`)
    expect(portal.address()).toContain(`zoneId=${town().zone_id}`)
  })

  // @test-tag long
  test('a zone’s trips are folded away and brought back', async () => {
    await onDuty('Bus 7')
    await portal.open('dispatcher', list())
    await row('Bus 7')
    const zone = screen.getByRole('button', { name: /^Bayside/ })
    await portal.user.click(zone)
    expect(zone).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('link', { name: /^Bus 7/ })).toBeNull()
    await portal.user.click(zone)
    expect(await row('Bus 7')).toBeVisible()
  })

  // covers: MON-33
  test('another region chosen in the header closes the trip and its tab, and shows the list', async () => {
    const bus = await onDuty('Bus 7')
    const time_zone = 'Australia/Brisbane'
    const body = { name: 'Inland', time_zone }
    const { data: inland } = await portal.server.client('administrator').call(api.regions.create, { body })
    await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}`)
    await screen.findByRole('heading', { name: `trip_${bus.trip_id}` })
    expect(tab(`trip-${bus.trip_id}`)).not.toBeNull()
    // The header chooses the region here; there is no second selector.
    expect((await panel()).queryByRole('combobox', { name: /Region/ })).toBeNull()
    await portal.choose(await screen.findByRole('combobox', { name: 'Region' }), 'Inland')
    await waitFor(() => expect(portal.address()).toMatch(new RegExp(`^/VehicleMonitoring/region/${inland.id}(\\?|$)`)))
    expect(await screen.findByText('No Active trips found')).toBeVisible()
    expect(tab(`trip-${bus.trip_id}`)).toBeNull()
  })

  // @test-tag long
  test('keys lead to a vehicle, the next zone, and from late trip to late trip', async () => {
    const bus = await onDuty('Bus 7')
    await maria()
    await town().vehicle('Bus 8')
    await delay(bus, 20)
    await portal.open('dispatcher', list())
    await row('Bus 7')
    await portal.user.keyboard('z')
    await waitFor(() => expect(portal.address()).toContain(`zoneId=${town().zone_id}`))
    await portal.user.keyboard('l')
    await waitFor(() => expect(portal.address()).toContain(`/trip/${bus.trip_id}`))
    await portal.open('dispatcher', list())
    await row('Bus 8')
    await portal.user.keyboard('t')
    const search = screen.getByRole('textbox', { name: 'Find vehicle or driver' })
    expect(search).toHaveFocus()
    // Letters are text while something is being written.
    await portal.user.type(search, 'bus 7 zl')
    expect(search).toHaveValue('bus 7 zl')
    expect(portal.address()).not.toContain('/trip/')
    await portal.fill(search, 'bus 7')
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Bus 8/ })).toBeNull())
    await portal.user.keyboard('{Enter}')
    await waitFor(() => expect(portal.address()).toContain(`/trip/${bus.trip_id}`))
  })
})

// covers: MON-27..30
// @test-tag long
test('the tab of a trip has the tone of its lateness, and pulses while it is late', async () => {
  const bus = await onDuty('Bus 7')
  await maria()
  const later = await town().vehicle('Bus 8', { from: '08:45' })
  for (const [minutes, crew, tone, pulse] of [
    [0, later, 'info', null],
    [0, bus, 'success', null],
    [6, bus, 'warning', 'true'],
    [20, bus, 'danger', 'true'],
  ] as const) {
    await delay(crew, minutes)
    await portal.open('dispatcher', `${list()}/trip/${crew.trip_id}`)
    await waitFor(() => expect(tab(`trip-${crew.trip_id}`)).toHaveAttribute('data-tone', tone))
    expect(tab(`trip-${crew.trip_id}`)?.getAttribute('data-pulse')).toBe(pulse)
  }
})

describe('The view of a trip', () => {
  // covers: MON-10, MON-23, MON-41..46, MON-49..52, MON-54, MON-67, MON-68
  test('a trip shows its vehicle, driver, signal and lateness, and each stop its four times and passengers', async () => {
    const bus = await onDuty('Bus 7')
    await maria()
    const { db } = portal.server.deps
    await db.updateTable('trips').set({ manual_navigation: true }).where('id', '=', bus.trip_id).execute()
    at('09:20')
    await delay(bus, 20)
    await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}`)
    const trip = await panel()
    const heading = await trip.findByRole('heading', { name: `trip_${bus.trip_id}` })
    expect(heading.parentElement).toHaveTextContent('20 min late')
    expect(heading.parentElement).toHaveTextContent('Manual nav')
    expect(heading.parentElement).toHaveTextContent('Position 80 min old')
    const facts = factsIn(trip.getByText('Vehicle').closest('dl')!)
    expect(facts).toMatchObject({ Vehicle: 'Bus 7', Driver: 'Driver Bus 7' })
    const crumbs = within(trip.getByRole('navigation', { name: 'You are here' }))
    await waitFor(() =>
      expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Coast',
        `Trip ${bus.trip_id}`,
      ]),
    )
    const market = await stopNamed('Market')
    expect(market).toHaveTextContent(/Going here: ?1|Future stop: ?1/)
    expect(market).toHaveTextContent('1 pick-up')
    expect(await stopNamed('Hospital')).toHaveTextContent('1 drop-off')
    expect(factsIn(market)).toEqual({
      Target: expect.stringMatching(/^23\/11\/2026 (08|09):\d\d AM$/),
      ETA: expect.stringMatching(/^23\/11\/2026 09:\d\d AM$/),
      Arrived: 'N/A',
      Departed: 'N/A',
    })
    const { id } = (await stopsOf(bus))[0]!
    await bus.client.call(api.driver.arrive, { params: { id } })
    await waitFor(async () => expect(factsIn(await stopNamed('Market'))['Arrived']).toBe('23/11/2026 09:20 AM'))
  })

  // covers: MON-65, MON-77, MON-78
  test('only stops ahead and the one that the vehicle comes from are shown, with the vehicle beside it', async () => {
    const bus = await onDuty('Bus 7')
    const booking = await maria()
    const tom = await town().passenger('Tom Baker')
    await town().book({ who: tom, from: 'School', to: 'Station', at: '09:05' })
    const path = `${list()}/trip/${bus.trip_id}`
    const pass = async (index: number) => {
      const stop = (await stopsOf(bus))[index]!
      await bus.client.call(api.driver.arrive, { params: { id: stop.id } })
      for (const { id } of stop.boardings) await bus.client.call(api.driver.board, { params: { id } })
      return stop
    }
    at('09:00')
    const market = await pass(0)
    await portal.open('dispatcher', path)
    const atMarket = within(await stopNamed('Market'))
    expect(await atMarket.findByRole('img', { name: /^Bus 7: Stopped here/ })).toBeVisible()
    await bus.client.call(api.driver.depart, { params: { id: market.id } })
    await portal.open('dispatcher', path)
    const comes = within(await stopNamed('Market'))
    expect(await comes.findByRole('img', { name: /^Bus 7 is \d+ % of the way/ })).toBeVisible()
    const school = await pass(1)
    await bus.client.call(api.driver.depart, { params: { id: school.id } })
    await portal.open('dispatcher', path)
    await stopNamed('Hospital')
    expect(within(await stops()).queryByRole('heading', { name: 'Market' })).toBeNull()
    await portal.user.click(screen.getByRole('button', { name: 'Show 1 past stop' }))
    expect(await stopNamed('Market')).toBeVisible()
    expect(booking.id).toBeGreaterThan(0)
  })

  // covers: MON-55, MON-56
  test('a stop where no passenger gets on or off says so with a warning', async () => {
    const bus = await onDuty('Bus 7')
    await maria()
    calls.answer(api.trips.show, async (ask) => {
      const { data } = (await (await ask()).json()) as { data: { trip_stops: object[] } } // the contract's TripWithStops
      const trip_stops = data.trip_stops.map((stop) => ({ ...stop, boardings: [], alightings: [] }))
      return Response.json({ data: { ...data, trip_stops } })
    })
    await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}`)
    expect(await stopNamed('Market')).toHaveTextContent(
      'No Pick-ups and Drop-offs. Trip has no pick-ups or drop-offs. Possibly due to cancellations or no-shows.',
    )
  })
})

describe('The view of a booking', () => {
  // covers: MON-12, MON-47, MON-48
  test('a booking shows whose it is and how it stands, above the stops of its trip', async () => {
    const bus = await onDuty('Bus 7')
    const { id } = await maria()
    await portal.open('dispatcher', `${list()}/trip/${bus.trip_id}/service-requests/${id}`)
    const view = await panel()
    expect(await view.findByRole('heading', { name: `trip_${bus.trip_id}` })).toBeVisible()
    const passenger = (await view.findByText('Passenger')).parentElement?.parentElement
    await waitFor(() => expect(passenger).toHaveTextContent(/Maria Silva.*(Assigned|Secured)/))
    expect(await stopNamed('Market')).toHaveTextContent('Maria Silva')
    expect(document.title).toBe('Service Monitoring Booking View · Ambit')
  })

  // covers: MON-60..62
  test('a passenger’s menu leads to the booking, the passenger and the stops of the ride', async () => {
    const bus = await onDuty('Bus 7')
    const { id } = await maria()
    const path = `${list()}/trip/${bus.trip_id}`
    await portal.open('dispatcher', path)
    await choose('Maria Silva', 'View Booking Details')
    await portal.dialog(/^Booking # \d+ : Maria Silva/)
    await portal.open('dispatcher', path)
    await choose('Maria Silva', 'View Passenger Details')
    await portal.dialog(/Maria Silva/)
    expect(portal.address()).toContain('TravelerDialog-view-')
    await portal.open('dispatcher', path)
    await choose('Maria Silva', 'Show Passenger Trip Stops')
    await waitFor(() => expect(portal.address()).toContain(`/service-requests/${id}`))
  })
})

describe('Without the live stream', () => {
  // covers: MON-106..109
  test('trip and booking are asked for at once, then every 7.5 seconds, and no longer after the page is left', async () => {
    const bus = await onDuty('Bus 7')
    const { id } = await maria()
    const path = `${list()}/trip/${bus.trip_id}/service-requests/${id}`
    const counts = () =>
      [`/trips/${bus.trip_id}`, `/service_requests/${id}`].map(
        (end) =>
          [...calls.of(api.trips.show), ...calls.of(api.serviceRequests.show)].filter((call) => call.path.endsWith(end))
            .length,
      )
    calls.answer(api.live.stream, noNetwork)
    await portal.open('dispatcher', '/DriverManagement')
    await screen.findByRole('grid', { name: 'Drivers' })
    await waitFor(() => expect(calls.of(api.live.stream).length).toBeGreaterThan(0))
    timers.hold()
    await portal.go(path)
    await timers.until(() => expect(counts()).toEqual([1, 1]))
    await timers.pass(7000)
    expect(counts()).toEqual([1, 1])
    await timers.pass(500)
    await timers.until(() => expect(Math.min(...counts())).toBeGreaterThan(1))
    await portal.go('/DriverManagement')
    await timers.until(() => expect(screen.getByRole('grid', { name: 'Drivers' })).toBeInTheDocument())
    calls.forget()
    await timers.pass(30_000)
    expect(counts()).toEqual([0, 0])
  })
})

describe('Traffic', () => {
  // covers: MON-84
  test('the switch shows this hour’s travel times and is kept as 100 or 0', async () => {
    const factors = { '8': 1.4 }
    await portal.server
      .client('administrator')
      .call(api.travelFactors.change, { query: { region_id: town().region_id }, body: { factors } })
    await portal.open('dispatcher', list())
    const traffic = await screen.findByRole('switch', { name: 'Traffic' })
    expect(traffic).not.toBeChecked()
    await portal.user.click(traffic)
    const note = await screen.findByRole('status', { name: 'Traffic' })
    await waitFor(() => expect(note).toHaveTextContent('Heavy: driving times × 1.40'))
    expect(localStorage.getItem('ambit:traffic-layer')).toBe('100')
    await portal.user.click(traffic)
    expect(screen.queryByRole('status', { name: 'Traffic' })).toBeNull()
    expect(localStorage.getItem('ambit:traffic-layer')).toBe('0')
  })

  test('travel times that cannot be loaded say so beside the switch', async () => {
    calls.answer(api.travelFactors.show, async () => refusal(500, 'internal'))
    await portal.open('dispatcher', list())
    await portal.user.click(await screen.findByRole('switch', { name: 'Traffic' }))
    const note = await screen.findByRole('status', { name: 'Traffic' })
    await waitFor(() => expect(note).toHaveTextContent('Travel times could not be loaded'))
  })
})

// covers: MON-89
test('a place is found by its name and shown on the map', async () => {
  calls.answer(api.geo.textSearch, async () =>
    Response.json({
      status: 'OK',
      results: [
        {
          formatted_address: 'Harbour Road, Port',
          place_id: 'p1',
          geometry: { location: { lat: -27.47, lng: 153.02 } },
          name: 'Harbour Road',
          types: ['route'],
        },
      ],
    }),
  )
  await portal.open('dispatcher', list())
  const field = await screen.findByRole('combobox', { name: 'Find place on the map' })
  await portal.fill(field, 'harb')
  await portal.user.click(await screen.findByRole('option', { name: /Harbour Road/ }))
  await waitFor(() => expect(field).toHaveValue('Harbour Road, Port'))
})

describe('The menu', () => {
  // covers: MON-03, RIDE-73
  test('the tracking portal opens in a new tab: the product’s own page for codes, or the one of the settings', async () => {
    await portal.open('dispatcher', list())
    const own = await screen.findByRole('link', { name: 'Vehicle Tracking Portal, opens in a new tab' })
    expect(own).toHaveAttribute('href', '/Ride/Track')
    const body = { app: { trackingPortalUrl: 'https://track.example.org' } }
    await portal.server.client('superadmin').call(api.settings.update, { body })
    await portal.open('dispatcher', list())
    const link = await screen.findByRole('link', { name: 'Vehicle Tracking Portal, opens in a new tab' })
    expect(link).toHaveAttribute('href', 'https://track.example.org')
    expect(link).toHaveAttribute('target', '_blank')
  })
})
