import type { Client } from '@ambit/contract'
import { api, expect, type Page, test } from '../fixtures.ts'

const bar = (page: Page) => page.getByRole('search', { name: 'Search' })
const words = (page: Page) => bar(page).getByRole('combobox', { name: 'Search', exact: true })
const entity = (page: Page) => bar(page).getByRole('combobox', { name: 'Search in' })
const hits = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option')

const choose = async (page: Page, label: string) => {
  await entity(page).click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

/** Every call of the search, as the address that it asked. */
const asked = (page: Page): URL[] => {
  const calls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v2/ops/search') calls.push(url)
  })
  return calls
}

/** Four letters with which a driver's surname begins, as a dispatcher on the phone would type them. */
const beginningOfASurname = async (client: Client): Promise<string> => {
  const drivers = (await client.call(api.drivers.list, { query: { per_page: 50 } })).data
  const surname = drivers.map(({ last_name }) => last_name).find((name) => /^[A-Za-z]{4,}$/.test(name))
  if (surname === undefined) throw new Error('The demo has no driver to search for')
  return surname.slice(0, 4).toLowerCase()
}

test.describe('The search in the header', () => {
  // covers: SRCH-01, SRCH-03..09, SRCH-15..18, SRCH-20, SRCH-21, SHELL-42
  test('the search takes a kind of record and words, and answers half a second after the last key', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const surname = await beginningOfASurname(await apiAs('superadmin'))
    const calls = asked(page)
    await signIn(page, 'superadmin')
    await expect(page.getByRole('banner')).toContainText('Ctrl K')
    await words(page).click()
    await expect(bar(page).getByText('Start typing to search.')).toBeVisible()
    await words(page).fill('oscar')
    await expect(bar(page).getByText('First choose what to search in.')).toBeVisible()
    await words(page).fill('')
    await choose(page, 'Drivers')
    await expect(words(page)).toBeFocused()
    await expect(words(page)).toHaveAttribute('placeholder', 'Name, username, email')
    await words(page).pressSequentially(surname.slice(0, 2))
    await expect(bar(page).getByText('Please type more characters to start the search.')).toBeVisible()
    await page.waitForTimeout(700)
    expect(calls).toEqual([])
    await words(page).pressSequentially(surname.slice(2))
    await expect(hits(page).first()).toContainText(new RegExp(surname, 'i'))
    expect(calls).toHaveLength(1)
    expect(calls[0]!.search).toBe(`?query=${surname}&page=1&per_page=10&type=drivers`)
    await words(page).fill('nobody at all')
    await expect(bar(page).getByText('No matching records found.')).toBeVisible()
  })

  // covers: SRCH-13, SRCH-14
  test('hits come ten to a page with five pages in the pager, by mouse and by Page Down', async ({ page, signIn }) => {
    await signIn(page, 'superadmin')
    await choose(page, 'Passengers')
    await words(page).fill('example')
    await expect(hits(page)).toHaveCount(10)
    const pager = bar(page).getByRole('navigation', { name: 'Pages of the search' })
    await expect(pager.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5)
    const first = await hits(page).first().textContent()
    await pager.getByRole('button', { name: 'Page 3' }).click()
    await expect(pager.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
    await expect(hits(page).first()).not.toHaveText(first ?? '')
    await words(page).press('PageUp')
    await expect(bar(page)).toContainText('11–20 of')
    await words(page).press('PageUp')
    await expect(hits(page).first()).toHaveText(first ?? '')
  })

  // covers: VERCHK-23, VERCHK-25, DLG-08, DLG-09
  test('a record is found and opened with the keyboard alone, from Ctrl K to Enter', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('superadmin')
    const [driver] = (await client.call(api.drivers.list, { query: { per_page: 1 } })).data
    const [traveler] = (await client.call(api.travelers.list, { query: { per_page: 1 } })).data
    if (driver === undefined || traveler === undefined) throw new Error('The demo has no driver or passenger')
    await signIn(page, 'superadmin', '/VehicleMonitoring')
    await page.keyboard.press('Control+k')
    await expect(entity(page)).toBeFocused()
    await expect(page.getByRole('option', { name: 'Drivers', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(words(page)).toBeFocused()
    await page.keyboard.type(driver.email)
    await expect(hits(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/DriverManagement\\?(.*&)?d=DriverDialog-view-${driver.id}$`))
    await expect(page.getByRole('dialog')).toContainText(driver.full_name)
    await page.keyboard.press('Escape')
    await choose(page, 'Passengers')
    await words(page).fill(traveler.email)
    await expect(hits(page)).toHaveCount(1)
    await hits(page).first().click()
    await expect(page).toHaveURL(
      new RegExp(`/TravellerManagement\\?(.*&)?d=TravelerDialog-view-${traveler.id}-Profile$`),
    )
    await expect(page.getByRole('dialog')).toContainText(traveler.full_name)
  })

  // covers: SRCH-10..12
  test('the last five searches are kept in the browser, and one click repeats one', async ({ page, signIn, apiAs }) => {
    const surname = await beginningOfASurname(await apiAs('superadmin'))
    await signIn(page, 'superadmin')
    await choose(page, 'Drivers')
    for (const query of ['one1', 'two2', 'three', 'four', 'five', surname]) {
      await words(page).fill(query)
      await words(page).press('Enter')
      await expect(page.getByRole('listbox', { name: 'Search results' })).toHaveAttribute('aria-busy', 'false')
      await page.getByRole('heading', { level: 1 }).click()
    }
    const stored = await page.evaluate(() => localStorage.getItem('global-search-recent'))
    expect(JSON.parse(stored ?? '')).toEqual(
      [surname, 'five', 'four', 'three', 'two2'].map((query) => `Drivers:${query}`),
    )
    await page.reload()
    await words(page).click()
    await expect(page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')).toHaveCount(5)
    await page.getByRole('option', { name: new RegExp(`^${surname}`) }).click()
    await expect(words(page)).toHaveValue(surname)
    await expect(hits(page).first()).toContainText(new RegExp(surname, 'i'))
  })

  // covers: SRCH-02, SRCH-19
  test('the search offers only kinds that are switched on and may be read, and passes the region on', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const [region] = (await (await apiAs('superadmin')).call(api.regions.list, { query: { per_page: 1 } })).data
    if (region === undefined) throw new Error('The demo has no region')
    await page.route('**/api/v2/ops/settings', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      for (const item of json.data.modules.flatMap(({ items }: { items: object[] }) => items))
        item.globalSearchEnabled = ['DriverManagement', 'TravellerManagement'].includes(item.name)
      await route.fulfill({ response: answer, json })
    })
    const calls = asked(page)
    await signIn(page, 'customer_service', `/TravellerManagement?region=${region.id}`)
    await entity(page).click()
    // Customer service may not read drivers.
    await expect(page.getByRole('option')).toHaveText(['Passengers'])
    await page.getByRole('option', { name: 'Passengers' }).click()
    await words(page).fill('example')
    await expect(hits(page)).toHaveCount(10)
    expect(calls.at(-1)!.searchParams.get('region')).toBe(String(region.id))
  })
})

test('The open search passes axe', async ({ page, signIn, expectAccessible }) => {
  await signIn(page, 'superadmin')
  await choose(page, 'Passengers')
  await words(page).fill('example')
  await expect(hits(page)).toHaveCount(10)
  await expectAccessible(page)
})
