import type { Client, ServiceException } from '@ambit/contract'
import type { Page } from '@playwright/test'
import type { Duty } from '../duty.ts'
import { api, expect, test, leftToLongRun } from '../fixtures.ts'
import { tabTo } from '../hands.ts'
import { book, onDuty } from '../trips/plan.ts'

// A busy machine takes its time.
test.describe.configure({ timeout: 240_000 })
const seen = expect.configure({ timeout: 40_000 })

const raiseIn =
  (office: Client, { zone }: Duty) =>
  async (text: string, severity: ServiceException['severity']): Promise<number> =>
    (await office.call(api.exceptions.create, { body: { text, severity, zone_id: zone.id } })).data.id

/** The booking loses its vehicle, which can still take it. */
const unassign = async (office: Client, id: number): Promise<void> => {
  const action = { kind: 'unassign' as const, service_request_ids: [id] }
  const { data: preview } = await office.call(api.effectPreviews.create, { body: action })
  const [option] = preview.options
  const chosen = { option: option?.key ?? '', token: option?.token ?? '' }
  const body = { action: preview.action, ...chosen, confirmed: true }
  await office.call(api.effectPreviews.accept, { body })
}

const list = (page: Page) => page.getByRole('list', { name: 'What needs a person' })
const link = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name })
/** What the focused row is read out as. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
/** Down the list and up again, twice: the order may change where the selection moves, and a row be passed by for it. */
const goTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 4 * 12 && (await focused(page)) !== name; presses++)
    await page.keyboard.press(Math.floor(presses / 12) % 2 === 0 ? 'j' : 'k')
  await expect(link(page, name)).toBeFocused()
}

// covers: EXC-85, EXC-108
test('A dispatcher triages ten exceptions with the keyboard alone, and takes one from its arrival to an accepted fix in at most five presses', async ({
  page,
  demo,
  signIn,
  apiAs,
}) => {
  const office = await apiAs('operations_manager')
  const duty = await onDuty(demo, apiAs, 'Triage')
  const raise = raiseIn(office, duty)
  const booking = await book(office, duty, 50)
  const texts = ['Tree', 'Gate', 'Ramp', 'Bridge', 'Light', 'Parade', 'Market', 'Ferry']
  const ids = new Map<string, number>()
  for (const text of texts) ids.set(text, await raise(text, 'watch'))
  const shown = async (id: number) => (await office.call(api.exceptions.show, { params: { id } })).data
  const state = async (text: string) => (await shown(ids.get(text) ?? 0)).state
  await signIn(page, 'dispatcher', `/Exceptions/inbox?zone=${duty.zone.id}`)
  await tabTo(page, 'link', 'Tree')

  // One that is urgent is read out at once, in a sentence.
  ids.set('The school is flooded', await raise('The school is flooded', 'urgent'))
  await seen(page.locator('[aria-live="assertive"]').filter({ hasText: 'The school is flooded' })).toHaveCount(1)

  await unassign(office, booking.id)
  const waiting = link(page, /has no vehicle yet/)
  await seen(list(page).getByRole('button', { name: /^Move / })).toBeVisible()
  // Beneath the selected row nothing moves for five seconds.
  const aboveTree = async (): Promise<string> => {
    const rows = await list(page).getByRole('listitem').allTextContents()
    return rows[rows.findIndex((row) => row.includes('Tree')) - 1] ?? ''
  }
  await seen.poll(aboveTree).toContain('has no vehicle yet')
  await expect(link(page, 'Tree')).toBeFocused()
  let presses = 0
  const press = async (key: string): Promise<void> => {
    presses += 1
    await page.keyboard.press(key)
  }
  await press('k')
  await expect(waiting).toBeFocused()
  expect(await focused(page)).toMatch(/^\S+ \S+ has no vehicle yet \(.+ to .+\)$/)
  await press('f')
  const effect = page.getByRole('dialog', { name: 'What this would do' })
  await seen(effect.getByRole('button', { name: 'Accept' })).toBeEnabled()
  await press('ControlOrMeta+Enter')
  await seen(effect).toBeHidden()
  expect(presses).toBeLessThanOrEqual(5)
  const { data: ride } = await office.call(api.serviceRequests.show, { params: { id: booking.id } })
  expect([ride.status, ride.trip_id]).toEqual(['assigned', duty.tripId])

  await tabTo(page, 'link', 'Tree')
  for (const text of ['Tree', 'Gate', 'Ramp']) {
    await goTo(page, text)
    await page.keyboard.press('a')
    await seen.poll(() => state(text)).toBe('acknowledged')
    await expect(link(page, text)).toBeFocused()
  }
  for (const text of ['Bridge', 'Light']) {
    await goTo(page, text)
    await page.keyboard.press('s')
    const item = page.getByRole('menuitem', { name: '15 min' })
    await seen(item).toBeVisible()
    for (let steps = 0; steps < 8; steps++) {
      if (await item.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await seen.poll(() => state(text)).toBe('snoozed')
    // What is read out next is the next row, and never the top of the page.
    await expect(list(page).locator(':focus')).toHaveCount(1)
  }
  for (const text of ['Parade', 'Market', 'Ferry', 'The school is flooded']) {
    await goTo(page, text)
    await page.keyboard.press('e')
    await expect(list(page).getByLabel('Outcome')).toBeFocused()
    await tabTo(page, 'button', 'Resolve', list(page).getByRole('listitem').filter({ hasText: text }))
    await page.keyboard.press('Enter')
    await seen.poll(() => state(text)).toBe('resolved')
    await expect(list(page).locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('ControlOrMeta+z')
  await seen(page.getByText('Taken back')).toBeVisible()
  await seen.poll(() => state('The school is flooded')).toBe('open')
  await goTo(page, 'Tree')
})

// covers: EXC-85
test('All five tabs of Exceptions pass axe', async ({ page, demo, signIn, apiAs, goWithin, expectAccessible }) => {
  leftToLongRun()
  const office = await apiAs('operations_manager')
  const duty = await onDuty(demo, apiAs, 'Five Tabs')
  const raise = raiseIn(office, duty)
  const [opened, ended] = [await raise('The bridge is up', 'urgent'), await raise('A tree lies on the road', 'soon')]
  await office.call(api.exceptions.resolve, { params: { id: ended }, body: { outcome: 'fixed' } })
  const { region_id } = (await office.call(api.zones.show, { params: { id: duty.zone.id } })).data
  const place = `region=${region_id}&zone=${duty.zone.id}`
  await signIn(page, 'operations_manager', `/Exceptions/inbox/${opened}?${place}`)
  await seen(page.getByRole('heading', { name: 'The bridge is up' })).toBeVisible()
  await expectAccessible(page)
  for (const [tab, there] of [
    ['history', page.getByText('A tree lies on the road')],
    ['response', page.getByRole('table').first()],
    ['handover', page.getByRole('region', { name: 'Brief' }).getByRole('button', { name: 'Offer handover' })],
    ['rules', page.getByRole('region', { name: duty.zone.name })],
  ] as const) {
    await goWithin(page, `/Exceptions/${tab}?${place}`)
    await seen(there).toBeVisible()
    await expectAccessible(page)
  }
})
