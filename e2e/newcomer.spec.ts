import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectNotice, type Page, test } from './fixtures.ts'
import { GENERATED, type RunningServer, startServer } from './server.ts'
import { clickMap, saveZone } from './zones/drawn-zone.ts'

const shared = process.env['AMBIT_SHARED'] ?? join(import.meta.dirname, '../../shared')
const baltimore = join(shared, 'data/osm/baltimore-2015-02-27.osm.pbf')

type Town = {
  name: string
  /** an OpenStreetMap extract, or the generated town */
  streets: string
  timeZone: string
  /** what is typed for the zone's centre, and which suggestion is taken */
  centre: { typed: string; taken: RegExp }
}
const towns: readonly Town[] = [
  {
    name: 'the demo town',
    streets: GENERATED,
    timeZone: 'Australia/Brisbane',
    centre: { typed: 'hospital', taken: /Hospital/ },
  },
  {
    name: 'Baltimore',
    streets: baltimore,
    timeZone: 'America/New_York',
    centre: { typed: 'Fleet Street', taken: /Fells Prospect/ },
  },
]

const fleet = [
  'Registration Number,Vehicle ID,Make,Actual Passenger Capacity,Wheelchair Passenger Capacity',
  'HB 101,Bus 1,Toyota,11,1',
  'HB 102,Bus 2,Toyota,11,1',
  'HB 103,Bus 3,Ford,8,0',
].join('\n')
const drivers = [
  ['Mia', 'Berg'],
  ['Oscar', 'Lind'],
] as const
/** Three rows of four stops, as shares of the map. */
const places = [0.25, 0.34, 0.43].flatMap((down) => [0.28, 0.38, 0.48, 0.58].map((across) => [across, down] as const))

const becomeAdministrator = async (page: Page): Promise<void> => {
  await page.getByLabel('First name').fill('Ingrid')
  await page.getByLabel('Last name').fill('Larsen')
  await page.getByLabel('Username').fill('ingrid')
  await page.getByLabel('E-mail').fill('ingrid@example.org')
  await page.getByLabel(/^New password/).fill('a long password')
  await page.getByLabel('Confirm new password').fill('a long password')
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByText('0 of 5 done')).toBeVisible()
}

const createRegion = async (page: Page, town: Town): Promise<void> => {
  await page.getByRole('link', { name: 'Create a region' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Region' })
  await dialog.getByLabel('Region Name').fill('Harbour Region')
  const timeZone = dialog.getByRole('combobox', { name: 'Time Zone' })
  await timeZone.click()
  await timeZone.fill(town.timeZone.replace(/^.*\//, '').replace('_', ' '))
  await page.getByRole('option', { name: town.timeZone }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
}

const createZone = async (page: Page, { centre, timeZone }: Town): Promise<void> => {
  await page.getByRole('link', { name: 'Zones', exact: true }).click()
  await page.getByRole('grid', { name: 'Zones' }).getByRole('button', { name: 'Create Zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Zone' })
  await expect(dialog.getByRole('combobox', { name: 'Time Zone' })).toHaveValue(timeZone)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour East')
  await dialog.getByLabel('Abbreviation').fill('HE')
  await dialog.getByRole('combobox', { name: 'Zone centre' }).fill(centre.typed)
  await page.getByRole('option', { name: centre.taken }).first().click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
  await page
    .getByRole('grid', { name: 'Zones' })
    .getByRole('row', { name: /Harbour East/ })
    .click()
  await expect(page.getByRole('region', { name: 'Map of Harbour East' })).toBeVisible()
}

const drawArea = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Draw an area' }).click()
  await clickMap(page, [0.2, 0.18], [0.68, 0.18], [0.68, 0.52], [0.2, 0.52])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Service areas' }).getByRole('listitem')).toContainText(/km of streets/)
  await saveZone(page)
}

const placeStops = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Stops', exact: true }).click()
  await page.getByRole('button', { name: 'Place stops' }).click()
  await clickMap(page, ...places)
  await page.keyboard.press('Escape')
  await expect(page.getByText('12 changes')).toBeVisible()
  await expect(page.locator('summary').filter({ hasText: 'Coverage' })).toContainText(/[1-9][\d.]*% within/)
  await saveZone(page)
}

const drawRoute = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Fixed routes' }).click()
  await page.getByRole('button', { name: 'Create a route' }).click()
  await page.getByLabel('Route name').fill('Harbour line')
  await page.getByLabel('Route name').press('Enter')
  const search = page.getByRole('combobox', { name: 'Add a stop' })
  for (let count = 1; count <= 3; count++) {
    await search.click()
    await page
      .getByRole('option')
      .nth(count * 2)
      .click()
    const visits = page.getByRole('list', { name: 'Stops of Harbour line' })
    await expect(visits.getByRole('button', { name: /^Move / })).toHaveCount(count)
  }
  await expect(page.getByLabel('The whole route')).toContainText(/Running time\d+ min/)
  await saveZone(page)
}

const setStrategy = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Service strategies' }).click()
  await page.getByLabel('Walk at most').fill('400')
  await page.getByLabel('Walk at most').blur()
  await expect(page.getByText('A passenger walks at most 400 m to or from a stop.')).toBeVisible()
  await saveZone(page)
}

const importVehicles = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Vehicles', exact: true }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import vehicles' })
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(fleet) })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expectNotice(page, '3 Vehicles imported successfully')
  await expect(page.getByRole('grid', { name: 'Vehicles' }).getByRole('row', { name: /Bus [123]/ })).toHaveCount(3)
}

const hireDrivers = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Drivers', exact: true }).click()
  for (const [first, last] of drivers) {
    await page.getByRole('button', { name: 'Create Driver' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create Driver' })
    await dialog.getByLabel('First Name').fill(first)
    await dialog.getByLabel('Last Name').fill(last)
    await dialog.getByLabel('Username').fill(first.toLowerCase())
    await dialog.getByLabel('Email').fill(`${first.toLowerCase()}@example.org`)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('grid', { name: 'Drivers' }).getByRole('row', { name: /Mia|Oscar/ })).toHaveCount(2)
}

for (const town of towns) {
  const real = town.streets !== GENERATED
  test.describe(`A new installation in ${town.name}`, () => {
    test.skip(real && (process.env['AMBIT_LONG'] !== '1' || !existsSync(town.streets)), 'long, and needs the extract')
    let server: RunningServer
    test.beforeAll(async () => {
      test.setTimeout(300_000)
      server = await startServer({ streets: town.streets })
    })
    test.afterAll(() => server.remove())

    // covers: SHELL-03
    test('a first administrator sets up the whole service in the portal', async ({ page }) => {
      test.setTimeout(300_000)
      await page.goto(`${server.url}/Setup#${server.setupCode}`)
      await becomeAdministrator(page)
      await createRegion(page, town)
      await createZone(page, town)
      await drawArea(page)
      await placeStops(page)
      await drawRoute(page)
      await setStrategy(page)
      await importVehicles(page)
      await hireDrivers(page)
      await page.getByRole('link', { name: 'Sunline, home' }).click()
      await expect(page.getByRole('heading', { name: 'Daily operations', exact: true })).toBeVisible()
      // What is left is to plan who drives when.
      await expect(page.getByRole('heading', { name: /^Get started/ })).toContainText('4 of 5 done')
      await expect(page.getByRole('link', { name: 'Plan schedules' }).first()).toBeVisible()
    })
  })
}
