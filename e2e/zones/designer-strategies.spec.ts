import type { Client } from '@ambit/contract'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { designerPath, type DrawnZone, makeZone } from './drawn-zone.ts'

leftToLongRun()

test.use({ blankMap: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const changes = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

const strategiesOf = async (office: Client, { id }: DrawnZone) =>
  (await office.call(api.zoneDesigns.show, { params: { id } })).data.service_strategies

/** A zone with the strategy that every zone is made with. */
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

test.describe('Service models in the designer', () => {
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
    // Typing a figure is one step for any number of keys.
    await walk.fill('')
    await walk.pressSequentially('250')
    await expect(changes(page, '1 change')).toBeVisible()
    await walk.blur()
    await page.locator('body').press('Control+z')
    await expect(walk).toHaveValue('500 m')
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
  })
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
