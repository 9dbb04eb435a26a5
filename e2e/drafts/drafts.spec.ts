import type { Client } from '@ambit/contract'
import { api, expect, type Page, test } from '../fixtures.ts'
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
  // covers: DRAFT-07..16
  test('changes to a zone can be undone, redone, reset and discarded', async ({ page, signIn, apiAs }) => {
    const zone = await prepared(await apiAs('administrator'), 'Drafted Quarter')
    await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
    await change(page, 'Church', 'Name', 'Chapel')
    await remove(page, 'Mill')
    await expect(changes(page, '2 changes')).toBeVisible()
    await expect(option(page, 'Mill')).toContainText('Deleted')

    await page.locator('body').press('Control+z')
    await expect(changes(page, '1 change')).toBeVisible()
    await page.locator('body').press('Control+y')
    await expect(option(page, 'Mill')).toContainText('Deleted')
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    await expect(button(page, 'Undo')).toBeDisabled()
    await expect(option(page, 'Church')).not.toContainText('Changed')

    await button(page, 'History').click()
    const steps = page.getByRole('dialog', { name: 'History' })
    await expect(steps.getByRole('listitem')).toHaveText(['As loaded', 'Stop Chapel changed', '1 stop deleted'])
    await steps.getByRole('button', { name: '1 stop deleted' }).click()
    await expect(changes(page, '2 changes')).toBeVisible()
    await steps.getByRole('button', { name: 'Undo all changes' }).click()
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.locator('body').press('Control+z')
    await expect(changes(page, '2 changes')).toBeVisible()

    await button(page, 'Discard').click()
    await expect(dialog(page).getByText('These changes and their history will be lost.')).toBeVisible()
    await button(page, 'Discard changes').click()
    await expect(option(page, 'Church')).toBeVisible()
    await expect(button(page, 'Undo')).toBeDisabled()
    await expect(button(page, 'History')).toBeDisabled()
  })

  // covers: DRAFT-17, DRAFT-19..21, DRAFT-24, DRAFT-28
  test('a user reads what a save will change before it is made', async ({ page, signIn, apiAs }) => {
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
    await expect(page.getByText('Your zone details have been successfully updated')).toBeVisible()
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
    await expect(button(page, 'History')).toBeDisabled()
    expect((await stopsOf(office, zone)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Chapel', 'Quay']) as string[],
    )
  })

  // covers: DRAFT-25, DRAFT-26
  test('leaving with unsaved changes asks first and offers to save', async ({ page, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Left Quarter')
    await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
    await change(page, 'Church', 'Name', 'Chapel')
    await page.getByRole('link', { name: 'Service area' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'List View' }).click()
    await expect(dialog(page)).toHaveAttribute('data-dialog', 'unsavedChanges')
    await button(page, 'Keep editing').click()
    await expect(page).toHaveURL(/service-area/)
    await expect(changes(page, '1 change')).toBeVisible()
    await button(page, 'Discard').click()
    await expect(dialog(page)).toHaveAttribute('data-dialog', 'discard')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Drivers' }).click()
    await button(page, 'Save and leave').click()
    await expect(page).toHaveURL(/DriverManagement/)
    expect((await stopsOf(office, zone)).map(({ name }) => name)).toContain('Chapel')

    await page.goto(designerPath(zone, 'stops'))
    await remove(page, 'Chapel')
    await page.getByRole('link', { name: 'Drivers' }).click()
    await button(page, 'Discard changes').click()
    await expect(page).toHaveURL(/DriverManagement/)
    expect((await stopsOf(office, zone)).map(({ name }) => name)).toContain('Chapel')
  })

  // covers: DRAFT-29, DRAFT-30
  test('a refused save gives the reason and loses no change', async ({ page, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Refused Quarter')
    await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
    await expect(option(page, 'Church')).toBeVisible()
    await remove(page, 'Mill')
    // Her page gets no event for the route, as when the connection has just been lost.
    await page.route('**/zones/*/design', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    const [church, mill] = await stopsOf(office, zone)
    await office.call(api.zoneDesigns.save, {
      params: { id: zone.id },
      body: {
        service_routes: {
          added: [
            {
              id: '$shore',
              name: 'Shoreline',
              stops: [church!, mill!].map(({ id }) => ({ zone_stop_id: id, dwell_seconds: 30 })),
            },
          ],
        },
      },
    })
    await page.locator('body').press('Control+s')
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page).getByText('Oops! Something went wrong.')).toBeVisible()
    await expect(dialog(page).getByText('Error: Mill is still used by route Shoreline')).toBeVisible()
    await button(page, 'Keep editing').click()
    await expect(option(page, 'Mill')).toContainText('Deleted')
    await page.locator('body').press('Control+z')
    await expect(option(page, 'Mill')).not.toContainText('Deleted')
  })
})

