import { api, type Client } from '@ambit/contract'
import type { Locator } from '@playwright/test'
import { expect, type Page } from '../fixtures.ts'
import { firstRegion } from '../zones/found.ts'

const HOUR_MS = 3600_000
const ZONE = 'Australia/Brisbane'
/** Three weeks ahead nothing is planned yet. Brisbane is ten hours ahead of Greenwich in summer and winter. */
export const date = new Date(Date.now() + (21 * 24 + 10) * HOUR_MS).toISOString().slice(0, 10)
/** An hour of that date, or of one so many days later. */
export const at = (hour: number, days = 0): string =>
  new Date(Date.parse(`${date}T00:00:00+10:00`) + Math.round((days * 24 + hour) * HOUR_MS)).toISOString()

/** A zone of this story's own, without schedules; when the story runs again, it is as it was at first. */
export const plannedZone = async (client: Client, name: string) => {
  const region = await firstRegion(client)
  const { data: known } = await client.call(api.zones.list, { query: { search: name } })
  const body = { name, abbreviation: 'PL', region_id: region.id, time_zone: ZONE }
  const zone = known[0] ?? (await client.call(api.zones.create, { body })).data
  const ids = (await plansOf(client, zone.id)).map(({ id }) => id)
  if (ids.length > 0) await client.call(api.servicePlans.bulkDelete, { body: { ids } })
  return zone
}

export const plansOf = async (client: Client, zone: number) =>
  (await client.call(api.servicePlans.list, { query: { filter: { zone: [zone] }, sort: 'start_time' } })).data

export const timeline = (page: Page, name: string) =>
  page.getByRole('region', { name: `Schedules of ${name}`, exact: true })
export const open = async (page: Page, name: string): Promise<void> => {
  await expect(timeline(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Whole day' }).click()
}

/** Presses at one hour of the zone's last row and lets go at another. */
export const draw = async (page: Page, name: string, from: number, to: number): Promise<void> => {
  const lanes = timeline(page, name).locator('[data-editable]')
  const box = await lanes.boundingBox()
  if (box === null) throw new Error('The timeline has no rows')
  const y = box.y + box.height - 17
  const x = (hour: number): number => box.x + (hour / 24) * box.width
  await page.mouse.move(x(from), y)
  await page.mouse.down()
  await page.mouse.move(x((from + to) / 2), y)
  await page.mouse.move(x(to), y)
  await page.mouse.up()
}

export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save changes' }).click()
}

/** Takes a block by the middle or an edge and lets go so many hours later, so many rows further down. */
export const pull = async (
  page: Page,
  block: Locator,
  from: 'start' | 'middle' | 'end',
  hours: number,
  rows = 0,
): Promise<void> => {
  const track = await page.locator('[data-editable]').first().boundingBox()
  const box = await block.boundingBox()
  if (track === null || box === null) throw new Error('There is no block to take hold of')
  const x = { start: box.x + 3, middle: box.x + box.width / 2, end: box.x + box.width - 3 }[from]
  const y = box.y + box.height / 2
  const by = (hours / 24) * track.width
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y)
  await page.mouse.move(x + by, y + rows * 34)
  await page.mouse.up()
}
