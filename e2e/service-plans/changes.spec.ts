import { api } from '@ambit/contract'
import { addDays, weekdayOf } from '@ambit/domain'
import { prepareDuty } from '../duty.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { at, date, open, plannedZone, plansOf, save, timeline } from './planner.ts'

/** As the fields and tables of the portal write a date. */
const written = (day: string): string =>
  new Intl.DateTimeFormat('en-AU', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .formatToParts(new Date(day))
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')

const choose = async (page: Page, field: string, option: string): Promise<void> => {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('combobox', { name: field }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

test.describe('Changing a day with bookings', () => {
  // covers: SCHED-35, SCHED-43, SCHED-114..116, SCHED-122..126
  test('a dispatcher is shown what happens to every booking before the schedules change, and may cancel', async ({
    page,
    signIn,
    apiAs,
    demo,
  }) => {
    test.slow()
    const office = await apiAs('administrator')
    const duty = await prepareDuty(demo, office, 'Shorter Quay')
    const plan = async (called: string, shift: string, [from, to]: [number, number]) => {
      const vehicle_number = `${called} ${duty.zone.id}`
      const { data: bus } = await office.call(api.vehicles.create, {
        body: { vehicle_number, license_plate: vehicle_number, capacity: 6, mobility_capacity: 0 },
      })
      const times = { start_time: at(from), end_time: at(to), metadata: { shift } }
      const body = { zone_id: duty.zone.id, vehicle_id: bus.id, ...times }
      return (await office.call(api.servicePlans.create, { body })).data
    }
    const long = await plan('Long', '1', [8, 20])
    const minutesTo = (hour: number): number => (Date.parse(at(hour)) - Date.now()) / 60_000
    const afternoon = await book(office, duty, minutesTo(15))
    const evening = await book(office, duty, minutesTo(19))
    const short = await plan('Short', '2', [13, 17])
    await signIn(page, 'dispatcher', `/ServicePlans/live?zone=${duty.zone.id}&date=${date}`)
    await open(page, duty.zone.name)
    const block = (name: string) =>
      timeline(page, duty.zone.name).getByRole('button', { name: new RegExp(`^${name} `) })
    const edit = async (field: string, time: string): Promise<void> => {
      await block('Long').press('Enter')
      const dialog = page.getByRole('dialog', {
        name: `Viewing/Editing In-Service Schedule | (ID: ${long.id})`,
        exact: true,
      })
      await expect(dialog.getByRole('tab')).toHaveText(['Details', 'Bookings'])
      await choose(page, field, time)
      await dialog.getByRole('button', { name: 'Submit' }).click()
    }
    const warning = page.getByRole('dialog', {
      name: 'Warning - Changing schedules may result in cancelled Bookings',
      exact: true,
    })
    const answer = (name: string) => warning.getByRole('button', { name, exact: true }).click()
    const moved = warning.getByRole('table', {
      name: 'The following bookings will be reallocated to another vehicle subject to availability:',
    })
    const lost = warning.getByRole('table', {
      name: 'The following bookings will be cancelled as no other vehicle is available in this zone:',
    })

    await edit('Start Time', '4:00 pm')
    await expect(warning).toHaveAttribute('data-dialog', 'start_late')
    await expect(moved.getByRole('row', { name: new RegExp(String(afternoon.id)) })).toContainText('Short')
    await expect(lost).toHaveCount(0)
    await answer('Discard')
    await expect(warning).toHaveCount(0)
    await expect(block('Long')).toHaveAccessibleName(/8:00 am – 8:00 pm/)
    await expect(page.getByText(/Unsaved/)).toHaveCount(0)

    await edit('End Time', '2:00 pm')
    await expect(warning).toHaveAttribute('data-dialog', 'end_early')
    await expect(moved.getByRole('row', { name: new RegExp(String(afternoon.id)) })).toContainText(duty.passenger)
    await expect(lost.getByRole('row', { name: new RegExp(String(evening.id)) })).toContainText(duty.passenger)
    const window = page.viewportSize()?.width ?? 1
    const share = async (): Promise<number> => ((await warning.boundingBox())?.width ?? 0) / window
    await expect.poll(share).toBeCloseTo(0.6, 2)
    await answer('Save')
    await expect(page.getByText('The schedule was changed.')).toBeVisible()
    await expect(warning).toHaveCount(0)
    await expect(block('Long')).toHaveAccessibleName(/8:00 am – 2:00 pm/)
    const now = async (id: number) => (await office.call(api.serviceRequests.show, { params: { id } })).data
    expect(await now(afternoon.id)).toMatchObject({ status: 'assigned', trip_id: short.trip_id })
    expect(await now(evening.id)).toMatchObject({ status: 'cancelled' })

    await block('Short').press('Delete')
    await expect(warning).toHaveAttribute('data-dialog', 'cancellation')
    await expect(lost.getByRole('row')).toHaveCount(2)
    await answer('Save')
    await expect(page.getByText('The schedule was cancelled.')).toBeVisible()
    await expect(block('Short')).toHaveCount(0)
    expect((await plansOf(office, duty.zone.id)).map(({ id }) => id)).not.toContain(short.id)
  })

  // covers: SCHED-19, SCHED-96..98, SCHED-103, SCHED-104, SCHED-106, SCHED-107, SCHED-131..133, SCHED-135..140
  // covers: SCHED-142, SCHED-145
  test('a dispatcher repeats a day, corrects schedules that could not be saved and switches to another region', async ({
    page,
    signIn,
    apiAs,
  }) => {
    test.slow()
    const client = await apiAs('superadmin')
    const zone = await plannedZone(client, 'Planner Copy')
    const other = await plannedZone(client, 'Planner Busy')
    const week = addDays(date, 7)
    const search = 'Planner Elsewhere'
    const elsewhere =
      (await client.call(api.regions.list, { query: { search } })).data[0] ??
      (await client.call(api.regions.create, { body: { name: search, time_zone: 'Australia/Brisbane' } })).data
    const plan = async (body: object, hours: [number, number], days: number, zone_id = zone.id) => {
      const times = { start_time: at(hours[0], days), end_time: at(hours[1], days) }
      return (await client.call(api.servicePlans.create, { body: { zone_id, ...times, ...body } })).data
    }
    const [vehicle] = (await client.call(api.vehicles.list, { query: { per_page: 1, filter: { status: ['active'] } } }))
      .data
    if (vehicle === undefined) throw new Error('The demo has no vehicle')
    await plan({ metadata: { shiftLabel: 'Early' } }, [8, 11], 0)
    const old = await plan({}, [12, 14], 7)
    await plan({ vehicle_id: vehicle.id }, [9, 10], 7, other.id)

    await signIn(page, 'superadmin', `/ServicePlans/live?zone=${zone.id}&date=${date}`)
    await open(page, 'Planner Copy')
    await page.getByRole('button', { name: 'Repeat' }).click()
    const form = page.getByRole('form', { name: 'Repeat schedules' })
    await expect(form.getByRole('textbox', { name: 'Start Date', exact: true })).toHaveValue(written(addDays(date, 1)))
    const shortcuts = form.getByRole('group', { name: 'Start date shortcuts' }).getByRole('button')
    await expect(shortcuts).toHaveText(['Today', 'Tomorrow', 'In 2 days', 'In 1 week'])
    await expect(form.getByRole('radio')).toHaveCount(2)
    await expect(form.getByRole('radio', { name: 'No End Date' })).toBeChecked()
    await form.getByRole('radio', { name: 'Set End Date' }).check()
    await form.getByRole('combobox', { name: 'Zones' }).press('Backspace')
    await form.getByRole('button', { name: 'Repeat' }).click()
    for (const missing of ['Please select a zone', 'Please select a weekday', 'Please select an end date'])
      await expect(form.getByText(missing)).toBeVisible()
    await form.getByRole('combobox', { name: 'Zones' }).click()
    await page.getByRole('option', { name: 'Planner Copy', exact: true }).click()
    await page.keyboard.press('Tab')
    await form.getByText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekdayOf(week) - 1] ?? '').click()
    await form.getByRole('textbox', { name: 'End Date', exact: true }).fill(written(week))
    await page.keyboard.press('Tab')
    await form.getByRole('checkbox', { name: 'Replace existing' }).check()
    await form.getByRole('button', { name: 'Repeat' }).click()
    const saving = page.getByRole('dialog', { name: 'Save changes' })
    await expect(saving.getByText('1 record added')).toBeVisible()
    await expect(saving.getByText('1 record removed')).toBeVisible()
    await saving.getByRole('button', { name: 'Keep editing' }).click()

    // The copy is given a vehicle that is busy elsewhere at that time.
    await page.getByLabel('Current Selected Date').fill(written(week))
    await page.keyboard.press('Enter')
    await timeline(page, 'Planner Copy')
      .getByRole('button', { name: /8:00 am – 11:00 am/ })
      .press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Shift ID')).toHaveValue('Early')
    await choose(page, 'Vehicle', vehicle.vehicle_number)
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url().replace(/.*\//, ''))
    })
    await save(page)
    const failed = page.getByRole('button', { name: '1 Failed' })
    await expect(failed).toBeVisible()
    expect(calls.filter((call) => call.startsWith('bulk'))).toEqual(['bulk_delete', 'bulk'])
    expect((await plansOf(client, zone.id)).map(({ id }) => id)).not.toContain(old.id)
    await page.getByRole('button', { name: 'Previous day' }).click()
    await expect(page.getByLabel('Current Selected Date')).toHaveValue(written(addDays(week, -1)))
    await failed.click()
    const row = page.getByRole('table', { name: 'Failed schedules' }).getByRole('row').nth(1)
    await expect(row.getByRole('cell').nth(1)).toHaveText('8:00 am')
    await expect(row.getByRole('cell').nth(2)).toHaveText('11:00 am')
    await expect(row).toContainText('Planner Busy')
    await row.getByRole('button', { name: 'Go To Date' }).click()
    await expect(page.getByLabel('Current Selected Date')).toHaveValue(written(week))
    await expect(page.getByText('1 Unsaved')).toBeVisible()

    const region = page.getByRole('combobox', { name: 'Region' })
    const leave = async (): Promise<void> => {
      await region.click()
      await page.getByRole('option', { name: search, exact: true }).click()
    }
    await leave()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByText('1 Unsaved')).toBeVisible()
    await leave()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(new RegExp(`region=${elsewhere.id}`))
    await expect(timeline(page, 'Planner Copy')).toHaveCount(0)
    await expect(page.getByText(/Unsaved|Failed/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
    await page.evaluate(() => localStorage.removeItem('global_region_filter'))
  })
})
