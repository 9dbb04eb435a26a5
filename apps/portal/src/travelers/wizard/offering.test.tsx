import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, timeField, findTrip } = startWizard()

type Wizard = Awaited<ReturnType<typeof open>>
const searchAt = async (wizard: Wizard, time: string): Promise<void> => {
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByRole('radio', { name: 'Leave Later' }))
  await portal.fill(timeField(wizard), time)
  await portal.user.keyboard('{Enter}')
  await portal.user.click(findTrip(wizard))
}

const countLike = async (rides: number, kept: number): Promise<void> => {
  const { db } = portal.server.deps
  await db.deleteFrom('promise_outcomes').execute()
  const row = { zone_id: town().zone_id, hour: 11, rides, kept }
  await db
    .insertInto('promise_outcomes')
    .values([0, 1, 2, 3].map((slack_band) => ({ ...row, slack_band })))
    .execute()
}

// covers: JRN-70
// @test-tag long
test.each([
  ['Reliable', 100, 95, '95 % of 100 rides like this one kept their promise'],
  ['Fair', 200, 189, '94 % of 200 rides like this one kept their promise'],
  ['Tight', 50, 42, '84 % of 50 rides like this one kept their promise'],
])('an offering is %s by the share of like rides whose promise was kept', async (badge, rides, kept, share) => {
  const wizard = await open()
  await countLike(rides, kept)
  await searchAt(wizard, '11:00 am')
  expect(await wizard.findByText(badge)).toBeVisible()
  expect(screen.getByText(share)).toBeVisible()
})

// covers: JRN-70
// @test-tag long
test('an offering like fewer than 50 rides says that they are too few', async () => {
  const wizard = await open()
  await countLike(49, 49)
  await searchAt(wizard, '11:00 am')
  expect(await wizard.findByText('Too few rides to tell')).toBeVisible()
  expect(screen.queryByText(/kept their promise/)).toBeNull()
})

// covers: JRN-72
test('an offering says how many on board arrive how much later, and how long the vehicle drives more', async () => {
  const wizard = await open()
  await searchAt(wizard, '1:00 pm')
  expect(await wizard.findByText(/^Nobody on board arrives later · Bus 7 drives \d+ min more$/)).toBeVisible()
  await portal.user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
  // Both board at the harbour, and the newcomer gets out on the way of the two.
  const who = await town().passenger('Olga Rider')
  await town().book({ who, from: 'Harbour', to: 'Station', at: '13:00', people: 2 })
  await portal.user.click(findTrip(wizard))
  expect(
    await wizard.findByText(
      /^2 people on board arrive up to \d min later, within their promise · (no extra driving for Bus 7|Bus 7 drives \d+ min more)$/,
    ),
  ).toBeVisible()
})
