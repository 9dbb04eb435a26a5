import type { Client } from '@ambit/contract'
import { api, expect, type Page, test } from '../fixtures.ts'
import { designerPath, type DrawnZone, makeZone, saveZone } from './drawn-zone.ts'

test.use({ blankMap: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const changes = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

const strategiesOf = async (office: Client, { id }: DrawnZone) =>
  (await office.call(api.zoneDesigns.show, { params: { id } })).data.service_strategies

/** A zone with the strategy that every zone is made with, and a second one, on which a schedule rests. */
const prepared = async (office: Client, name: string): Promise<DrawnZone> => {
  const zone = await makeZone(office, name)
  const [first] = await strategiesOf(office, zone)
  if (first === undefined) throw new Error('The zone has no strategy')
  await office.call(api.serviceStrategies.update, {
    params: { id: first.id },
    body: { name: 'Anywhere' },
    version: first.version,
  })
  return zone
}

const schedule = async (office: Client, zone: DrawnZone): Promise<void> => {
  const { data: settings } = await office.call(api.settings.show)
  const inHours = (hours: number): string => new Date(Date.parse(settings.clock.now) + hours * 3600_000).toISOString()
  await office.call(api.servicePlans.create, {
    body: { zone_id: zone.id, start_time: inHours(2), end_time: inHours(4) },
  })
}

test.describe('Service models in the designer', () => {
  // covers: ZONE-68
  test('an administrator changes name, colour, type and figures of a service model, each explained in plain words', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Served Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'service-strategies'))
    const anywhere = form(page, 'Anywhere')
    await expect(anywhere.getByText('A passenger walks at most 500 m to or from a stop.')).toBeVisible()
    await expect(page.getByText('No schedule uses it')).toBeVisible()
    await anywhere.getByLabel('Walk at most').fill('350')
    await expect(anywhere.getByText('A passenger walks at most 350 m to or from a stop.')).toBeVisible()
    await expect(anywhere.getByLabel('Walk at most')).toHaveAccessibleDescription(/at most 350 m/)
    await anywhere.getByLabel('Detour factor').fill('2')
    await expect(
      anywhere.getByText('A ride of 10 minutes without detours takes at most 30 minutes shared.'),
    ).toBeVisible()
    await anywhere.getByLabel('Weight of vehicle time').fill('0.25')
    await expect(
      anywhere.getByText(
        'Offers weigh driving at 25 % and passengers’ time at 75 %; planning within what was promised weighs their time half as much.',
      ),
    ).toBeVisible()
    await anywhere.getByRole('switch', { name: 'Door to door' }).click({ force: true })
    await expect(anywhere.getByText('Vehicles come to the door; passengers need not walk to a stop.')).toBeVisible()
    await anywhere.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Deviated' }).click()
    await expect(
      anywhere.getByText('Vehicles run along fixed routes and leave them for passengers nearby.'),
    ).toBeVisible()
    await anywhere.getByRole('textbox', { name: 'Colour' }).fill('#1F56B8')
    await anywhere.getByRole('textbox', { name: 'Colour' }).press('Escape')
    await anywhere.getByRole('textbox', { name: 'Name' }).fill('Shoreline service')
    await anywhere.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(page.getByRole('heading', { name: /Shoreline service/ })).toContainText('Changed')

    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/design'))
    await saveZone(page)
    const { service_strategies } = (await sent).postDataJSON() as { service_strategies: { updated: object[] } }
    // Only what has changed travels.
    const figures = { max_walk_m: 350, max_detour_factor: 2, vehicle_time_weight: 0.25, door_to_door: true }
    expect(service_strategies.updated).toEqual([
      expect.objectContaining({ name: 'Shoreline service', type: 'deviated', configuration: figures }) as unknown,
    ])
    const [saved] = await strategiesOf(office, zone)
    expect(saved).toMatchObject({ name: 'Shoreline service', type: 'deviated', default: true, zone_id: zone.id })
    expect(saved?.color.toUpperCase()).toBe('#1F56B8')
    expect(saved?.configuration).toMatchObject({ ...figures, pickup_window_minutes: 10 })
  })

  test('an invalid figure is reported beside its field and not drafted', async ({ page, signIn, apiAs }) => {
    const zone = await prepared(await apiAs('administrator'), 'Bounded Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'service-strategies'))
    const anywhere = form(page, 'Anywhere')
    const walk = anywhere.getByLabel('Walk at most')
    await walk.fill('99999')
    await expect(anywhere.getByText('Please enter a number from 0 to 5000')).toBeVisible()
    await walk.fill('')
    await expect(anywhere.getByText('Please enter a number from 0 to 5000')).toBeVisible()
    await walk.blur()
    await expect(walk).toHaveValue('500 m')
    await expect(anywhere.getByText('Please enter a number from 0 to 5000')).toBeHidden()
    await walk.pressSequentially('metres')
    await expect(walk).toHaveValue('500 m')
    const name = anywhere.getByRole('textbox', { name: 'Name' })
    await name.fill('  ')
    await name.blur()
    await expect(anywhere.getByText('Please enter a name')).toBeVisible()
    await name.fill('x'.repeat(300))
    await expect(name).toHaveValue('x'.repeat(255))
    await name.fill('Anywhere')
    await name.blur()
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
    await expect(button(page, 'Save')).toBeDisabled()
    // Typing a figure is one step, whatever the number of keys.
    await walk.fill('')
    await walk.pressSequentially('250')
    await expect(changes(page, '1 change')).toBeVisible()
    await walk.blur()
    await page.locator('body').press('Control+z')
    await expect(walk).toHaveValue('500 m')
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
  })

  test('a service model shows how many schedules use it, and the default or one in use cannot be deleted', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Resting Quarter')
    await schedule(office, zone)
    await signIn(page, 'administrator', designerPath(zone, 'service-strategies'))
    await expect(page.getByText('1 schedule uses it')).toBeVisible()
    await expect(form(page, 'Anywhere').getByText('Default of the zone')).toBeVisible()
    await expect(button(page, 'Delete strategy')).toBeDisabled()
    await expect(
      page.getByText('The default strategy cannot be deleted: make another one the default first.'),
    ).toBeVisible()
    // The feature that allows new ones ships switched off.
    await expect(button(page, 'Add strategy')).toHaveCount(0)
  })
})

