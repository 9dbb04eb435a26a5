import { api } from '@ambit/contract'
import { judging } from '@ambit/server/testing/judging'
import { type Crew, stopPoint } from '@ambit/server/testing/small-town'
import { destination } from '@ambit/geo'
import { type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town, at, onDuty, report } = startMonitoring()

let jobs: ReturnType<typeof judging>
beforeEach(async () => {
  await portal.server.deps.db.deleteFrom('exceptions').execute()
  jobs = judging(portal.server)
})

const second = (time: string) => portal.server.deps.clock.set(`2026-11-23T${time}+10:00`)
const row = async (sentence: RegExp) => {
  const link = await screen.findByRole('link', { name: sentence })
  return within(link.closest('li')!)
}
const fixes = (inside: BoundFunctions<typeof queries>) =>
  inside
    .getAllByText(/./, { selector: '[data-fix], [data-fix] *' })
    .filter((one) => one.childElementCount === 0)
    .map(({ textContent }) => textContent)
const open = (path = '') => portal.open('dispatcher', `/Exceptions/inbox${path}?region=${town().region_id}`)
const standing = async () =>
  (
    await portal.server
      .client('dispatcher')
      .call(api.exceptions.list, { query: { filter: { zone: [town().zone_id] } } })
  ).data

/** Van 1 has set out and will be 12 min late for Ann Berg; others are free. */
const heldUp = async (...free: readonly string[]): Promise<{ van: Crew; booking: number }> => {
  const van = await onDuty('Van 1')
  const { id } = await town().book({
    who: await town().passenger('Ann Berg'),
    from: 'Market',
    to: 'School',
    at: '09:00',
  })
  for (const name of free) await town().vehicle(name)
  second('08:00:01')
  const [longitude, latitude] = destination(stopPoint('Market'), 100, 270)
  await report(van, [longitude, latitude])
  const { db } = portal.server.deps
  const stops = await db
    .selectFrom('trip_stops as s')
    .innerJoin('service_requests as r', (join) =>
      join.on((e) =>
        e.or([e('r.pickup_trip_stop_id', '=', e.ref('s.id')), e('r.dropoff_trip_stop_id', '=', e.ref('s.id'))]),
      ),
    )
    .where('r.id', '=', id)
    .select(['s.id', 'r.pickup_trip_stop_id', 'r.promised_pickup_upper_bound', 'r.promised_dropoff_upper_bound'])
    .execute()
  for (const stop of stops) {
    const until =
      stop.id === stop.pickup_trip_stop_id ? stop.promised_pickup_upper_bound : stop.promised_dropoff_upper_bound
    const eta = new Date(until.getTime() + 12 * 60_000)
    await db.updateTable('trip_stops').set({ eta }).where('id', '=', stop.id).execute()
  }
  await jobs.watch()
  second('08:00:31')
  await jobs.watch()
  await jobs.workOut()
  return { van, booking: id }
}

// covers: EXC-06, EXC-70, EXC-71, EXC-72, EXC-74, EXC-105
test('a held up vehicle’s suggested move is read and accepted from its row, and ends the exception as fixed by the dispatcher', async () => {
  const { van, booking } = await heldUp('Van 2', 'Van 3')
  const [lateNow] = (await standing()).filter(({ kind }) => kind === 'promise_at_risk')
  const body = { text: 'A tree lies on the road', severity: 'soon' as const, zone_id: town().zone_id }
  const child = (await portal.server.client('operations_manager').call(api.exceptions.create, { body })).data
  const { db } = portal.server.deps
  await db.updateTable('exceptions').set({ parent_id: lateNow!.id }).where('id', '=', child.id).execute()
  await open()
  const late = await row(/^Van 1 will be 12 min late for Ann B\. \(.* to .*\)$/)
  const line = (await screen.findByRole('link', { name: /^Van 1 will be/ })).closest('li')!
  expect(line).toHaveTextContent(/^UrgentPromise at riskBayside.*Since 8:00 am, just now · \d+ min left · 1 below/)
  expect(await late.findByText('12 min less late, 1 moved')).toBeVisible()
  expect(fixes(late).slice(0, 3)).toEqual(['Move Ann B. to Van 2', 'Re-plan this trip', 'Tell 1 passenger'])
  await portal.user.click(late.getByRole('button', { name: 'Move Ann B. to Van 2' }))
  const dialog = await portal.dialog('What this would do')
  const chosen = () => dialog.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)
  await waitFor(() => expect(chosen()).toEqual([true, false, false]))
  expect(dialog.getByText(`Booking ${booking} to Van 2`)).toBeVisible()
  expect(dialog.getByText('Change nothing')).toBeVisible()
  const rides = async () =>
    (await portal.server.client('dispatcher').call(api.serviceRequests.show, { params: { id: booking } })).data.trip_id
  expect(await rides()).toBe(van.trip_id)
  await portal.user.click(dialog.getByRole('button', { name: 'Accept' }))
  await waitFor(async () => expect(await rides()).not.toBe(van.trip_id))
  expect(await late.findByText(/Acknowledged by Test dispatcher/)).toBeVisible()
  second('08:00:35')
  await jobs.watch()
  second('08:01:35')
  await jobs.watch()
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Van 1 will be/ })).toBeNull())
  await portal.user.click(screen.getByRole('link', { name: 'History' }))
  const ended = (await screen.findByText(/^Van 1 will be 12 min late/)).closest('tr')!
  expect(ended).toHaveTextContent(/Fixed.*Test dispatcher/)
  expect(ended).toHaveTextContent(`Booking ${booking} to Van 2`)
})

