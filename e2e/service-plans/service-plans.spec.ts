import { api } from '@ambit/contract'
import { expect, test } from '../fixtures.ts'
import { at, date, draw, open, plannedZone, plansOf, pull, save, timeline } from './planner.ts'

test.describe('Planning a day', () => {
  // covers: SCHED-05, SCHED-07..09, SCHED-11, SCHED-15..18, SCHED-21, SCHED-23, SCHED-24, SCHED-26, SCHED-71
  // covers: SCHED-20, SCHED-29, SCHED-34, SCHED-36, SCHED-91, SCHED-92, SCHED-94, SCHED-99, SCHED-101, SCHED-109, SCHED-176, SCHED-177, SCHED-180, SCHED-182, SCHED-192
  test('a dispatcher draws schedules, moves one by keys, undoes a step and saves them', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('operations_manager')
    const zone = await plannedZone(client, 'Planner Point')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/service_plans')) asked.push(decodeURIComponent(request.url()))
    })
    await signIn(page, 'dispatcher', `/ServicePlans?zone=${zone.id}&date=${date}`)
    await expect(page).toHaveURL(/\/ServicePlans\/live\?/)
    await expect(page).toHaveTitle(/^In-Service Schedules · /)
    const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('region', { name: 'Daily Operations' })
    await expect(menu.getByRole('link', { name: 'In-Service Schedules' })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Schedules of / })).toHaveCount(1)
    const day = page.getByLabel('Current Selected Date')
    await expect(day).toHaveValue(/^\d{2} [A-Z][a-z]{2} \d{4}$/)
    await expect(day).toHaveAttribute('placeholder', 'Pick a day')
    await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeVisible()
    await expect(timeline(page, 'Planner Point').getByText('1am - 2am')).toBeVisible()
    await expect(timeline(page, 'Planner Point').getByText(/^\d+[ap]m - \d+[ap]m$/)).toHaveCount(24)
    await open(page, 'Planner Point')

    await draw(page, 'Planner Point', 8, 11.02)
    const block = timeline(page, 'Planner Point').getByRole('button', {
      name: /No vehicle.*No driver.*8:00 am – 11:00 am.*not saved/,
    })
    await expect(block).toBeVisible()
    await expect(page.getByText('1 Unsaved')).toBeVisible()
    await block.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(page.getByRole('button', { name: /8:00 am – 11:10 am/ })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(block).toBeVisible()
    await page.getByRole('button', { name: 'Redo' }).click()
    await draw(page, 'Planner Point', 13, 15)
    await expect(page.getByText('2 Unsaved')).toBeVisible()
    await page.getByRole('button', { name: /1:00 pm – 3:00 pm/ }).focus()
    await page.keyboard.press('Delete')
    await expect(page.getByText('1 Unsaved')).toBeVisible()

    await block.or(page.getByRole('button', { name: /8:00 am – 11:10 am/ })).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New Service Plan', exact: true })
    await expect(dialog.getByRole('tab')).toHaveText(['Details', 'Bookings'])
    await dialog.getByRole('button', { name: 'Close' }).click()
    // The list is asked for by zone; what is not saved yet is nowhere to be asked for.
    expect(asked.some((url) => url.includes(`filter[zone]=${zone.id}`))).toBe(true)
    expect(asked.filter((url) => url.includes('$uid'))).toEqual([])

    const sent = page.waitForRequest((request) => request.url().endsWith('/service_plans/bulk'))
    await save(page)
    expect(JSON.stringify((await sent).postDataJSON())).not.toContain('$uid')
    expect(await (await sent).headerValue('cookie')).toMatch(/ambit_token=\S+/)
    await expect(page.getByText('1 schedule saved.')).toBeVisible()
    await expect(page.getByText(/Unsaved/)).toHaveCount(0)
    expect(await plansOf(client, zone.id)).toMatchObject([
      { start_time: at(8), end_time: at(11 + 1 / 6), minimum_capacity: 20 },
    ])
  })

  // covers: SCHED-68, SCHED-72..76, SCHED-93, SCHED-95, SCHED-105, SCHED-110, SCHED-156, SCHED-157
  test('a schedule is dragged by its middle and its edges, and every step can be undone', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('operations_manager')
    const zone = await plannedZone(client, 'Planner Reach')
    const times = { start_time: at(8), end_time: at(11), metadata: { shift: '1' } }
    await client.call(api.servicePlans.create, { body: { zone_id: zone.id, ...times } })
    await signIn(page, 'dispatcher', `/ServicePlans/live?zone=${zone.id}&date=${date}`)
    await open(page, 'Planner Reach')
    const block = (span: string) => timeline(page, 'Planner Reach').getByRole('button', { name: new RegExp(span) })
    const grid = timeline(page, 'Planner Reach').locator('[data-editable]')
    await expect(grid).toHaveCSS('background-size', /, 2\.08333% 100%$/)
    const longer = { start_time: at(6), end_time: at(20), metadata: { shift: '2' } }
    const inTheWay = await client.call(api.servicePlans.create, { body: { zone_id: zone.id, ...longer } })
    await expect(block('6:00 am – 8:00 pm')).toBeVisible()
    await pull(page, block('8:00 am – 11:00 am'), 'middle', 1, 1)
    const refused = page.getByRole('alert').filter({ hasText: 'The schedule was not moved' })
    await expect(refused).toContainText('Shift 2 is taken: No vehicle, 6:00 am – 8:00 pm.')
    await expect(block('8:00 am – 11:00 am')).toBeVisible()
    await expect(page.getByText(/Unsaved/)).toHaveCount(0)
    await client.call(api.servicePlans.destroy, { params: { id: inTheWay.data.id } })
    await expect(block('6:00 am – 8:00 pm')).toHaveCount(0)
    await pull(page, block('8:00 am – 11:00 am'), 'middle', 2)
    await expect(block('10:00 am – 1:00 pm')).toBeVisible()
    await pull(page, block('10:00 am – 1:00 pm'), 'end', 1)
    await expect(block('10:00 am – 2:00 pm')).toBeVisible()
    await pull(page, block('10:00 am – 2:00 pm'), 'start', -1)
    await expect(block('9:00 am – 2:00 pm')).toBeVisible()
    await draw(page, 'Planner Reach', 16, 16.2)
    const tooSmall = page.getByRole('alert').filter({ hasText: 'Error: Time Window too small' })
    await expect(tooSmall).toContainText(
      'Your time window needs to be at least 15 Minutes. Please adjust start and end time.',
    )
    await expect(page.getByText('1 Unsaved')).toBeVisible()
    await block('9:00 am – 2:00 pm').press('Delete')
    await expect(page.getByText('1 To Be Deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard changes' })
      .click()
    await expect(block('8:00 am – 11:00 am')).toBeVisible()
    await expect(page.getByText(/Unsaved|To Be Deleted/)).toHaveCount(0)
    expect(await plansOf(client, zone.id)).toMatchObject([{ start_time: at(8), end_time: at(11) }])
  })
})
