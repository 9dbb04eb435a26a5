import { readFileSync } from 'node:fs'
import { ApiError } from '@ambit/contract'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import {
  clickMap,
  designerPath,
  type DrawnZone,
  makeZone,
  mapAtRest,
  onMap,
  placesOnMap,
  saveZone,
  squareOf,
} from './drawn-zone.ts'

test.use({ blankMap: true })

const areas = (page: Page) => page.getByRole('list', { name: 'Service areas' })
const row = (page: Page, name: string) =>
  areas(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = (page: Page, name: string) => areas(page).getByRole('button', { name, exact: true }).click()
const open = async (page: Page, zone: DrawnZone): Promise<void> => {
  await page.goto(designerPath(zone, 'service-area'))
  await expect(page.getByRole('region', { name: `Map of ${zone.name}` })).toBeVisible()
}

const WEST = { name: 'West', east: -0.01, north: 0, half: 0.008 }
const EAST = { name: 'East', east: 0.006, north: 0, half: 0.008 }

test.describe('The service area in the designer', () => {
  test('an area is drawn by clicks, undone, redone and saved', async ({ page, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Drawn Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await expect(page.getByText('No service area yet')).toBeVisible()
    await tool(page, 'Draw an area').click()
    // Above the corner in which notices of urgent exceptions are shown.
    await clickMap(page, [0.3, 0.3], [0.6, 0.3], [0.6, 0.6], [0.75, 0.45])
    await expect(page.getByText('4 points')).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(page.getByText('3 points')).toBeVisible()
    const at = await onMap(page)
    await page.mouse.dblclick(...at(0.3, 0.6))
    await expect(row(page, 'Area 1')).toContainText(/km²|m²/)
    await expect(row(page, 'Area 1')).toContainText(/\d km of streets.*\d address/)
    await expect(page.getByRole('group', { name: 'All areas together' })).toContainText(/1 area.*km of streets/)

    await page.keyboard.press('Control+z')
    await expect(page.getByText('No service area yet')).toBeVisible()
    await page.keyboard.press('Control+Shift+z')
    await expect(row(page, 'Area 1')).toBeVisible()

    await tool(page, 'Draw an area').click()
    await clickMap(page, [0.8, 0.2])
    await page.keyboard.press('Escape')
    await expect(areas(page).getByRole('listitem')).toHaveCount(1)

    await saveZone(page)
    const { data: design } = await office.call(api.zoneDesigns.show, { params: { id: zone.id } })
    const corners = design.service_areas.map(({ name, coordinates }) => [
      name,
      new Set(coordinates[0]?.map(String)).size,
    ])
    expect(corners).toEqual([['Area 1', 4]])
  })

  test('the corners of a neighbouring area snap to existing corners', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Snapped Quarter', [WEST, EAST])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await expect(row(page, 'West')).toBeVisible()
    const [west, , northEast, northWest] = squareOf(zone.centre, WEST)
    const [, east] = squareOf(zone.centre, EAST)
    if (west === undefined || east === undefined || northEast === undefined || northWest === undefined)
      throw new Error('A square has four corners')
    const place = await placesOnMap(page, [west[0], west[1], east[0], northEast[1]])
    const beside = ([across, down]: [number, number]): [number, number] => [across + 0.006, down - 0.006]
    await tool(page, 'Draw an area').click()
    await clickMap(page, beside(place(northWest)), beside(place(northEast)), [0.25, 0.04])
    await page.keyboard.press('Enter')
    await expect(row(page, 'Area 1')).toBeVisible()
    await expect(page.getByText('To fix before saving')).toBeHidden()
    await saveZone(page)
    const { data: design } = await office.call(api.zoneDesigns.show, { params: { id: zone.id } })
    const drawn = design.service_areas.find(({ name }) => name === 'Area 1')?.coordinates[0]
    expect(drawn?.slice(0, 2)).toEqual([northWest, northEast])
  })

  test('an area that crosses itself is shown while drawing and cannot be saved', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Crossed Quarter', [WEST, EAST])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await tool(page, 'Draw an area').click()
    await clickMap(page, [0.35, 0.05], [0.65, 0.95], [0.65, 0.05])
    const at = await onMap(page)
    await page.mouse.move(...at(0.35, 0.95))
    await expect(page.getByText('The new area crosses itself in one place.')).toBeVisible()
    await expect(page.getByText(/^(West|East) and The new area overlap by/).first()).toBeVisible()
    await page.mouse.click(...at(0.35, 0.95))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Area 1 crosses itself in one place.')).toBeVisible()
    await page.getByRole('listitem').filter({ hasText: 'crosses itself' }).getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('link', { name: /\d problems/ })).toBeVisible()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('This cannot be saved yet')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const [a, b, c, d] = squareOf(zone.centre, { east: 0, north: 0.03, half: 0.003 })
    const refused = await office
      .call(api.zoneDesigns.save, {
        params: { id: zone.id },
        body: { service_areas: { added: [{ id: '$bow', name: 'Bow', coordinates: [[a!, c!, b!, d!]] }] } },
      })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect((refused as ApiError).status).toBe(422)
  })

  test('an area is split, merged again and given a hole', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Parted Quarter', [{ name: 'Whole', east: 0, north: 0, half: 0.01 }])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    const before = await row(page, 'Whole')
      .getByText(/km²|m²/)
      .textContent()
    await choose(page, 'Whole')
    await tool(page, 'Split by a line').click()
    await clickMap(page, [0.5, 0.4], [0.5, 0.6])
    await page.keyboard.press('Enter')
    await expect(page.getByText('The line does not cut right through the area')).toBeVisible()

    await tool(page, 'Split by a line').click()
    await clickMap(page, [0.02, 0.5], [0.98, 0.5])
    await page.keyboard.press('Enter')
    await expect(row(page, 'Whole 1')).toBeVisible()
    await expect(page.getByText('To fix before saving')).toBeHidden()

    // Both parts are chosen after the cut.
    await tool(page, 'Merge').click()
    await expect(row(page, 'Whole 1')).toBeHidden()
    await expect(row(page, 'Whole')).toContainText(before ?? 'no size')

    await tool(page, 'Cut a hole').click()
    await clickMap(page, [0.45, 0.45], [0.5, 0.45], [0.5, 0.55])
    await page.keyboard.press('Enter')
    await expect(row(page, 'Whole')).not.toContainText(before ?? 'no size')
    await page.getByRole('button', { name: 'Actions for Whole' }).click()
    await page.getByRole('menuitem', { name: 'Corners' }).click()
    await expect(page.getByRole('region', { name: 'Corners of Whole' })).toContainText('Hole 1')
    await page.getByRole('button', { name: 'Fill hole 1' }).click()
    await expect(row(page, 'Whole')).toContainText(before ?? 'no size')
  })

  test('dragging an area or its corner is one step each', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Dragged Quarter', [{ name: 'Square', east: 0, north: 0, half: 0.01 }])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    const size = row(page, 'Square').getByText(/km²/)
    const before = (await size.textContent()) ?? ''
    await choose(page, 'Square')
    const at = await onMap(page)
    const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
      await page.mouse.move(...at(...from))
      await page.mouse.down()
      await page.mouse.move(...at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2), { steps: 4 })
      await page.mouse.move(...at(...to), { steps: 4 })
      await page.mouse.up()
    }
    await mapAtRest(page)
    await drag([0.47, 0.5], [0.52, 0.56])
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await expect(size).toHaveText(before)
    await page.getByRole('button', { name: 'Undo', exact: false }).first().click()
    await expect(page.getByText('1 change', { exact: true })).toBeHidden()

    // The middle of the northern edge becomes a corner.
    const edge = await edgeOf(page)
    await mapAtRest(page)
    await drag(edge, [edge[0], edge[1] + 0.2])
    await expect(size).not.toHaveText(before)
    await page.getByRole('button', { name: 'Actions for Square' }).click()
    await page.getByRole('menuitem', { name: 'Corners' }).click()
    await expect(page.getByRole('button', { name: /^Corner \d of Outline$/ })).toHaveCount(5)
    await page.keyboard.press('Escape')
    await page.locator('body').press('Control+z')
    await expect(size).toHaveText(before)
    await expect(page.getByRole('button', { name: /^Corner \d of Outline$/ })).toHaveCount(4)
  })

  test('areas are typed, moved, renamed and deleted with the keyboard alone', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Typed Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await tool(page, 'Import').press('Enter')
    const text = page.getByLabel('Or paste GeoJSON, WKT')
    await text.fill('-27.47, 153.02\n-27.48, 153.02\nsomewhere')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Line 3 is not latitude, longitude: somewhere')
    await text.fill('-27.47, 153.02\n-27.48, 153.02\n-27.48, 153.03\n-27.47, 153.03')
    await tool(page, 'Add 1 area').press('Enter')
    await expect(row(page, 'Area 1')).toContainText('1.10 km²')

    await page.getByRole('button', { name: 'Actions for Area 1' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Corners' }).press('Enter')
    const latitude = page.getByLabel('Latitude of corner 1')
    await expect(latitude).toHaveValue('-27.47')
    await latitude.fill('north')
    await latitude.press('Enter')
    await expect(latitude).toHaveValue('north')
    await expect(latitude).toHaveAttribute('aria-invalid', 'true')
    await latitude.fill('-27.465')
    await latitude.press('Enter')
    await expect(row(page, 'Area 1')).toContainText('1.37 km²')

    await page.getByRole('button', { name: 'Corner 2 of Outline' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByLabel('Latitude of corner 2')).toHaveValue(/^-27\.48049/)
    // Both presses were one step.
    await page.keyboard.press('Control+z')
    await expect(page.getByLabel('Latitude of corner 2')).toHaveValue('-27.48')
    await page.getByRole('button', { name: 'Delete corner 4' }).press('Enter')
    await expect(page.getByRole('button', { name: /^Corner \d of Outline$/ })).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Delete corner 1' })).toBeDisabled()

    await areas(page).getByRole('button', { name: 'Area 1', exact: true }).press('F2')
    await page.getByLabel('Name of Area 1').fill('Riverside')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Riverside')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Riverside' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('No service area yet')).toBeVisible()
    await page.locator('body').press('Control+z')
    await expect(row(page, 'Riverside')).toBeVisible()
  })

  test('an administrator sets between which areas passengers may travel', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await makeZone(office, 'Ruled Quarter', [WEST, EAST])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await page.getByText('Travel rules').click()
    const matrix = page.getByRole('table', { name: 'Allowed travel between areas' })
    await expect(matrix.getByRole('checkbox', { name: 'West to everywhere in the zone' })).toBeChecked()
    await expect(page.getByText('2 allowed ways between areas, drawn as arrows')).toBeVisible()
    await matrix.getByRole('checkbox', { name: 'West to West' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(matrix.getByRole('checkbox', { name: 'West to East' })).not.toBeChecked()
    await expect(matrix.getByRole('checkbox', { name: 'West to everywhere in the zone' })).not.toBeChecked()
    await expect(page.getByText('1 allowed way between areas, drawn as arrows')).toBeVisible()

    // On the map: the eastern area first, then the western.
    await clickMap(page, [0.7, 0.5], [0.25, 0.5])
    await expect(page.getByLabel('Travel from East to West is allowed')).toBeChecked()
    await expect(page.getByLabel('Travel back from West to East is allowed')).not.toBeChecked()
    await saveZone(page)
    const { data: design } = await office.call(api.zoneDesigns.show, { params: { id: zone.id } })
    const [west, east] = ['West', 'East'].map((name) => design.service_areas.find((area) => area.name === name))
    expect(west?.travel_rule).toEqual({ connected_location_ids: [west?.id] })
    expect(east?.travel_rule).toBeNull()
  })

  test('exported areas can be read back, and a bad file is refused with a reason', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const from = await makeZone(office, 'Export Quarter', [WEST, EAST])
    const to = await makeZone(office, 'Import Quarter')
    await signIn(page, 'administrator', designerPath(from, 'service-area'))
    await expect(row(page, 'East')).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent('download'), tool(page, 'Export').click()])
    expect(download.suggestedFilename()).toBe('export-quarter-service-area.geojson')
    const text = readFileSync(await download.path(), 'utf8')

    await open(page, to)
    await tool(page, 'Import').click()
    const file = page.locator('input[type=file]')
    const give = (name: string, content: string) =>
      file.setInputFiles({ name, mimeType: 'application/geo+json', buffer: Buffer.from(content) })
    await give('broken.geojson', '{"type": "Feature')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('This is not GeoJSON: it cannot be read as JSON')
    await give('large.geojson', ' '.repeat(10 * 1024 * 1024 + 1))
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('The file is larger than 10 MB')
    const turned = JSON.parse(text, (key, value: unknown) =>
      key === 'coordinates' && Array.isArray(value)
        ? (value as number[][][]).map((ring) => ring.map((point) => point.toReversed()))
        : value,
    ) as object
    await give('turned.geojson', JSON.stringify(turned))
    const preview = page.getByRole('list', { name: 'Areas in it' })
    await expect(preview).toContainText('Latitude and longitude seem to be the wrong way round')
    await expect(tool(page, 'Add 0 areas')).toBeDisabled()
    await page.getByLabel('Swap latitude and longitude').check()
    await expect(preview.getByText('Fine')).toHaveCount(2)
    await give('areas.geojson', text)
    await expect(preview.getByText('Fine')).toHaveCount(2)
    await tool(page, 'Add 2 areas').click()
    await expect(areas(page).getByRole('listitem')).toHaveCount(2)
    await saveZone(page)
    const shapes = async ({ id }: DrawnZone) => {
      const { data } = await office.call(api.zoneDesigns.show, { params: { id } })
      return data.service_areas
        .map(({ name, coordinates }) => [name, coordinates[0]?.slice(0, 4)])
        .toSorted((a, b) => String(a).localeCompare(String(b)))
    }
    expect(await shapes(to)).toEqual(await shapes(from))
  })

  test('a user who may only read finds no tool but the export', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const zone = await makeZone(await apiAs('administrator'), 'Watched Quarter', [WEST])
    await signIn(page, 'dispatcher', designerPath(zone, 'service-area'))
    await expect(row(page, 'West')).toBeVisible()
    await expect(tool(page, 'Export')).toBeVisible()
    for (const name of ['Draw an area', 'Split by a line', 'Merge', 'Import', 'Actions for West'])
      await expect(tool(page, name)).toHaveCount(0)
    await choose(page, 'West')
    await page.keyboard.press('Delete')
    await expect(row(page, 'West')).toBeVisible()
  })
})

