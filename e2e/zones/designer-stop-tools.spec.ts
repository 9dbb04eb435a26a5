import { readFileSync } from 'node:fs'
import type { Client } from '@ambit/contract'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { designerPath, type DrawnZone, type LngLat, makeZone, saveZone, squareOf } from './drawn-zone.ts'

test.use({ blankMap: true })

const HALF = 0.008
const SQUARE = { east: 0, north: 0, half: HALF }
const list = (page: Page) => page.getByRole('listbox', { name: 'Stops' })
const options = (page: Page) => list(page).getByRole('option')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page, title: string) =>
  page.getByRole('group').filter({ has: page.getByText(new RegExp(`^${title}`)) })
const unfold = (page: Page, title: string) =>
  section(page, title)
    .getByText(new RegExp(`^${title}`))
    .click()

const prepared = async (office: Client, name: string, stops: readonly string[] = []): Promise<DrawnZone> => {
  const zone = await makeZone(office, name, [{ name: 'All', ...SQUARE }])
  const [lng, lat] = zone.centre
  const added = stops.map((stop, at) => ({
    id: `$${at}`,
    name: stop,
    point: [lng - 0.003 + at * 0.003, lat] satisfies LngLat,
    street_address: `${at + 1} High Street`,
    hub_stop: at === 0,
    note: at === 1 ? '=SUM(A1)' : null,
  }))
  if (added.length > 0)
    await office.call(api.zoneDesigns.save, { params: { id: zone.id }, body: { zone_stops: { added } } })
  return zone
}

const stopsOf = async (office: Client, { id }: DrawnZone) =>
  (await office.call(api.zoneDesigns.show, { params: { id } })).data.zone_stops

const give = (page: Page, name: string, content: string) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

const openImport = async (page: Page): Promise<void> => {
  await button(page, 'Import and export').click()
  await page.getByRole('menuitem', { name: 'Import file ...' }).click()
  await expect(page.getByRole('dialog', { name: 'Import stops' })).toBeVisible()
}

