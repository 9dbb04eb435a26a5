import type { Client } from '@ambit/contract'
import { api, expect, expectNotice, type Page, test, leftToLongRun } from '../fixtures.ts'
import { designerPath, type DrawnZone, makeZone } from '../zones/drawn-zone.ts'

const option = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Stops' }).getByRole('option', { name: new RegExp(`^${name}`) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const changes = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

const prepared = async (office: Client, name: string): Promise<DrawnZone> => {
  const zone = await makeZone(office, name, [{ name: 'All', east: 0, north: 0, half: 0.01 }])
  const [lng, lat] = zone.centre
  await office.call(api.zoneDesigns.save, {
    params: { id: zone.id },
    body: {
      zone_stops: {
        added: ['Church', 'Mill', 'Quay'].map((stop, at) => ({
          id: `$${stop}`,
          name: stop,
          note: 'Old',
          point: [lng - 0.004 + at * 0.004, lat] satisfies [number, number],
        })),
      },
    },
  })
  return zone
}

const stopsOf = async (office: Client, zone: DrawnZone) =>
  (await office.call(api.zoneDesigns.show, { params: { id: zone.id } })).data.zone_stops

/** Opens the stop's form and sets its name or note. */
const change = async (page: Page, stop: string, field: 'Name' | 'Note', value: string): Promise<void> => {
  await option(page, stop).dblclick()
  await dialog(page).getByRole('textbox', { name: field }).fill(value)
  await button(page, 'Submit').click()
  await expect(dialog(page)).toHaveCount(0)
}

const remove = async (page: Page, stop: string): Promise<void> => {
  await option(page, stop).click()
  await button(page, 'Delete').click()
}

test.describe('Drafts of a zone', () => {
  // covers: DRAFT-17, DRAFT-19..21, DRAFT-24, DRAFT-28
  test('a user reads what a save will change before it is made', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Listed Quarter')
    await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
    await change(page, 'Church', 'Name', 'Chapel')
    await remove(page, 'Mill')
    await button(page, 'Place stops').click()
    const box = await page.getByRole('region', { name: /^Map of/ }).boundingBox()
    await page.mouse.click(box!.x + box!.width * 0.4, box!.y + box!.height * 0.4)
    await expect(changes(page, '3 changes')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.locator('body').press('Control+s')
    await expect(dialog(page)).toHaveAttribute('data-dialog', 'save')
    const list = dialog(page).getByRole('region')
    await expect(list).toContainText('1 record added')
    await expect(list).toContainText('NameChurch Chapel')
    await expect(list).toContainText('1 record removedMill')
    expect((await dialog(page).boundingBox())?.width).toBe(800)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/design'))
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    const body = (await sent).postDataJSON() as { zone_stops: Record<'added' | 'updated' | 'removed', object[]> }
    expect(body.zone_stops.updated).toEqual([{ id: expect.any(Number) as unknown, version: 1, name: 'Chapel' }])
    expect(body.zone_stops.removed).toHaveLength(1)
    expect(Object.keys(body.zone_stops.added[0]!).filter((key) => key.startsWith('$'))).toEqual([])
    await expectNotice(page, 'Your zone details have been successfully updated')
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
    await expect(button(page, 'History')).toBeDisabled()
    expect((await stopsOf(office, zone)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Chapel', 'Quay']) as string[],
    )
  })
})

test('A save is repeated after its answer was lost, and nothing is stored twice', async ({ page, signIn, apiAs }) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const zone = await prepared(office, 'Muffled Quarter')
  await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
  await button(page, 'Place stops').click()
  const box = await page.getByRole('region', { name: /^Map of/ }).boundingBox()
  await page.mouse.click(box!.x + box!.width * 0.4, box!.y + box!.height * 0.4)
  await expect(changes(page, '1 change')).toBeVisible()
  await page.keyboard.press('Escape')
  const save = dialog(page).getByRole('button', { name: 'Save', exact: true })
  /** The server saves, and then the connection breaks. */
  const loseTheAnswer = async (): Promise<void> => {
    await page.route('**/zones/*/design', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.locator('body').press('Control+s')
    await save.click()
    await expect(dialog(page).getByText('Error: The server cannot be reached.')).toBeVisible()
    await page.unroute('**/zones/*/design')
  }
  await loseTheAnswer()
  expect(await stopsOf(office, zone)).toHaveLength(4)
  await expect(changes(page, '1 change')).toBeVisible()
  await save.dblclick()
  await expectNotice(page, 'Your zone details have been successfully updated')
  await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
  expect(await stopsOf(office, zone)).toHaveLength(4)
  await saveNothing(page)

  // Lost again, and then she continues drawing before she saves again.
  await button(page, 'Place stops').click()
  await page.mouse.click(box!.x + box!.width * 0.6, box!.y + box!.height * 0.6)
  await expect(changes(page, '1 change')).toBeVisible()
  await page.keyboard.press('Escape')
  await loseTheAnswer()
  await button(page, 'Keep editing').click()
  const [fifth] = (await stopsOf(office, zone)).slice(4)
  await change(page, fifth!.name, 'Name', 'Ferry Landing')
  await page.locator('body').press('Control+s')
  // Refused as saved already, unless the page has found out by itself.
  await save.click({ timeout: 2000 }).catch(() => undefined)
  const arrived = dialog(page).getByRole('alert', { name: 'Your last save went through, but its answer was lost' })
  await expect(arrived).toContainText('Your changes since then are saved on top of it.')
  await button(page, 'Save both').click()
  await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
  expect((await stopsOf(office, zone)).slice(4).map(({ id, name }) => [id, name])).toEqual([
    [fifth!.id, 'Ferry Landing'],
  ])
})

/** With everything saved there is nothing to save. */
const saveNothing = async (page: Page): Promise<void> => {
  await expect(button(page, 'Save')).toBeDisabled()
  await page.locator('body').press('Control+s')
  await expect(dialog(page)).toHaveCount(0)
}
