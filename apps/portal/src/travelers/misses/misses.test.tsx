import { api } from '@ambit/contract'
import { missOf } from '@ambit/server/testing/misses'
import { pastRides } from '@ambit/server/testing/past-rides'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

/** A passenger with so many rides that were taken, and so many that were missed. */
const rider = async (name: string, took: number, missed: number) => {
  const who = await town.passenger(name)
  const { id } = await town.book({ who, from: 'Market', to: 'Station', at: '13:00' })
  if (took > 0) await pastRides(portal.server, id, took, { daysAgo: 1 })
  const rides = missed > 0 ? await pastRides(portal.server, id, missed, { daysAgo: 1, status: 'no_show' }) : []
  for (const ride of rides) await missOf(portal.server, ride)
  return { who, rides }
}

const tab = async (who: number, name: string, role: 'customer_service' | 'dispatcher' = 'dispatcher') => {
  await portal.open(role, `/TravellerManagement?d=TravelerDialog-view-${who}-Misses`)
  return portal.dialog(new RegExp(`Passenger ${name} \\|`))
}
const LIST = 'Late cancellations and no-shows of the last 12 months'

describe("The tab Misses in a passenger's dialog", () => {
  // covers: JRN-104
  test('shows journeys, misses, share and average with the reason of a pattern, then each ride with its evidence and those that do not count with theirs', async () => {
    await rider('Petra Punctual', 30, 0)
    const { who, rides } = await rider('Mira Missed', 5, 5)
    const extra = await pastRides(portal.server, rides[0] ?? 0, 1, { daysAgo: 9, status: 'no_show' })
    await missOf(portal.server, extra[0] ?? 0, { not_counted: 'vehicle_late' })
    const dialog = await tab(who, 'Mira Missed')
    const figures = within(await dialog.findByRole('region', { name: /^Figures of/ }))
    const figure = (name: string) => figures.getByText(name, { selector: 'dt' }).nextElementSibling
    expect(figure('Journeys')).toHaveTextContent('11')
    expect(figure('Misses')).toHaveTextContent('5')
    expect(figure('Share')).toHaveTextContent('45.5%')
    expect(figure('Average of the region')).toHaveTextContent('12.2%')
    expect(figures.getByText('Pattern')).toBeVisible()
    expect(figures.getByText('The misses reach all four limits of the region.')).toBeVisible()
    const list = within(dialog.getByRole('region', { name: LIST }))
    expect(list.getAllByRole('listitem')).toHaveLength(6)
    expect(list.getAllByText(/The vehicle stood there for 5 min, at most 20 m from the stop\./)).toHaveLength(6)
    expect(list.getAllByText('Counts')).toHaveLength(5)
    expect(list.getByText('Does not count')).toBeVisible()
    expect(list.getByText(/The vehicle was not there within the promised window\.$/)).toBeVisible()
    expect(list.getByRole('link', { name: `Booking #${rides[0]}` })).toHaveAttribute(
      'href',
      expect.stringContaining(`LiveBookingDialog-view-${rides[0]}`),
    )
  })

  // @test-tag long
  test('takes a ride out of the figures with a sentence, and back into them', async () => {
    const { who, rides } = await rider('Ida Ill', 3, 1)
    const dialog = await tab(who, 'Ida Ill', 'customer_service')
    const list = async () => within(await dialog.findByRole('region', { name: LIST }))
    await portal.user.click((await list()).getByRole('button', { name: `Does not count … Booking #${rides[0]}` }))
    const record = async (title: string, reason: string) => {
      const question = within(await screen.findByRole('dialog', { name: title }))
      expect(question.getByRole('button', { name: 'Record' })).toBeDisabled()
      await portal.fill(question.getByRole('textbox', { name: /^Reason/ }), reason)
      await portal.user.click(question.getByRole('button', { name: 'Record' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    }
    await record('Does this not count?', 'Was taken to hospital')
    expect(await (await list()).findByText(/: Was taken to hospital$/)).toBeVisible()
    expect((await list()).getByText('Does not count')).toBeVisible()
    const figures = within(dialog.getByRole('region', { name: /^Figures of/ }))
    await waitFor(() =>
      expect(figures.getByText('Misses', { selector: 'dt' }).nextElementSibling).toHaveTextContent('0'),
    )
    expect(calls.of(api.misses.judge)).toHaveLength(1)
    await portal.user.click((await list()).getByRole('button', { name: `Counts after all … Booking #${rides[0]}` }))
    await record('Does this count after all?', 'It was another day')
    expect(await (await list()).findByText('Counts')).toBeVisible()
  })

  test('says that there is nothing, and where a region counts nothing', async () => {
    const { who } = await rider('Nell None', 2, 0)
    expect(await (await tab(who, 'Nell None')).findByText('No misses')).toBeVisible()
    const office = portal.server.client('operations_manager')
    const set = (miss_policy: 'off' | 'count') =>
      office.call(api.regions.update, { params: { id: town.region_id }, body: { miss_policy } })
    await set('off')
    const dialog = await tab(who, 'Nell None')
    expect(await dialog.findByText(/ does not count late cancellations and no-shows\.$/)).toBeVisible()
    expect(dialog.queryByText('No misses')).toBeNull()
    await set('count')
  })

  test('is not there for those who may not read it', async () => {
    const who = await town.passenger('Uwe Unseen')
    const permissions = ['TravellerManagement:traveller:canRead', 'TravellerManagement:Module']
    await portal.open({ permissions }, `/TravellerManagement?d=TravelerDialog-view-${who}-Profile`)
    const dialog = await portal.dialog(/Passenger Uwe Unseen \|/)
    await dialog.findByRole('tab', { name: 'Comments' })
    expect(dialog.queryByRole('tab', { name: 'Misses' })).toBeNull()
  })
})
