import { api } from '@ambit/contract'
import { at, stopPoint } from '@ambit/server/testing/small-town'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

/** Perth has one zone, far from the town's. */
const west = { region_id: 0, zone_id: 0 }
beforeAll(async () => {
  const office = portal.server.client('administrator')
  const time_zone = 'Australia/Perth'
  const { data: region } = await office.call(api.regions.create, { body: { name: 'Perth', time_zone } })
  const { data: zone } = await office.call(api.zones.create, {
    body: { name: 'Swan', abbreviation: 'SWA', region_id: region.id, time_zone, point: { lat: -31.95, lng: 115.86 } },
  })
  const ring: [number, number][] = [
    [115.8, -32],
    [115.9, -32],
    [115.9, -31.9],
    [115.8, -31.9],
  ]
  await office.call(api.serviceAreas.create, { body: { zone_id: zone.id, name: 'Swan', coordinates: [ring] } })
  Object.assign(west, { region_id: region.id, zone_id: zone.id })
})

type Wizard = Awaited<ReturnType<typeof open>>
const field = (wizard: Wizard, name: string) => wizard.getByRole('combobox', { name })
const options = async (wizard: Wizard, name: string): Promise<(string | null)[]> => {
  await portal.user.click(field(wizard, name))
  const texts = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await portal.user.keyboard('{Escape}')
  return texts
}

// covers: WIZ-29, WIZ-156, WIZ-157
test('a region narrows the zones to choose from and the search, and a zone belongs to its region', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  expect(calls.of(api.regions.list).map(({ method }) => method)).toContain('GET')
  expect(await options(wizard, 'Zone')).toEqual(expect.arrayContaining(['Bayside, Coast', 'Swan, Perth']))
  await portal.choose(field(wizard, 'Region'), 'Perth')
  await waitFor(() =>
    expect(calls.of(api.zones.list).map(({ query }) => query.get('filter[region]'))).toContain(String(west.region_id)),
  )
  expect(await options(wizard, 'Zone')).toEqual(['Swan'])
  // The places are in the other region.
  expect(await wizard.findAllByText('Out Of Zone')).toHaveLength(2)
  expect(findTrip(wizard)).toBeDisabled()
  await portal.choose(field(wizard, 'Region'), 'Coast')
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.choose(field(wizard, 'Zone'), 'Bayside')
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText(/leave at/)).toBeVisible()
  const asked = { region_id: town().region_id, zone_id: town().zone_id }
  expect(calls.of(api.searches.create).map(({ body }) => body)).toMatchObject([asked])
})

// covers: WIZ-148
test('a chosen zone or region whose name is not known yet reads loading...', async () => {
  const wizard = await open()
  await portal.choose(field(wizard, 'Region'), 'Perth')
  await portal.choose(field(wizard, 'Zone'), 'Swan')
  const names = Promise.withResolvers<void>()
  const later = async (ask: () => Promise<Response>) => {
    await names.promise
    return ask()
  }
  calls.answer(api.zones.list, later)
  calls.answer(api.regions.list, later)
  await portal.reload()
  const again = within(await screen.findByRole('dialog', { name: /New Booking/ }))
  const labelled = (name: string) => again.findByRole('combobox', { name })
  await waitFor(async () => expect(await labelled('Zone')).toHaveValue('loading...'))
  expect(await labelled('Region')).toHaveValue('loading...')
  names.resolve()
  await waitFor(async () => expect(await labelled('Zone')).toHaveValue('Swan'))
  await waitFor(async () => expect(await labelled('Region')).toHaveValue('Perth'))
})

// @test-tag long
test('without places the clock and the suggestions are those of the chosen zone, and then those of the pick-up', async () => {
  const wizard = await open()
  await portal.choose(field(wizard, 'Region'), 'Perth')
  await portal.user.click(wizard.getByText('Leave Later'))
  // 8:00 am in Brisbane is 6:00 am in Perth.
  await waitFor(() => expect(field(wizard, 'Travel Time')).toHaveDisplayValue(/^6:\d\d am$/))
  await portal.fill(field(wizard, 'Pick Up'), 'Harbour')
  await screen.findByRole('option', { name: /Harbour Road/ })
  expect(calls.of(api.geo.autosuggest).at(-1)?.query.get('at')).toBe('-31.95,115.86')
  await portal.user.keyboard('{Enter}')
  await portal.choose(field(wizard, 'Region'), 'Coast')
  await portal.fill(field(wizard, 'Drop Off'), 'School')
  await screen.findByRole('option', { name: /School Lane/ })
  const [lng, lat] = at(2000)
  expect(calls.of(api.geo.autosuggest).at(-1)?.query.get('at')).toBe(`${lat},${lng}`)
  await portal.user.keyboard('{Enter}')
  await portal.fill(field(wizard, 'Travel Time'), '9:00 am')
  await screen.findByRole('option', { name: '9:00 am' })
  await portal.user.keyboard('{Enter}')
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText('Mon 23 Nov · leave at 9:00 am · 1 passenger')).toBeVisible()
  expect(calls.of(api.searches.create).map(({ body }) => body)).toMatchObject([
    { traveling_at: '2026-11-22T23:00:00.000Z' },
  ])
})

// @test-tag long
test('a place outside of every zone is put right by its button, which names the nearest address that works', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.geo.revgeocode, () => Response.json({ items: [] }))
  const [lng, lat] = at(20_000)
  const point = stopPoint('Market')
  calls.answer(api.searches.servedAddresses, () => {
    const data = [{ title: '37 Wilga Drive', name: '37 Wilga Drive, Bayside', point, distance_m: 400 }]
    return Response.json({ data, meta: { total: 1, total_count: 1 } })
  })
  await portal.fill(field(wizard, 'Drop Off'), `${lat}, ${lng}`)
  await portal.user.tab()
  expect(await wizard.findByText('Out Of Zone')).toBeVisible()
  await portal.user.click(await wizard.findByRole('button', { name: 'Use 37 Wilga Drive, 400 m away' }))
  expect(calls.of(api.searches.servedAddresses).map(({ query }) => [query.get('end'), query.get('at')])).toEqual([
    ['destination', `${lat},${lng}`],
  ])
  expect(field(wizard, 'Drop Off')).toHaveValue('37 Wilga Drive, Bayside')
  expect(findTrip(wizard)).toBeEnabled()
})
