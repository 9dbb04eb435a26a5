import { api } from '@ambit/contract'
import { prepareDuty } from '../duty.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { at, date, open, plansOf, timeline } from './planner.ts'

const choose = async (page: Page, field: string, option: string): Promise<void> => {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('combobox', { name: field }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

// covers: SCHED-35, SCHED-43, SCHED-112..116, SCHED-122..126
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
  const block = (name: string) => timeline(page, duty.zone.name).getByRole('button', { name: new RegExp(`^${name} `) })
  const edit = async (field: string, time: string): Promise<void> => {
    await block('Long').press('Enter')
    const dialog = page.getByRole('dialog', {
      name: `Viewing/Editing In-Service Schedule | (ID: ${long.id})`,
      exact: true,
    })
    await expect(dialog.getByRole('tab')).toHaveText(['Details', 'Bookings', 'History'])
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