test('Two users change the same zone: changes by one of them merge, conflicting ones are asked about', async ({
  page,
  signIn,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const zone = await prepared(office, 'Shared Quarter')
  const [church, mill, quay] = await stopsOf(office, zone)
  await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
  await change(page, 'Church', 'Name', 'Chapel')
  await change(page, 'Mill', 'Note', 'By the river')
  await change(page, 'Quay', 'Name', 'Pier')
  const set = (id: number, body: { name?: string; note?: string; hub_stop?: boolean }) =>
    office.call(api.zoneStops.update, { params: { id }, body })
  await set(church!.id, { name: 'Cathedral', hub_stop: true })
  await set(mill!.id, { note: 'At the weir' })
  await set(quay!.id, { note: 'Deep water' })
  await page.locator('body').press('Control+s')
  const save = dialog(page).getByRole('button', { name: 'Save', exact: true })
  // The save is refused as stale, unless the page has heard of Alex's work already.
  const question = dialog(page).getByRole('alert', { name: 'Another user has changed this in the meantime' })
  await save.click({ timeout: 2000 }).catch(() => undefined)
  await expect(question).toBeVisible()
  await expect(question.getByRole('radiogroup')).toHaveCount(2)
  await question.getByText('Theirs: Cathedral').click()
  await expect(dialog(page).getByRole('region')).not.toContainText('Chapel')
  await button(page, 'Save both').click()
  await expect(page.getByText('Your zone details have been successfully updated')).toBeVisible()
  const after = await stopsOf(office, zone)
  expect(after.map(({ name, note, hub_stop }) => [name, note, hub_stop])).toEqual([
    ['Cathedral', 'Old', true],
    ['Mill', 'By the river', false],
    ['Pier', 'Deep water', false],
  ])
})

test("A user takes a colleague's saved changes into an open draft", async ({ page, signIn, apiAs }) => {
  const office = await apiAs('administrator')
  const zone = await prepared(office, 'Heard Quarter')
  const [church] = await stopsOf(office, zone)
  await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
  await change(page, 'Quay', 'Name', 'Pier')
  await office.call(api.zoneStops.update, { params: { id: church!.id }, body: { name: 'Chapel' } })
  await expect(page.getByText('Another user has saved changes to this zone.')).toBeVisible()
  await button(page, 'Load their changes').click()
  await expect(dialog(page).getByText('You changed different things: saving keeps both.')).toBeVisible()
  await button(page, 'Save both').click()
  await expect(page.getByText('Your zone details have been successfully updated')).toBeVisible()
  expect((await stopsOf(office, zone)).map(({ name }) => name)).toEqual(['Chapel', 'Mill', 'Pier'])
  await saveNothing(page)
})

test('Discarding a draft after a colleague saved leaves the zone as the colleague saved it', async ({
  page,
  signIn,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const zone = await prepared(office, 'Yielded Quarter')
  const [church] = await stopsOf(office, zone)
  await signIn(page, 'operations_manager', designerPath(zone, 'stops'))
  await change(page, 'Quay', 'Name', 'Pier')
  await office.call(api.zoneStops.update, { params: { id: church!.id }, body: { name: 'Chapel' } })
  const notice = page.getByText('Another user has saved changes to this zone.')
  await expect(notice).toBeVisible()
  await button(page, 'Discard').click()
  await button(page, 'Discard changes').click()
  await expect(option(page, 'Chapel')).toBeVisible()
  await expect(option(page, 'Quay')).toBeVisible()
  await expect(notice).toBeHidden()
  await expect(button(page, 'Undo')).toBeDisabled()
  // What she does next is done to what is there now.
  await change(page, 'Chapel', 'Note', 'New')
  await page.locator('body').press('Control+s')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your zone details have been successfully updated')).toBeVisible()
  expect((await stopsOf(office, zone)).map(({ name, note }) => [name, note])).toContainEqual(['Chapel', 'New'])
})

test('A save is repeated after its answer was lost, and nothing is stored twice', async ({ page, signIn, apiAs }) => {
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
  await expect(page.getByText('Your zone details have been successfully updated')).toBeVisible()
  await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
  expect(await stopsOf(office, zone)).toHaveLength(4)
  await saveNothing(page)

  // Lost once more, and then she continues drawing before she saves again.
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
