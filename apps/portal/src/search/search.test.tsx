import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { NOW, startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

/** five pages of ten and one more */
const PASSENGERS = 51
const stamps = { created_at: new Date(NOW), updated_at: new Date(NOW) }
const person = (username: string, last_name: string) => ({
  first_name: 'Dana',
  last_name,
  username,
  email: `${username}@example.org`,
  phone_number: null,
  ...stamps,
})
beforeAll(async () => {
  const { db } = portal.server.deps
  const passengers = Array.from({ length: PASSENGERS }, (_, at) => ({
    ...person(`rider${at}`, `Rider${at}`),
    password_hash: null,
    status: 'active' as const,
  }))
  await db.insertInto('travelers').values(passengers).execute()
  const driver = { ...person('walsh', 'Walsh'), status: 'approved' as const, pin_hash: null }
  await db.insertInto('drivers').values(driver).execute()
})

// Testing Library knows no role of this element.
const place = () => document.querySelector<HTMLElement>('search[aria-label="Search"]')
const bar = () => within(place()!)
const words = () => bar().getByRole('combobox', { name: 'Search' })
const kind = () => bar().getByRole('combobox', { name: 'Search in' })
const hits = () => [...document.querySelectorAll('[role=listbox][aria-label="Search results"] [role=option]')]
const opened = () => waitFor(() => expect(place()).toBeVisible())
const asked = () => calls.of(api.search.find)

describe('The search in the header', () => {
  // covers: SRCH-01, SRCH-03..09, SRCH-15..18, SRCH-20, SRCH-21, SHELL-42, PAX-11
  test('the search takes a kind of record and words, and answers half a second after the last key', async () => {
    await portal.open('superadmin', '/DriverManagement')
    const { user } = portal
    await opened()
    expect(screen.getByRole('banner')).toHaveTextContent('Ctrl K')
    await user.click(words())
    expect(await bar().findByText('Start typing to search.')).toBeVisible()
    await portal.fill(words(), 'oscar')
    expect(await bar().findByText('First choose what to search in.')).toBeVisible()
    await portal.fill(words(), '')
    for (const people of ['Passengers', 'Drivers']) {
      await portal.choose(kind(), people)
      await waitFor(() => expect(words()).toHaveFocus())
      expect(words()).toHaveAttribute('placeholder', 'Name, username, email')
    }
    timers.take()
    await user.keyboard('wa')
    expect(await bar().findByText('Please type more characters to start the search.')).toBeVisible()
    await timers.pass(700)
    expect(asked()).toEqual([])
    await user.keyboard('lsh')
    const typedAt = Date.now()
    while (asked().length === 0) await timers.pass(20)
    expect(Date.now() - typedAt).toBeGreaterThanOrEqual(500)
    await waitFor(() => expect(hits()[0]).toHaveTextContent('Walsh'))
    expect(asked().map(({ query }) => query.toString())).toEqual(['query=walsh&page=1&per_page=10&type=drivers'])
    await portal.fill(words(), 'nobody at all')
    expect(await bar().findByText('No matching records found.')).toBeVisible()
  })

  // @test-tag long
  test('Ctrl K opens one box over records of every kind and pages, ready to type, with arrows and Enter', async () => {
    const { user } = portal
    await portal.open('superadmin', '/DriverManagement')
    await opened()
    await user.keyboard('{Control>}k{/Control}')
    const box = await portal.dialog('Search everywhere')
    const field = box.getByRole('combobox', { name: 'Search everywhere' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.keyboard('rep')
    expect(box.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Reports'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(portal.address()).toMatch(/^\/ReportManagement/))
    await portal.noDialog()

    await user.keyboard('{Control>}k{/Control}')
    const again = await portal.dialog('Search everywhere')
    await waitFor(() => expect(again.getByRole('combobox', { name: 'Search everywhere' })).toHaveFocus())
    await user.keyboard('dana')
    const passengers = within(await again.findByRole('group', { name: 'Passengers' }))
    expect(passengers.getAllByRole('option')).toHaveLength(5)
    expect(again.getByText('46 more')).toBeVisible()
    expect(asked().map(({ query }) => query.toString())).toEqual(['query=dana&page=1&per_page=5'])
    const drivers = within(again.getByRole('group', { name: 'Drivers' }))
    const [walsh] = drivers.getAllByRole('option')
    for (let at = 0; at < 5; at++) await user.keyboard('{ArrowDown}')
    expect(again.getByRole('option', { selected: true })).toBe(walsh)
    await user.keyboard('{ArrowDown}')
    expect(again.getByRole('option', { selected: true })).toBe(passengers.getAllByRole('option')[0])
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(portal.address()).toMatch(/^\/DriverManagement\?.*d=DriverDialog-view-\d+$/))
    expect(await screen.findByRole('dialog', { name: /Dana Walsh/ })).toBeVisible()
  })

  test('the key pressed right after Ctrl K is typed into the box', async () => {
    await portal.open('superadmin', '/DriverManagement')
    await opened()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
    // Before the next task, which the next key is.
    await Promise.resolve()
    expect(document.activeElement).toHaveAccessibleName('Search everywhere')
  })

  // covers: SRCH-13, SRCH-14
  test('hits come ten to a page with five pages in the pager, by mouse and by Page Down', async () => {
    await portal.open('superadmin', '/DriverManagement')
    const { user } = portal
    await opened()
    await portal.choose(kind(), 'Passengers')
    await portal.fill(words(), 'example')
    await waitFor(() => expect(hits()).toHaveLength(10))
    const pager = within(bar().getByRole('navigation', { name: 'Pages of the search' }))
    expect(pager.getAllByRole('button', { name: /^Page \d+$/ })).toHaveLength(5)
    const first = hits()[0]?.textContent
    await user.click(pager.getByRole('button', { name: 'Page 3' }))
    await waitFor(() => expect(pager.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page'))
    await waitFor(() => expect(hits()[0]).not.toHaveTextContent(first ?? ''))
    await user.type(words(), '{PageUp}')
    expect(await bar().findByText(/11–20 of/)).toBeVisible()
    await user.keyboard('{PageUp}')
    await waitFor(() => expect(hits()[0]).toHaveTextContent(first ?? ''))
    await user.keyboard('{PageDown}')
    expect(await bar().findByText(/11–20 of/)).toBeVisible()
  })

  // covers: SRCH-10..12
  test('the last five searches are kept in the browser, and one click repeats one', async () => {
    await portal.open('superadmin', '/DriverManagement')
    const { user } = portal
    await opened()
    await portal.choose(kind(), 'Drivers')
    timers.take()
    for (const query of ['one1', 'two2', 'three', 'four', 'five', 'walsh']) {
      await portal.fill(words(), query)
      await user.keyboard('{Enter}')
      await timers.pass(600)
      await waitFor(() => expect(asked().at(-1)?.query.get('query')).toBe(query))
      const results = await bar().findByRole('listbox', { name: 'Search results' })
      await waitFor(() => expect(results).toHaveAttribute('aria-busy', 'false'))
      await user.click(screen.getByRole('heading', { level: 1 }))
    }
    const kept = ['walsh', 'five', 'four', 'three', 'two2'].map((query) => `Drivers:${query}`)
    expect(JSON.parse(localStorage.getItem('global-search-recent') ?? '')).toEqual(kept)
    await portal.reload()
    await opened()
    await user.click(words())
    const recent = within(await screen.findByRole('listbox', { name: 'Recent searches' }))
    expect(recent.getAllByRole('option')).toHaveLength(5)
    await user.click(recent.getByRole('option', { name: /^walsh/ }))
    expect(words()).toHaveValue('walsh')
    await waitFor(() => expect(hits()[0]).toHaveTextContent('Walsh'))
  })

  // covers: SRCH-02, SRCH-19
  // @test-tag long
  test('the search offers only kinds that are switched on and may be read, and passes the region on', async () => {
    const body = { name: 'Searched Shire', time_zone: 'Australia/Brisbane' }
    const { data: region } = await portal.server.client('operations_manager').call(api.regions.create, { body })
    // Pages ask for the settings once: the next one to be loaded gets these.
    await portal.open('customer_service', '/NoSuchPage')
    calls.answer(api.settings.show, async (ask) => {
      const json = (await (await ask()).json()) as { data: { modules: { items: Record<string, unknown>[] }[] } }
      for (const item of json.data.modules.flatMap(({ items }) => items))
        item['globalSearchEnabled'] = ['DriverManagement', 'TravellerManagement'].includes(String(item['name']))
      return Response.json(json)
    })
    await portal.reload()
    await portal.go(`/TravellerManagement?region=${region.id}`)
    await opened()
    await portal.user.click(kind())
    // Customer service may not read drivers.
    const passengers = await screen.findByRole('option', { name: 'Passengers' })
    expect(screen.getAllByRole('option')).toEqual([passengers])
    await portal.user.click(passengers)
    await portal.fill(words(), 'example')
    await waitFor(() => expect(hits()).toHaveLength(10))
    expect(asked().at(-1)?.query.get('region')).toBe(String(region.id))
  })
})