// covers: EXC-73
test('where no vehicle helps, the row says which limit bound most and the nearest change that would work', async () => {
  const { booking } = await heldUp()
  await open()
  const late = await row(/^Van 1 will be 12 min late/)
  expect(
    await late.findByText(
      `No fix helps: No other vehicle is in service then. The nearest that would work: keeping booking ${booking} on its vehicle, 12 min later than promised.`,
    ),
  ).toBeVisible()
})

// covers: EXC-08, EXC-70
test('an opened exception shows its cause, its rule with what was crossed, its children, its trip, its history and its fixes', async () => {
  const bus = await onDuty('Bus 7')
  await portal.server.deps.db
    .updateTable('drivers')
    .set({ phone_number: '0400 123 456' })
    .where('id', '=', bus.driver_id)
    .execute()
  at('08:06')
  await jobs.watch()
  const [silent] = await standing()
  const { db } = portal.server.deps
  const body = { text: 'A tree lies on the road', severity: 'soon' as const, zone_id: town().zone_id }
  const child = (await portal.server.client('operations_manager').call(api.exceptions.create, { body })).data
  await db.updateTable('exceptions').set({ parent_id: silent!.id }).where('id', '=', child.id).execute()
  await open(`/${silent!.id}`)
  const beside = within(await screen.findByRole('complementary', { name: 'Exceptions' }))
  expect(await beside.findByRole('heading', { name: 'Bus 7: no position for 6 min' })).toBeVisible()
  const rule = within(await beside.findByRole('region', { name: 'Its rule' }))
  expect(await rule.findByText('Soon from 5 min without a position')).toBeVisible()
  expect(rule.getByText('Soon from 5 min · Urgent from 10 min (the default)')).toBeVisible()
  expect(await beside.findByRole('region', { name: 'What follows from it' })).toHaveTextContent(
    'A tree lies on the road',
  )
  expect(beside.getByRole('region', { name: 'The trip on a map' })).toBeVisible()
  await waitFor(() => expect(beside.getByRole('region', { name: 'History' })).toHaveTextContent(/Opened .*The service/))
  expect(beside.getByRole('textbox', { name: 'Note' })).toBeVisible()
  expect(fixes(beside)).toEqual([
    'Call the driver (0400 123 456)',
    'Pause the vehicle',
    'Take out of service',
    'Open trip',
  ])
  expect(beside.getByText('Call the driver (0400 123 456)').closest('a')).toHaveAttribute('href', 'tel:0400123456')
  await portal.user.click(beside.getByRole('link', { name: 'A tree lies on the road' }))
  const cause = within(await screen.findByRole('region', { name: 'Its cause' }))
  await portal.user.click(cause.getByRole('link', { name: 'Bus 7: no position for 6 min' }))
  await screen.findByRole('heading', { name: 'Bus 7: no position for 6 min' })
  const again = within(await screen.findByRole('complementary', { name: 'Exceptions' }))
  await portal.user.click(await again.findByRole('button', { name: 'Pause the vehicle' }))
  const dialog = await portal.dialog('What this would do')
  expect(await dialog.findByText('Pause Bus 7')).toBeVisible()
})
