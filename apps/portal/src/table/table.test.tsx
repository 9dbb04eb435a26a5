import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { calls } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { NOW, startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

/** one more than two pages of 25 */
const CREW = 51
const stamps = { created_at: new Date(NOW), updated_at: new Date(NOW) }
beforeAll(async () => {
  const drivers = Array.from({ length: CREW }, (_, at) => ({
    first_name: 'Dana',
    last_name: `Crew${String((at * 7) % CREW).padStart(2, '0')}`,
    username: `crew${at}`,
    email: `crew${at}@example.org`,
    phone_number: null,
    status: 'approved' as const,
    pin_hash: null,
    ...stamps,
  }))
  await portal.server.deps.db.insertInto('drivers').values(drivers).execute()
})

// Taken by their tags, as looking for roles among so many cells takes long.
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=grid] tbody tr:not([aria-hidden])')]
const count = (rowsOfPage: number) => waitFor(() => expect(rows()).toHaveLength(rowsOfPage))
const pager = () => within(screen.getByLabelText('Pages'))
const idle = () => waitFor(() => expect([queryClient.isFetching(), rows().length > 0]).toEqual([0, true]))

describe('A table of many rows', () => {
  // covers: TABLE-01, TABLE-02
  // @test-tag long
  test('a table has pages of 10, 25 or 50 rows and keeps the page in the address', async () => {
    await portal.open('fleet_manager', '/DriverManagement')
    const { user } = portal
    await count(25)
    await user.click(screen.getByLabelText('Rows per page', { selector: 'input' }))
    const ten = await screen.findByText('10 / page')
    const options = within(ten.closest<HTMLElement>('[role=listbox]')!).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['10 / page', '25 / page', '50 / page'])
    await user.click(ten)
    await count(10)
    await user.click(pager().getByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText(/^11–20 of/)).toBeVisible()
    expect(portal.address()).toContain('per_page=10')
    expect(portal.address()).toMatch(/[?&]page=2/)
    await portal.reload()
    expect(await screen.findByText(/^11–20 of/)).toBeVisible()
    history.back()
    expect(await screen.findByText(/^1–10 of/)).toBeVisible()
  })

  // covers: TABLE-03
  test('a table offers five pages at a time', async () => {
    await portal.open('fleet_manager', '/NoSuchPage')
    calls.answer(api.drivers.list, async (ask) => {
      const json = (await (await ask()).json()) as object
      return Response.json({ ...json, meta: { total: 500, total_count: 500 } })
    })
    await portal.go('/DriverManagement')
    await count(25)
    const pages = () =>
      pager()
        .getAllByRole('button', { name: /^Page/ })
        .map((button) => button.textContent)
    await waitFor(() => expect(pages()).toEqual(['1', '2', '3', '4', '5']))
    await portal.user.click(pager().getByRole('button', { name: 'Page 5' }))
    await waitFor(() => expect(pages()).toEqual(['3', '4', '5', '6', '7']))
  })

  // @test-tag long
  test('a table sorts by its headings and moves between rows with the arrow keys', async () => {
    await portal.open('fleet_manager', '/DriverManagement')
    const { user } = portal
    await count(25)
    const heading = screen.getByText('Last Name').closest<HTMLElement>('[role=columnheader], th')!
    const names = () => rows().map((row) => row.querySelectorAll('td')[3]?.textContent ?? '')
    await user.click(within(heading).getByRole('button', { name: 'Last Name' }))
    await waitFor(() => expect(names()[0]).toBe('Crew00'))
    expect(portal.address()).toContain('sort=last_name')
    expect(heading).toHaveAttribute('aria-sort', 'ascending')
    expect(names()).toEqual(names().toSorted())
    await user.click(within(heading).getByRole('button', { name: 'Last Name' }))
    await waitFor(() => expect(names()[0]).toBe('Crew50'))
    expect(portal.address()).toContain('sort=-last_name')
    expect(names()).toEqual(names().toSorted().toReversed())
    const [first, , third] = rows()
    first!.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(third).toHaveFocus()
    await user.keyboard('{Home}')
    expect(first).toHaveFocus()
    await user.keyboard('{End}')
    expect(rows().at(-1)).toHaveFocus()
  })

  // covers: TABLE-12..14
  // @test-tag long
  test('a table refreshes by itself, except during a search, a filter or a selection', async () => {
    timers.take()
    const { user } = portal
    const opened = () => portal.open('fleet_manager', '/DriverManagement').then(idle)
    const asked = () => calls.of(api.drivers.list)
    // Shorter than the live stream may be silent: after that everything is loaded again.
    const soon = async () => {
      await idle()
      const before = asked().length
      await timers.pass(21_000)
      await idle()
      return asked().length - before
    }
    await opened()
    expect(await soon()).toBeGreaterThanOrEqual(1)
    await user.click(screen.getByLabelText('Select all rows on this page'))
    expect(await soon()).toBe(0)
    await opened()
    await user.click(screen.getByLabelText('Select all rows on this page'))
    await user.click(screen.getByText('Clear selection'))
    expect(await soon()).toBeGreaterThanOrEqual(1)
    await opened()
    await user.click(within(screen.getByRole('radiogroup', { name: 'Driver Status' })).getByText('Approved'))
    await waitFor(() => expect(asked().at(-1)?.query.get('filter[approved]')).toBe('true'))
    expect(portal.address()).toContain('filter.approved=true')
    expect(await soon()).toBe(0)
    await opened()
    await user.type(screen.getByPlaceholderText(/Filter by Driver/), 'crew1{Enter}')
    await waitFor(() => expect(asked().at(-1)?.query.get('search')).toBe('crew1'))
    expect(await soon()).toBe(0)
  })

  // covers: TABLE-05
  test('a table without hits says so and offers to clear the search', async () => {
    await portal.open('fleet_manager', '/DriverManagement?search=nobodyatall')
    expect(await screen.findByText('No data available')).toBeVisible()
    await portal.user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    await count(25)
  })

  test('a page beyond the last one becomes the last one, instead of saying that there is nothing', async () => {
    await portal.open('fleet_manager', '/DriverManagement?page=9')
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Dana'))
    expect(portal.address()).toMatch(/[?&]page=3/)
  })

  test('a search that is cleared or asked for with Enter while keys are still waited for is not undone by them', async () => {
    timers.take()
    const { user } = portal
    await portal.open('fleet_manager', '/DriverManagement')
    await idle()
    const box = screen.getByPlaceholderText(/Filter by Driver/)
    await user.type(box, 'crew1')
    await user.click(screen.getByLabelText('Clear'))
    await timers.pass(600)
    await idle()
    expect(box).toHaveValue('')
    expect(portal.address()).not.toContain('search=')
    await user.type(box, 'crew{Enter}')
    await idle()
    await user.click(pager().getByRole('button', { name: 'Page 2' }))
    await timers.pass(600)
    await idle()
    expect(portal.address()).toMatch(/[?&]page=2/)
  })

  test('a search that Back or the button for no hits takes away is not brought back by keys still waited for', async () => {
    timers.take()
    const { user } = portal
    const box = () => screen.getByPlaceholderText(/Filter by Driver/)
    await portal.open('fleet_manager', '/DriverManagement')
    await idle()
    await portal.go('/DriverManagement?search=crew1')
    await waitFor(() => expect(box()).toHaveValue('crew1'))
    await user.type(box(), '2')
    history.back()
    await waitFor(() => expect(box()).toHaveValue(''))
    await timers.pass(600)
    await idle()
    expect(portal.address()).not.toContain('search=')

    // Where the filters alone leave nothing, the search in the address stays what it is.
    for (const [nothing, typed] of Object.entries({ 'search=nobodyatall': '2', 'filter.approved=false': 'crew1' })) {
      await portal.go(`/DriverManagement?${nothing}`)
      const clear = await screen.findByRole('button', { name: 'Clear search and filters' })
      await user.type(box(), typed)
      await user.click(clear)
      await timers.pass(600)
      await idle()
      expect(box()).toHaveValue('')
      expect(portal.address()).not.toContain('search=')
    }
  })

  test('a table that cannot be loaded gives the reason and the request number, and tries again', async () => {
    await portal.open('fleet_manager', '/NoSuchPage')
    const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'The database is away.' }
    const mend = calls.answer(api.drivers.list, () =>
      Response.json({ errors: [failure], request_id: 'abc-123' }, { status: 500 }),
    )
    await portal.go('/DriverManagement')
    const card = within(await screen.findByRole('region', { name: 'Drivers' }))
    expect(await card.findByText('Request abc-123')).toBeVisible()
    expect(card.getByRole('alert')).toHaveTextContent('The database is away.')
    mend()
    await portal.user.click(card.getByRole('button', { name: 'Retry' }))
    await count(25)
  })
})
