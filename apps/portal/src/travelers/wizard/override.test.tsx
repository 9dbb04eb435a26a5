import { api } from '@ambit/contract'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

beforeAll(async () => {
  const body = { holds_from: '2026-11-01', cut_off: { kind: 'days' as const, days: 1, at: 0 } }
  await portal.server.client('superadmin').call(api.bookingRules.create, { params: { id: town().zone_id }, body })
})

test('a rule that refuses a search is told with the next time that works, and a dispatcher cannot search past it', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText(/Rides at this time had to be booked by Sun 22 Nov, 12:00 am/)).toBeVisible()
  expect(wizard.queryByRole('button', { name: 'Search past the rules' })).toBeNull()
})

// @test-tag long
test('an operations manager searches past a rule with a reason', async () => {
  const wizard = await open({}, 'operations_manager')
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  const past = await wizard.findByRole('button', { name: 'Search past the rules' })
  expect(past).toBeDisabled()
  await portal.fill(wizard.getByRole('textbox', { name: /Why this is booked past the rules/ }), 'Her doctor')
  await portal.user.click(past)
  expect(await wizard.findByRole('radio', { name: /Soonest/ })).toBeVisible()
  expect(calls.of(api.searches.create).at(-1)?.body).toMatchObject({ override_reason: 'Her doctor' })
})