test.describe('Accessibility of the service area', () => {
  test('areas, corners, drawing and problems pass axe', async ({ page, signIn, apiAs, expectAccessible }) => {
    leftToLongRun()
    test.slow()
    const zone = await makeZone(await apiAs('administrator'), `Axed Quarter`, [WEST, EAST])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await expect(row(page, 'East')).toContainText('km of streets')
    await choose(page, 'East')
    await page.getByRole('button', { name: 'Actions for East' }).click()
    await page.getByRole('menuitem', { name: 'Corners' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expectAccessible(page)
    await tool(page, 'Draw an area').click()
    await clickMap(page, [0.35, 0.05], [0.65, 0.95], [0.65, 0.05], [0.35, 0.95])
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Area 1 crosses itself in one place.')).toBeVisible()
    await expectAccessible(page)
  })

  test('travel rules and the import of areas pass axe', async ({ page, signIn, apiAs, expectAccessible }) => {
    leftToLongRun()
    test.slow()
    const zone = await makeZone(await apiAs('administrator'), `Axed Rules`, [WEST, EAST])
    await signIn(page, 'administrator', designerPath(zone, 'service-area'))
    await page.getByText('Travel rules').click()
    await page.getByRole('combobox', { name: 'From' }).click()
    await page.getByRole('option', { name: 'West' }).click()
    await expect(page.getByRole('listbox', { name: 'From' })).toBeHidden()
    await expectAccessible(page)
    await page.getByText('Areas', { exact: true }).click()
    await tool(page, 'Import').click()
    await page.getByLabel('Or paste GeoJSON, WKT').fill('POLYGON ((-27 153, -27 153.1, -27.1 153))')
    await expect(page.getByLabel('Swap latitude and longitude')).toBeVisible()
    await expectAccessible(page)
  })
})

const edgeOf = async (page: Page): Promise<[number, number]> => {
  const box = await page.getByRole('region', { name: /^Map of/ }).boundingBox()
  if (box === null) throw new Error('There is no map')
  // The square fills the height that its fitting leaves: 40 px from above and below; in width 40 and 72 are kept.
  return [(box.width - 32) / 2 / box.width, 40 / box.height]
}