const exported = async (page: Page, kind: 'CSV' | 'GeoJSON'): Promise<{ file: string; text: string }> => {
  await button(page, 'Import and export').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Export ${kind}` }).click(),
  ])
  return { file: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test.describe('Coverage of the stops', () => {
  test('the share of addresses within 300, 500 and 800 m on foot follows the draft', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Reached Quarter', ['Church'])
    const [church] = await stopsOf(office, zone)
    if (church === undefined) throw new Error('The stop is missing')
    const { data: counted } = await office.call(api.zoneDesigns.coverage, {
      body: { areas: [[squareOf(zone.centre, SQUARE)]], stops: [church.point], distances: [300, 500, 800] },
    })
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    const coverage = section(page, 'Coverage')
    const share = (addresses: number): string => `${((100 * addresses) / counted.addresses).toFixed(1)}%`
    await expect(coverage).toContainText(`${share(counted.within[1]?.addresses ?? 0)} within 500 m on foot`)
    await unfold(page, 'Coverage')
    await expect(coverage).toContainText(`${counted.addresses.toLocaleString('en-AU')} addresses in the service area`)
    for (const { distance_m, addresses } of counted.within) {
      await expect(coverage.getByText(`within ${distance_m} m on foot`, { exact: true })).toBeVisible()
      await expect(coverage.getByText(`${share(addresses)} · ${addresses.toLocaleString('en-AU')}`)).toBeVisible()
    }
    await coverage.getByLabel('Show addresses out of reach on the map').check()
    await options(page).first().click()
    await button(page, 'Delete').click()
    await expect(coverage.getByText('0.0% · 0')).toHaveCount(3)
  })

  test('suggested stops are accepted one by one or all at once, until every address is within reach', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Suggested Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await unfold(page, 'Suggestions')
    const suggestions = section(page, 'Suggestions')
    await suggestions.getByLabel('Walking distance in metres').fill('400')
    const answer = page.waitForResponse((response) => response.url().endsWith('/stop_suggestions'))
    await button(page, 'Suggest stops').click()
    const { data } = api.zoneDesigns.suggestions.answer.parse(await (await answer).json())
    const [best] = data.stops
    if (best === undefined) throw new Error('Nothing was suggested')
    await expect(suggestions.getByRole('listitem').first()).toContainText(best.name)
    await expect(suggestions.getByRole('listitem').first()).toContainText(`${best.addresses} addresses`)
    await button(page, `Accept ${best.name}`).click()
    await expect(options(page)).toHaveText([new RegExp(`^${best.name}`)])
    await button(page, `Accept all ${data.stops.length - 1}`).click()
    await expect(page.getByText(`${data.stops.length} stops`)).toBeVisible()
    // What they reach is not suggested again: at most the few houses are left that lie just beyond.
    const asked = page.waitForResponse((response) => response.url().endsWith('/stop_suggestions'))
    await button(page, 'Suggest stops').click()
    const { data: rest } = api.zoneDesigns.suggestions.answer.parse(await (await asked).json())
    expect(rest.stops.length).toBeLessThan(data.stops.length / 2)
    await saveZone(page)
    const [first, ...others] = await stopsOf(office, zone)
    expect(first).toMatchObject({ name: best.name, point: best.point, street_address: best.street_address })
    expect(others).toHaveLength(data.stops.length - 1)
  })
})

test.describe('Stops in files', () => {
  test('an edited CSV export is imported with its changes, and new rows become stops', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Written Quarter', ['Church', 'Mill'])
    const [church, mill] = await stopsOf(office, zone)
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await expect(options(page)).toHaveCount(2)
    const { file, text } = await exported(page, 'CSV')
    expect(file).toBe('Written-Quarter-stops.csv')
    expect(text).toContain(`${church?.id},Church,`)
    // A spreadsheet would run it.
    expect(text).toContain("'=SUM(A1)")

    const [lng, lat] = zone.centre
    const rows = [
      ...text.trim().replace('Church', 'Chapel').split('\r\n'),
      `,Quay,${lat},${lng + 0.002},,,,,yes,,,`,
      `,Nowhere,north,${lng},,,,,,,,`,
      `999999999,Stranger,${lat},${lng},,,,,,,,`,
      `,Perhaps,${lat},${lng},,,maybe,,,,,`,
      `,${'x'.repeat(256)},${lat},${lng},,,,,,,,`,
      `,Far,${lat + 1},${lng},,,,,,,,`,
    ]
    await openImport(page)
    const dialog = page.getByRole('dialog', { name: 'Import stops' })
    await give(page, 'stops.csv', rows.join('\r\n'))
    await expect(dialog.getByText('4 rows can be imported')).toBeVisible()
    await expect(dialog.getByText('4 rows have problems')).toBeVisible()
    await dialog.getByLabel('Only rows with problems').check()
    await expect(dialog.getByRole('row')).toHaveCount(6)
    for (const words of [
      'Latitude and longitude are not a valid place.',
      'This zone has no stop 999999999.',
      'staging is neither yes nor no: maybe',
      'Please enter at most 255 characters',
      'Outside of the service area.',
    ])
      await expect(dialog.getByText(words)).toBeVisible()
    await button(page, 'Import 4 stops').click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('The stops are drafts now: save to keep them.')).toBeVisible()
    await expect(options(page)).toHaveCount(4)
    await expect(page.getByRole('status').getByText('3 changes', { exact: true })).toBeVisible()
    await saveZone(page)
    const saved = await stopsOf(office, zone)
    expect(saved.map(({ name }) => name)).toEqual(['Chapel', 'Mill', 'Quay', 'Far'])
    expect(saved[1]).toMatchObject({ id: mill?.id, note: '=SUM(A1)' })
    expect(saved[2]).toMatchObject({ medically_exempt: true, passenger: true })
    // The file gave no address: it was looked up.
    expect(saved[2]?.street_address).toMatch(/\S/)
  })

  test('stops are copied from one zone to another by GeoJSON, and any other file is refused with a reason', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const from = await prepared(office, 'Giving Quarter', ['Church', 'Mill', 'Quay'])
    const to = await prepared(office, 'Taking Quarter')
    await signIn(page, 'administrator', designerPath(from, 'stops'))
    await expect(options(page)).toHaveCount(3)
    const { file, text } = await exported(page, 'GeoJSON')
    expect(file).toBe('Giving-Quarter-stops.geojson')
    const { features } = JSON.parse(text) as { features: { id?: number }[] }
    for (const feature of features) delete feature.id

    await page.goto(designerPath(to, 'stops'))
    await openImport(page)
    const dialog = page.getByRole('dialog', { name: 'Import stops' })
    const refused = dialog.getByRole('alert')
    await give(page, 'stops.geojson', '{"type": "FeatureCollection')
    await expect(refused).toHaveText('This file cannot be read as GeoJSON.')
    await give(page, 'stops.csv', 'title,lat\nChurch,1')
    await expect(refused).toHaveText('These columns are missing: name, longitude.')
    await give(page, 'empty.csv', '')
    await expect(refused).not.toBeEmpty()
    await give(page, 'large.csv', 'x'.repeat(5 * 1024 * 1024 + 1))
    await expect(refused).toHaveText('A file may have 5 MB at most.')
    await give(page, 'long.csv', `name,lat,lng\n${'A,1,2\n'.repeat(5001)}`)
    await expect(refused).toHaveText('A file may have 5000 rows at most.')
    await expect(button(page, 'Import 0 stops')).toBeDisabled()
    await give(page, 'stops.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
    await expect(refused).toHaveCount(0)
    await button(page, 'Import 3 stops').click()
    await expect(options(page)).toHaveCount(3)
    await page.locator('body').press('Control+z')
    await expect(page.getByText('No stops yet')).toBeVisible()
    await page.locator('body').press('Control+y')
    await saveZone(page)
    const plain = async (zone: DrawnZone) =>
      (await stopsOf(office, zone)).map(({ name, point, note, hub_stop }) => [name, point, note, hub_stop])
    expect(await plain(to)).toEqual(await plain(from))
  })
})

test.describe('Accessibility of the stops', () => {
  test('the list of stops, empty and full, coverage and suggestions pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    test.slow()
    const office = await apiAs('administrator')
    const zone = await prepared(office, `Stopped Quarter`)
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await expect(page.getByText('No stops yet')).toBeVisible()
    await unfold(page, 'Suggestions')
    await button(page, 'Suggest stops').click()
    await page.getByRole('button', { name: /^Accept all/ }).click()
    await button(page, 'Suggest stops').click()
    await expect(button(page, 'Suggest stops')).toBeEnabled()
    await list(page).press('Home')
    await list(page).press('Space')
    await expectAccessible(page)
    await list(page).press('Delete')
    await unfold(page, 'Coverage')
    await expect(page.getByLabel('Show addresses out of reach on the map')).toBeVisible()
    await expect(page.getByLabel('Counting addresses ...')).toBeHidden()
    await button(page, 'Place stops').click()
    await expectAccessible(page)
  })

  test('the dialogs of one stop, of several and of a file pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    test.slow()
    const office = await apiAs('administrator')
    const zone = await prepared(office, `Dialled Quarter`, ['Church', 'Mill'])
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await options(page).first().dblclick()
    const form = page.getByRole('dialog', { name: 'Church' })
    await form.getByRole('textbox', { name: 'Name' }).fill('')
    await form.getByRole('textbox', { name: 'Note' }).click()
    await expect(form.getByText('Please enter a zone stop name')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Reset' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await list(page).press('Control+a')
    await button(page, 'Edit').click()
    await expect(page.getByRole('dialog', { name: 'Edit 2 stops' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await openImport(page)
    await give(page, 'stops.csv', 'title,lat\nChurch,1')
    await expect(page.getByText('These columns are missing: name, longitude.')).toBeVisible()
    await expectAccessible(page)
    await give(page, 'stops.csv', `name,lat,lng\nQuay,1,2\nBridge,north,2`)
    await expect(page.getByText('1 row has problems')).toBeVisible()
    await expectAccessible(page)
  })
})
