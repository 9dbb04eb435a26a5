import { api } from '@ambit/contract'
import { becomeLocalDemo } from '@ambit/server/testing/local-demo'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()
beforeAll(() => becomeLocalDemo(portal.server))
beforeEach(() => portal.open(null, '/Login'))

const enterAs = async (role: string) => portal.user.click(await screen.findByRole('button', { name: role }))
const tour = () => screen.findByRole('complementary', { name: 'Guided tour' })

describe('The sign-in page of a demo on this machine', () => {
  test('a button signs in as a role, and dispatchers begin in Service Monitoring', async () => {
    const names = within(await screen.findByRole('region', { name: 'Or sign in to the demo as' })).getAllByRole(
      'button',
    )
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Superadmin',
      'Administrator',
      'Operations manager',
      'Dispatcher',
      'Customer service',
      'Fleet manager',
      'Analyst',
    ])
    await enterAs('Dispatcher')
    await waitFor(() => expect(portal.address()).toMatch(/^\/VehicleMonitoring/))
    expect(await screen.findByRole('button', { name: 'Dana Whitlock, account menu' })).toBeVisible()
  })

  test('an administrator begins with the dashboard', async () => {
    await enterAs('Administrator')
    await waitFor(() => expect(portal.address()).toBe('/Dashboard'))
  })

  test('a refused sign-in says why and leaves the buttons usable', async () => {
    await screen.findByRole('button', { name: 'Analyst' })
    const arun = portal.server.deps.db.updateTable('users').where('username', '=', 'arun')
    await arun.set({ status: 'blocked' }).execute()
    await enterAs('Analyst')
    await waitFor(() => expect(document.querySelector('form [role=alert]')).toHaveTextContent(/^.+: .+$/))
    expect(portal.address()).toBe('/Login')
    expect(screen.getByRole('button', { name: 'Analyst' })).toBeEnabled()
    await arun.set({ status: 'active' }).execute()
  })
})

test('The footer shows the demo’s time in its town and changes its speed, which every open page follows', async () => {
  await enterAs('Analyst')
  const clock = within(await screen.findByRole('group', { name: 'Demo clock' }))
  expect(clock.getByText('Mon 23 Nov, 8:00 am')).toBeVisible()
  expect(clock.getByRole('button', { name: '1× speed' })).toHaveAttribute('aria-pressed', 'true')
  await portal.user.click(clock.getByRole('button', { name: '60× speed' }))
  await waitFor(() => expect(clock.getByRole('button', { name: '60× speed' })).toHaveAttribute('aria-pressed', 'true'))
  expect(portal.server.deps.clock.speed).toBe(60)
  calls.answer(api.clock.setSpeed, () => Response.json({}, { status: 409 }))
  await portal.user.click(clock.getByRole('button', { name: '1× speed' }))
  expect(await screen.findByText('The speed could not be changed. Please try again.')).toBeVisible()
})

describe('The guided tour', () => {
  test('a visitor is led from a call to a breakdown to a zone, and back', async () => {
    await enterAs('Operations manager')
    await portal.user.click(within(await tour()).getByRole('button', { name: 'Start the tour' }))
    await portal.user.click(await screen.findByRole('button', { name: 'Open passengers' }))
    await waitFor(() => expect(portal.address()).toMatch(/^\/TravellerManagement/))
    expect(within(await tour()).getByRole('heading')).toHaveTextContent('A call: Start a booking')
    await portal.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(within(await tour()).getByRole('heading')).toHaveTextContent('A call: Find the caller')
    for (const button of ['Open passengers', 'Next', 'Next'])
      await portal.user.click(within(await tour()).getByRole('button', { name: button }))
    expect(within(await tour()).getByRole('heading')).toHaveTextContent('A breakdown: Find the vehicle')
    expect(within(await tour()).getByText('Step 4 of 7')).toBeVisible()
    await portal.user.click(screen.getByRole('button', { name: 'Open Service Monitoring' }))
    await waitFor(() => expect(portal.address()).toMatch(/^\/VehicleMonitoring/))
    await portal.user.click(screen.getByRole('button', { name: 'Next' }))
    await portal.user.click(screen.getByRole('button', { name: 'Open zones' }))
    await waitFor(() => expect(portal.address()).toMatch(/^\/ZoneManagement/))
    await portal.user.click(screen.getByRole('button', { name: 'Finish' }))
    expect(screen.queryByRole('complementary', { name: 'Guided tour' })).toBeNull()
  })

  test('it is left with Esc, is not offered again, and starts again from the account menu', async () => {
    await enterAs('Operations manager')
    const start = await screen.findByRole('button', { name: 'Start the tour' })
    start.focus()
    await portal.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Guided tour' })).toBeNull())
    await portal.reload()
    await portal.user.click(await screen.findByRole('button', { name: /account menu/ }))
    expect(screen.queryByRole('complementary', { name: 'Guided tour' })).toBeNull()
    await portal.user.click(await screen.findByRole('button', { name: 'Guided tour' }))
    expect(within(await tour()).getByRole('heading')).toHaveTextContent('A call: Find the caller')
  })

  test('it shows only what a person may do', async () => {
    await enterAs('Analyst')
    await portal.user.click(within(await tour()).getByRole('button', { name: 'Start the tour' }))
    const headings: (string | null)[] = []
    for (const button of ['Open passengers', 'Open Service Monitoring', 'Open zones', 'Finish']) {
      headings.push(within(await tour()).getByRole('heading').textContent)
      await portal.user.click(within(await tour()).getByRole('button', { name: button }))
    }
    expect(headings).toEqual([
      'A call: Find the caller',
      'A breakdown: Find the vehicle',
      'A zone: Look at a zone',
      'A zone: Open its designer',
    ])
  })
})
