import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { stayOf } from '../testing/notices.ts'
import { NOW, startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const inMinutes = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
const office = () => portal.server.client('administrator')
let crews = 0

/** A vehicle and a driver who are free. */
const freeCrew = async (surname: string) => {
  const number = ++crews
  const { data: vehicle } = await office().call(api.vehicles.create, {
    body: { license_plate: `PL ${number}`, vehicle_number: `BUS ${number}`, capacity: 6, mobility_capacity: 0 },
  })
  const username = `driver.${number}`
  const email = `${username}@ambit.example`
  const { data: driver } = await office().call(api.drivers.create, {
    body: { first_name: 'Priya', last_name: surname, username, email, status: 'approved' },
  })
  return { vehicle, driver }
}

/** A zone with one trip under way. */
const onDuty = async (name: string) => {
  const { data: region } = await office().call(api.regions.create, { body: { name: `${name} Region`, time_zone } })
  const { data: zone } = await office().call(api.zones.create, {
    body: { name, abbreviation: name.slice(0, 3), region_id: region.id, time_zone },
  })
  const crew = await freeCrew(name)
  const { data: plan } = await office().call(api.servicePlans.create, {
    body: {
      zone_id: zone.id,
      start_time: inMinutes(-10),
      end_time: inMinutes(240),
      vehicle_id: crew.vehicle.id,
      driver_id: crew.driver.id,
    },
  })
  const trip = plan.trip_id ?? 0
  await portal.server.driverClient(crew.driver.id).call(api.driver.signOn, { params: { id: trip } })
  return { ...crew, zone, region, trip }
}

const grid = () => screen.findByRole('grid', { name: 'Vehicle Trips' })
const rows = async () => [...(await grid()).querySelectorAll('tbody tr:not([aria-hidden])')]
const oneRow = (text: string) =>
  waitFor(async () => {
    const found = await rows()
    expect(found).toHaveLength(1)
    expect(found[0]).toHaveTextContent(text)
  })
const choose = async (place: ReturnType<typeof within>, label: string, option: string) => {
  const field = place.getByRole('combobox', { name: label })
  // A dialog that has just opened takes the focus, and a list that loses it forgets what was typed.
  await waitFor(() => expect(field.closest('[role=dialog]')?.contains(document.activeElement)).not.toBe(false))
  await portal.fill(field, option)
  await portal.user.click((await screen.findAllByRole('option', { name: new RegExp(option) }))[0]!)
}

describe('Trips', () => {
  test('a pause after a word of a search leaves the space behind it, and what follows is searched for with it', async () => {
    await portal.open('dispatcher', '/TripManagement?filter.date_range=any')
    const name = await screen.findByRole('searchbox', { name: 'Trip Name' })
    await portal.user.type(name, 'Night ')
    await waitFor(() => expect(portal.address()).toMatch(/filter\.name=Night$/))
    expect(await within(await grid()).findByText('No data available')).toBeVisible()
    await portal.user.type(name, 'bus')
    expect(name).toHaveValue('Night bus')
    await waitFor(() => expect(portal.address()).toMatch(/filter\.name=Night(\+|%20)bus$/))
    await portal.user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    // Fields that are cleared begin anew.
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Trip Name' })).toHaveValue(''))
  })

  // covers: TRIP-05..08, TRIP-10..19, TRIP-21..24, TRIP-33, TRIP-90
  test('a dispatcher finds a trip by its zone, day, name and driver', async () => {
    const duty = await onDuty('Findley')
    await onDuty('Otherwise')
    const { data: elsewhere } = await office().call(api.regions.create, { body: { name: 'Empty', time_zone } })
    await portal.open('dispatcher', '/')
    const { user } = portal
    const group = within(await screen.findByRole('region', { name: 'Daily Operations' }))
    await user.click(group.getByRole('link', { name: 'Vehicle Trips' }))
    expect(await screen.findByRole('heading', { name: 'Vehicle Trips', level: 1 })).toBeVisible()
    expect(portal.address()).toMatch(/^\/TripManagement(\?|$)/)
    const headings = within(await grid()).getAllByRole('columnheader')
    const words = ['', 'ID', 'Name', 'Driver', 'Vehicle', 'Capacity', 'Status', 'Actions']
    expect(headings.map((heading) => heading.textContent)).toEqual(words)
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    const range = screen.getByRole('button', { name: /^Trip Date Range/ })
    expect(range).toHaveTextContent(/^\d{4}-\d\d-\d\d 06:00 – \d{4}-\d\d-\d\d 23:59$/)
    await user.click(range)
    const spin = (await screen.findAllByRole('spinbutton'))[1]!
    await user.type(spin, '{ArrowUp}')
    await waitFor(() => expect(range).toHaveTextContent(/06:15 –/))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Clear Trip Date Range' }))
    await waitFor(() => expect(portal.address()).toContain('filter.date_range=any'))

    // All zones are chosen until one is; then the whole portal is about that one.
    await portal.fill(screen.getByRole('combobox', { name: 'Zone' }), 'Findley')
    expect(await screen.findByRole('option', { name: 'Findley' })).toHaveAttribute('aria-selected', 'true')
    await portal.open('dispatcher', `/TripManagement?filter.date_range=any&zone=${duty.zone.id}`)
    await oneRow(duty.driver.full_name)
    expect(await within(screen.getByRole('banner')).findByText('Findley')).toBeVisible()
    await portal.open('dispatcher', `/TripManagement?filter.date_range=any&region=${elsewhere.id}`)
    await user.click(await screen.findByRole('combobox', { name: 'Zone' }))
    expect(await within(await grid()).findByText('No data available')).toBeVisible()
    expect(screen.queryByRole('option')).toBeNull()

    await portal.open('dispatcher', '/TripManagement?filter.date_range=any')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    await portal.fill(screen.getByRole('searchbox', { name: 'Trip ID' }), String(duty.trip))
    await oneRow(duty.driver.full_name)
    await portal.fill(screen.getByRole('searchbox', { name: 'Trip Name' }), `trip_${duty.trip}`)
    await waitFor(() => expect(portal.address()).toContain(`filter.name=trip_${duty.trip}`))
    const filters = within(screen.getByRole('region', { name: 'Vehicle Trips' }))
    await choose(filters, 'Assigned Vehicle', duty.vehicle.vehicle_number)
    await waitFor(() => expect(calls.of(api.trips.list).at(-1)?.query.get('filter[vehicle]')).not.toBeNull())
    expect(calls.of(api.trips.list).at(-1)?.query.get('per_page')).toBe('25')
    await choose(filters, 'Assigned Driver', duty.driver.full_name)
    await user.click(filters.getByRole('combobox', { name: 'Status' }))
    const live = await screen.findByRole('option', { name: 'Live' })
    const states = screen.getAllByRole('option').map((option) => option.textContent)
    expect(states).toEqual(['Completed', 'Staged', 'Live', 'In Transit', 'Cancelled'])
    await user.click(live)
    await user.keyboard('{Escape}')
    await portal.fill(screen.getByPlaceholderText('ID, Name'), String(duty.trip))
    await waitFor(() => expect(portal.address()).toContain('search='))
    await oneRow(duty.driver.full_name)
    expect((await rows())[0]).toHaveTextContent('live')
    await portal.open('dispatcher', `/TripManagement/view/${duty.trip}`)
    const dialog = await portal.dialog(`trip_${duty.trip}`)
    expect(portal.address()).toContain(`/TripManagement?d=TripDialog-view-${duty.trip}-TripDetails`)
    await dialog.findAllByText('Vehicle')
    const facts = [...document.querySelectorAll('[role=dialog] dl')[0]!.querySelectorAll('dt')]
    expect(facts.map((fact) => fact.textContent)).toEqual(['ID', 'Name', 'Vehicle', 'Driver', 'Date'])
  })

  // covers: TRIP-01, TRIP-02, TRIP-27, TRIP-28, TRIP-31, TRIP-32, TRIP-37..39, TRIP-92, TRIP-100, TRIP-102, TRIP-103, VERCHK-24, DLG-06
  test('a dispatcher gives a trip another driver and vehicle', async () => {
    const duty = await onDuty('Crewe')
    const { vehicle, driver } = await freeCrew('Relief')
    const path = `/TripManagement?d=TripDialog-view-${duty.trip}-TripDetails`
    await portal.open('dispatcher', path)
    const { user } = portal
    const dialog = await portal.dialog(`trip_${duty.trip}`)
    const name = await dialog.findByRole('button', { name: duty.driver.full_name })
    const tabs = dialog.getAllByRole('tab').map((tab) => tab.textContent)
    expect(tabs).toEqual(['Trip Details', 'Trip Stops', 'Trip Late Times', 'History'])
    for (const [link, title, address] of [
      [name, duty.driver.full_name, /,DriverDialog-view-\d+$/],
      [
        dialog.getByRole('button', { name: duty.vehicle.vehicle_number }),
        duty.vehicle.vehicle_number,
        /,VehicleDialog-view-\d+-VehicleDetails$/,
      ],
    ] as const) {
      await user.click(link)
      const upper = await portal.dialog(title)
      expect(portal.address()).toMatch(address)
      await user.click(upper.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    }

    await user.click(dialog.getByText('Edit Mode'))
    expect(await dialog.findByLabelText(/^Name/)).toHaveAttribute('readonly')
    const mend = calls.answer(api.trips.update, () => {
      const busy = { status: '422', code: 'invalid', title: 'Driver', detail: 'Priya is busy' }
      return Response.json({ errors: [{ ...busy, source: { pointer: '/driver_id' } }] }, { status: 422 })
    })
    await choose(dialog, 'Driver', driver.full_name)
    await choose(dialog, 'Vehicle', vehicle.vehicle_number)
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await dialog.findByText('Priya is busy')).toBeVisible()
    mend()
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    const words = await screen.findByText('Trip successfully updated')
    expect(words.closest('.mantine-Notification-root')).toHaveTextContent('Sucess!')
    const sent = calls.of(api.trips.update).at(-1)
    expect(sent?.body).toEqual({ driver_id: driver.id, vehicle_id: vehicle.id })
    expect(sent?.headers.get('if-match')).toMatch(/^"\d+"$/)
    await portal.noDialog()
    await portal.open('dispatcher', path)
    const changes = await (await portal.dialog(`trip_${duty.trip}`)).findByRole('region', { name: 'Changes' })
    await waitFor(() => expect(changes).toHaveTextContent(`${duty.driver.full_name} → ${driver.full_name}`))
  })

  // covers: TRIP-30, TRIP-40, TRIP-93, TRIP-94, TRIP-104
  test('a dispatcher gives several trips the same crew in one call', async () => {
    const duty = await onDuty('Bulkley')
    const { vehicle, driver } = await freeCrew('Substitute')
    await portal.open('dispatcher', `/TripManagement?filter.date_range=any&zone=${duty.zone.id}`)
    const { user } = portal
    await user.click(await screen.findByRole('checkbox', { name: `Select trip_${duty.trip}` }))
    await user.click(screen.getByRole('button', { name: 'Edit driver and vehicle' }))
    const dialog = await portal.dialog('Edit 1 trip')
    await dialog.findByRole('combobox', { name: 'Driver' })
    expect(dialog.queryByRole('tab')).toBeNull()
    expect(dialog.getAllByRole('combobox')).toHaveLength(2)
    await choose(dialog, 'Driver', driver.full_name)
    await choose(dialog, 'Vehicle', vehicle.vehicle_number)
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Trips successfully updated')).toBeVisible()
    const [sent] = calls.of(api.trips.updateSeveral)
    expect(sent?.query.toString()).toBe(`ids=${duty.trip}`)
    expect(sent?.body).toEqual([{ id: duty.trip, driver_id: driver.id, vehicle_id: vehicle.id }])
    await oneRow(vehicle.vehicle_number)
  })

  // covers: TRIP-105
  let attempts = 0
  // @test-tag long
  test('a saved trip is announced for three and a half seconds', async () => {
    const duty = await onDuty(`${(attempts += 1)} Briefly`)
    const { driver } = await freeCrew('Shortly')
    await portal.open('dispatcher', `/TripManagement?d=TripDialog-edit-${duty.trip}-TripDetails`)
    const dialog = await portal.dialog(`trip_${duty.trip}`)
    await dialog.findByLabelText(/^Name/)
    await choose(dialog, 'Driver', driver.full_name)
    const submit = await dialog.findByRole('button', { name: 'Submit' })
    timers.hold()
    await portal.user.click(submit)
    const stay = await stayOf('Trip successfully updated')
    expect([stay > 3300, stay < 5000]).toEqual([true, true])
  })

  // covers: TRIP-09
  test('the table of trips turns pages, and keeps its column widths under its name', async () => {
    const duty = await onDuty('Paginated')
    await portal.open('dispatcher', `/TripManagement?filter.date_range=any&zone=${duty.zone.id}&per_page=10`)
    await oneRow(duty.driver.full_name)
    expect(calls.of(api.trips.list).at(-1)?.query.get('per_page')).toBe('10')
    expect(screen.getByText(/^1–1 of 1/)).toBeVisible()
    within(await grid())
      .getByRole('button', { name: 'Name' })
      .focus()
    await portal.user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    const kept = localStorage.getItem('ambit:columns:trip-management')
    expect(JSON.parse(kept ?? '{}')).toEqual({ name: expect.any(Number) as number })
  })
})
