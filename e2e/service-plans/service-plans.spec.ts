import { api, type Client } from '@ambit/contract'
import { dateIn, momentAt } from '@ambit/domain'
import { expect, type Page, test } from '../fixtures.ts'
import { firstRegion } from '../zones/found.ts'

/** Three weeks ahead nothing is planned yet. */
const DAY_MS = 24 * 3600_000
const ZONE = 'Australia/Brisbane'
const date = dateIn(ZONE, new Date(Date.now() + 21 * DAY_MS))
const at = (hour: number): string => momentAt(ZONE, date, hour * 60).toISOString()

/** A zone of this story's own, without schedules; told a second time, it is as it was at first. */
const plannedZone = async (client: Client, name: string) => {
  const region = await firstRegion(client)
  const { data: known } = await client.call(api.zones.list, { query: { search: name } })
  const body = { name, abbreviation: 'PL', region_id: region.id, time_zone: ZONE }
  const zone = known[0] ?? (await client.call(api.zones.create, { body })).data
  const ids = (await plansOf(client, zone.id)).map(({ id }) => id)
  if (ids.length > 0) await client.call(api.servicePlans.bulkDelete, { body: { ids } })
  return zone
}

const plansOf = async (client: Client, zone: number) =>
  (await client.call(api.servicePlans.list, { query: { filter: { zone: [zone] }, sort: 'start_time' } })).data

const timeline = (page: Page, name: string) => page.getByRole('region', { name: `Schedules of ${name}`, exact: true })
const open = async (page: Page, name: string): Promise<void> => {
  await expect(timeline(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Whole day' }).click()
}

/** Presses at one hour of the zone's last row and lets go at another. */
const draw = async (page: Page, name: string, from: number, to: number): Promise<void> => {
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

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog', { name: 'Save changes' }).getByRole('button', { name: 'Save', exact: true }).click()
}

test.describe('Dana, who dispatches, plans a day', () => {
  // covers: SCHED-05, SCHED-07..09, SCHED-11, SCHED-15..18, SCHED-21, SCHED-23, SCHED-24, SCHED-26, SCHED-71
  // covers: SCHED-91, SCHED-92, SCHED-94, SCHED-99, SCHED-101, SCHED-109, SCHED-192
  test('draws schedules, moves one by keys, takes a step back, and saves them', async ({ page, signIn, apiAs }) => {
    const client = await apiAs('operations_manager')
    const zone = await plannedZone(client, 'Planner Point')
    await signIn(page, 'dispatcher', `/ServicePlans?zone=${zone.id}&date=${date}`)
    await expect(page).toHaveURL(/\/ServicePlans\/live\?/)
    await expect(page).toHaveTitle(/^In-Service Schedules · /)
    const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('region', { name: 'Daily Operations' })
    await expect(menu.getByRole('link', { name: 'In-Service Schedules' })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Schedules of / })).toHaveCount(1)
    const day = page.getByLabel('Current Selected Date')
    await expect(day).toHaveValue(/^\d{2} [A-Z][a-z]{2} \d{4}$/)
    await expect(day).toHaveAttribute('placeholder', 'Pick a day')
    await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeVisible()
    await expect(timeline(page, 'Planner Point').getByText('1am - 2am')).toBeVisible()
    await open(page, 'Planner Point')

    await draw(page, 'Planner Point', 8, 11.02)
    const block = timeline(page, 'Planner Point').getByRole('button', {
      name: /No vehicle.*No driver.*8:00 am – 11:00 am.*not saved/,
    })
    await expect(block).toBeVisible()
    await expect(page.getByText('1 Unsaved')).toBeVisible()
    await block.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(page.getByRole('button', { name: /8:00 am – 11:10 am/ })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(block).toBeVisible()
    await page.getByRole('button', { name: 'Redo' }).click()
    await draw(page, 'Planner Point', 13, 15)
    await expect(page.getByText('2 Unsaved')).toBeVisible()
    await page.getByRole('button', { name: /1:00 pm – 3:00 pm/ }).focus()
    await page.keyboard.press('Delete')
    await expect(page.getByText('1 Unsaved')).toBeVisible()

    const sent = page.waitForRequest((request) => request.url().endsWith('/service_plans/bulk'))
    await save(page)
    expect(JSON.stringify((await sent).postDataJSON())).not.toContain('$uid')
    await expect(page.getByText('1 schedule saved.')).toBeVisible()
    await expect(page.getByText(/Unsaved/)).toHaveCount(0)
    expect(await plansOf(client, zone.id)).toMatchObject([
      { start_time: at(8), end_time: at(11 + 1 / 6), minimum_capacity: 20 },
    ])
  })
})