test('A dispatcher may read service models but not change them', async ({ page, signIn, apiAs }) => {
  const zone = await prepared(await apiAs('administrator'), 'Read Quarter')
  await signIn(page, 'dispatcher', designerPath(zone, 'service-strategies'))
  const anywhere = form(page, 'Anywhere')
  await expect(anywhere.getByText('A passenger walks at most 500 m to or from a stop.')).toBeVisible()
  for (const field of ['Name', 'Colour', 'Type', 'Walk at most', 'Detour factor'])
    await expect(
      anywhere.getByRole('textbox', { name: field }).or(anywhere.getByRole('combobox', { name: field })),
    ).toBeDisabled()
  await expect(anywhere.getByRole('switch', { name: 'Door to door' })).toBeDisabled()
  for (const name of ['Delete strategy', 'Make default', 'Add strategy'])
    await expect(button(page, name), name).toHaveCount(0)
})

test.describe('Accessibility of service models', () => {
  test('service models pass axe for users who may edit and for users who may only read', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    const zone = await prepared(await apiAs('administrator'), `Styled Quarter`)
    await signIn(page, 'administrator', designerPath(zone, 'service-strategies'))
    await form(page, 'Anywhere').getByLabel('Walk at most').fill('99999')
    await expect(page.getByText('Please enter a number from 0 to 5000')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, 'dispatcher', designerPath(zone, 'service-strategies'))
    await expect(form(page, 'Anywhere')).toBeVisible()
    await expectAccessible(page)
  })
})
