import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { codeAt } from '@ambit/server/testing/authenticator'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()
const DAY = 24 * 3600_000

const policyOf = (name: string) => screen.findByRole('radiogroup', { name: `Second factor of ${name}` })
/** The role analyst needs a second factor from now on. */
const requireFactor = async (): Promise<void> => {
  await portal.server.token('analyst')
  const { db, clock } = portal.server.deps
  const since = clock.now()
  // Written without a request, by the machine's own clock.
  await db.updateTable('user_group_roles').set({ since }).execute()
  await db.updateTable('user_group_members').set({ since }).execute()
  await db
    .updateTable('user_roles')
    .set({ second_factor: 'required', second_factor_since: since })
    .where('name', '=', 'analyst')
    .execute()
}
const pass = (days: number) => portal.server.deps.clock.advance(days * DAY)

// covers: OPS-20
test('The tab Sign-in of Settings says for each role whether it needs a second factor, and changes it', async () => {
  await portal.open('superadmin', '/Settings/sign-in')
  const policy = within(await policyOf('dispatcher'))
  expect(policy.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'optional',
    'required',
  ]) // radios are inputs
  expect(policy.getByRole('radio', { name: 'Optional' })).toBeChecked()
  await portal.user.click(policy.getByRole('radio', { name: 'Required' }))
  await waitFor(() => expect(calls.of(api.secondFactorPolicies.update)).toHaveLength(1))
  await waitFor(async () =>
    expect(within(await policyOf('dispatcher')).getByRole('radio', { name: 'Required' })).toBeChecked(),
  )
  expect(await screen.findByText(/^required since /)).toBeVisible()
  await portal.user.click(within(await policyOf('dispatcher')).getByRole('radio', { name: 'Optional' }))
  await waitFor(() => expect(screen.queryByText(/^required since /)).toBeNull())
})

// covers: OPS-20
test('Whoever needs a second factor is told how many days are left, and everything opens so far', async () => {
  await requireFactor()
  pass(5)
  await portal.open('analyst', '/ReportManagement')
  expect(await screen.findByText(/9 days are left/)).toBeVisible()
  expect(portal.address()).toContain('/ReportManagement')
  await portal.user.click(screen.getByRole('link', { name: 'Set it up' }))
  await waitFor(() => expect(portal.address()).toContain('/Profile/Security'))
})

// covers: OPS-20
test('After the days only Security opens, until a second factor is set up there', async () => {
  await requireFactor()
  pass(14)
  await portal.open('analyst', '/ReportManagement')
  await waitFor(() => expect(portal.address()).toContain('/Profile/Security'))
  expect(await screen.findByText(/Nothing else opens until/)).toBeVisible()
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
  expect(menu.queryByRole('link', { name: 'Reports' })).toBeNull()
  await portal.go('/ReportManagement')
  await waitFor(() => expect(portal.address()).toContain('/Profile/Security'))
  await portal.user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Continue' }))
  const secret = (await screen.findByText(/^[A-Z2-7 ]{32,}$/)).textContent.replaceAll(' ', '')
  await portal.fill(screen.getByLabelText('Code'), codeAt(secret, portal.server.deps.clock.wall()))
  await portal.user.click(screen.getByRole('button', { name: 'Confirm' }))
  await portal.user.click(await screen.findByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(screen.queryByText(/Nothing else opens until/)).toBeNull())
  await portal.go('/ReportManagement')
  await waitFor(() => expect(portal.address()).toContain('/ReportManagement'))
})
