import type { Client } from '@ambit/contract'
import { api, expect, expectNotice, type Page } from '../fixtures.ts'

export type LngLat = [number, number]

/** A square of so many degrees around a place that lies east and north of the town's middle. */
export type Square = { name: string; east: number; north: number; half: number }

export type DrawnZone = { id: number; name: string; centre: LngLat }

const townCentre = async (office: Client): Promise<LngLat> => {
  const { data: settings } = await office.call(api.settings.show)
  const [west = 0, south = 0, east = 0, north = 0] = settings.streets.bbox ?? []
  return [(west + east) / 2, (south + north) / 2]
}

export const squareOf = ([lng, lat]: LngLat, { east, north, half }: Omit<Square, 'name'>): LngLat[] => [
  [lng + east - half, lat + north - half],
  [lng + east + half, lat + north - half],
  [lng + east + half, lat + north + half],
  [lng + east - half, lat + north + half],
]

/**
 * A zone of its own in the middle of the town, so that no story draws over another's areas. Told a second time, the
 * story starts without it again.
 */
export const makeZone = async (office: Client, name: string, squares: readonly Square[] = []): Promise<DrawnZone> => {
  const centre = await townCentre(office)
  const { data: regions } = await office.call(api.regions.list, { query: { sort: 'id' } })
  const region = regions[0]
  if (region === undefined) throw new Error('The demo has no region')
  const { data: before } = await office.call(api.zones.list, { query: { search: name } })
  for (const known of before.filter((one) => one.name === name))
    await office.call(api.zones.destroy, { params: { id: known.id } })
  const { data: zone } = await office.call(api.zones.create, {
    body: {
      name,
      abbreviation: name.slice(0, 3),
      region_id: region.id,
      time_zone: region.time_zone,
      point: { lng: centre[0], lat: centre[1] },
      payment_methods: ['cash'],
    },
  })
  for (const square of squares)
    await office.call(api.serviceAreas.create, {
      body: { zone_id: zone.id, name: square.name, coordinates: [squareOf(centre, square)] },
    })
  return { id: zone.id, name, centre }
}

export const designerPath = ({ id }: DrawnZone, tab: string): string => `/ZoneManagement/zones/${id}/designer/${tab}`

/** Everything is drawn and the camera stands still: what a click looks for is there. */
export const mapAtRest = (page: Page): Promise<void> =>
  expect(page.locator('[data-drawing]')).toHaveAttribute('data-drawing', 'false')

/** Where a share of the map's width and height lies on the page, once it is at rest. */
export const onMap = async (page: Page): Promise<(across: number, down: number) => [number, number]> => {
  await mapAtRest(page)
  const canvas = page.getByRole('region', { name: /^Map of/ })
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('There is no map')
  return (across, down) => [box.x + box.width * across, box.y + box.height * down]
}

/** Clicks at shares of the map, each when what came of the one before is drawn. */
export const clickMap = async (page: Page, ...places: readonly (readonly [number, number])[]): Promise<void> => {
  const at = await onMap(page)
  for (const [across, down] of places) {
    await page.mouse.move(...at(across, down))
    await mapAtRest(page)
    await page.mouse.click(...at(across, down))
  }
}

/** Save, and again in the dialog that lists what is saved. */
export const saveZone = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expectNotice(page, 'Your zone details have been successfully updated')
  await expect(page.getByText(/^\d+ changes?$/)).toBeHidden()
}

const mercator = (lat: number): number => (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI

/** Where places are on the map, as shares of it, while it shows these bounds: 40 px clear around, 72 at the right. */
export const placesOnMap = async (
  page: Page,
  [west, south, east, north]: readonly [number, number, number, number],
): Promise<(place: readonly [number, number]) => [number, number]> => {
  await mapAtRest(page)
  const box = await page.getByRole('region', { name: /^Map of/ }).boundingBox()
  if (box === null) throw new Error('There is no map')
  const [low, high] = [mercator(south), mercator(north)]
  const scale = Math.min((box.width - 112) / (east - west), (box.height - 80) / (high - low))
  return ([lng, lat]) => [
    ((box.width - 32) / 2 + (lng - (west + east) / 2) * scale) / box.width,
    (box.height / 2 + ((low + high) / 2 - mercator(lat)) * scale) / box.height,
  ]
}
