import { api } from '@ambit/contract'
import { expect, leftToLongRun, test } from '../fixtures.ts'
import { keepSession, visitor } from '../portal-session.ts'
import { type RunningServer, startServer } from '../server.ts'

leftToLongRun()

let server: RunningServer
let session: Response
test.beforeAll(async () => {
  server = await startServer({})
  const person = { first_name: 'Ingrid', last_name: 'Larsen', username: 'ingrid', email: 'ingrid@example.org' }
  const password = 'a long password'
  const body = { ...person, code: server.setupCode ?? '', password, password_confirmation: password }
  session = await visitor(server.url).fetch(api.setup.firstAdministrator, { body })
})
test.afterAll(() => server.remove())

test('An empty installation guides its administrator to the first zone', async ({ page }) => {
  await keepSession(page.context(), server.url, session)
  await page.goto(`${server.url}/ZoneManagement`)
  await expect(page.getByText('There is no region yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Zone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Region' }).click()
  const region = page.getByRole('dialog', { name: 'Create Region' })
  await region.getByLabel('Region Name').fill('Fraser Coast')
  await region.getByRole('button', { name: 'Submit' }).click()
  await expect(region).toBeHidden()
  await expect(page.getByText('No data available')).toBeVisible()
  await page.getByRole('grid', { name: 'Zones' }).getByRole('button', { name: 'Create Zone' }).click()
  const zone = page.getByRole('dialog', { name: 'Create Zone' })
  // There is one region only, with its time zone; without streets the map says so, and coordinates still work.
  await expect(zone.getByRole('combobox', { name: 'Region' })).toHaveValue('Fraser Coast')
  await expect(zone.getByRole('combobox', { name: 'Time Zone' })).toHaveValue('Australia/Brisbane')
  await expect(zone.getByText(/Street data is missing/)).toBeVisible()
  await zone.getByRole('textbox', { name: 'Name' }).fill('Hervey Bay')
  await zone.getByLabel('Abbreviation').fill('HB')
  await zone.getByRole('combobox', { name: 'Zone centre' }).fill('-25.2882, 152.8531')
  await page.keyboard.press('Enter')
  await expect(zone.getByText('-25.28820, 152.85310')).toBeVisible()
  await zone.getByRole('button', { name: 'Submit' }).click()
  await expect(zone).toBeHidden()
  await page
    .getByRole('grid', { name: 'Zones' })
    .getByRole('row', { name: /Hervey Bay/ })
    .click()
  await expect(page).toHaveURL(/\/zones\/\d+\/designer/)
})
