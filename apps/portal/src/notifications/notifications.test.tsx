import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { notices } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

describe('A failed request of a page', () => {
  // covers: NOTE-01..05, NOTE-08, API-36, API-39..42
  test('a notice lists the errors of a failed request and goes after five seconds', async () => {
    await portal.open('fleet_manager', '/NoSuchPage')
    await screen.findByRole('heading', { name: 'Page not found' })
    calls.answer(api.drivers.list, () => {
      const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'It broke.' }
      return Response.json({ errors: [failure] }, { status: 500 })
    })
    timers.take()
    await portal.go('/DriverManagement')
    await waitFor(() => expect(notices()).toHaveLength(1))
    const [notice] = notices()
    expect(notice).toHaveTextContent('Error fetching data from API')
    expect(notice).toHaveAttribute('data-type', 'error')
    const lines = within(notice!).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^API error when trying to fetch from \/api\/v2\/ops\/drivers/) as string,
      'Internal: It broke.',
    ])
    expect(within(notice!).queryByRole('button', { name: 'Close' })).toBeNull()
    await timers.pass(3000)
    expect(notices()).toHaveLength(1)
    await timers.pass(2500)
    await waitFor(() => expect(notices()).toHaveLength(0), { timeout: 500 })
  })

  // covers: NOTE-12
  test('a long error is shown as code', async () => {
    await portal.open('fleet_manager', '/NoSuchPage')
    await screen.findByRole('heading', { name: 'Page not found' })
    calls.answer(api.drivers.list, () => refusal(500, 'internal', 'Broken at line and column. '.repeat(20)))
    await portal.go('/DriverManagement')
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]!.querySelector('pre')).toHaveTextContent('Broken at line')
  })

  // covers: API-35
  test('a missing record raises no notice', async () => {
    await portal.open('fleet_manager', '/DriverManagement?d=DriverDialog-view-999999')
    const dialog = await portal.dialog(/./)
    await waitFor(() => expect(dialog.getByRole('alert')).toBeVisible())
    expect(notices()).toHaveLength(0)
  })
})
