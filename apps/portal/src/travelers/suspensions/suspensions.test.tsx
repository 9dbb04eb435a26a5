import { api } from '@ambit/contract'
import { missOf } from '@ambit/server/testing/misses'
import { refusal } from '@ambit/server/testing/refusal'
import { buildSmallTown, type SmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { confirmedStep, proposedStep, sentStep } from '@ambit/server/testing/suspensions'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 9')
  await portal.server
    .client('operations_manager')
    .call(api.regions.update, { params: { id: town.region_id }, body: { miss_policy: 'propose' } })
})

type Role = 'customer_service' | 'dispatcher' | 'operations_manager'
const record = async (who: number, name: string, role: Role) => {
  await portal.open(role, `/TravellerManagement?d=TravelerDialog-view-${who}-Misses`)
  const dialog = await portal.dialog(new RegExp(`Passenger ${name} \\|`))
  return within(await dialog.findByRole('region', { name: 'Letters and suspensions' }))
}
const rider = async (name: string) => ({ traveler_id: await town.passenger(name), region_id: town.region_id })
const ask = async (button: HTMLElement, title: string) => {
  await portal.user.click(button)
  return within(await screen.findByRole('dialog', { name: title }))
}
const closes = (title: string) => waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())

describe('Letters and suspensions in a passenger’s dialog', () => {
  // covers: JRN-105, JRN-106
  test('are proposed and do nothing until one person has decided with a reason and another has confirmed', async () => {
    const whose = await rider('Paul Proposed')
    const { id: ride } = await town.book({ who: whose.traveler_id, from: 'Market', to: 'Station', at: '13:00' })
    await proposedStep(portal.server, { ...whose, days: 7, ride, miss: await missOf(portal.server, ride) })
    const name = 'Suspension of 7 days'
    let list = await record(whose.traveler_id, 'Paul Proposed', 'dispatcher')
    expect(list.getByText('Proposed')).toBeVisible()
    expect(list.getByText(/^It does nothing so far: somebody has to decide/)).toBeVisible()
    const question = await ask(list.getByRole('button', { name: `Decide … ${name}` }), `Decide: ${name}?`)
    expect(question.getByRole('button', { name: 'Record' })).toBeDisabled()
    await portal.fill(question.getByRole('textbox', { name: /^Reason/ }), 'It happened often')
    await portal.fill(question.getByRole('textbox', { name: 'Days' }), '5')
    await portal.user.click(question.getByRole('button', { name: 'Record' }))
    await closes(`Decide: ${name}?`)
    expect(await list.findByText('You decided this: another person has to confirm it.')).toBeVisible()
    expect(list.getByText(/^Decided by Test dispatcher, .*: It happened often$/)).toBeVisible()
    expect(list.queryByRole('button', { name: /^Confirm/ })).toBeNull()
    list = await record(whose.traveler_id, 'Paul Proposed', 'customer_service')
    await portal.user.click(list.getByRole('button', { name: 'Confirm Suspension of 5 days' }))
    expect(await list.findByText('Confirmed, letter to be sent')).toBeVisible()
    expect(list.queryByText(/^No bookings from/)).toBeNull()
    await portal.user.click(list.getByRole('button', { name: 'Letter Posted Suspension of 5 days' }))
    expect(await list.findByText('Letter sent, not begun')).toBeVisible()
    expect(list.getByText(/^No bookings from .* to .*\.$/)).toBeVisible()
    expect(list.getByText(/^The passenger can object until /)).toBeVisible()
  })

  // covers: JRN-107
  test('are printed in large print with each ride and its evidence, the days, how to object and until when, in the passenger’s language', async () => {
    const whose = await rider('Greta German')
    await portal.server.deps.db
      .updateTable('travelers')
      .set({ locale: 'de' })
      .where('id', '=', whose.traveler_id)
      .execute()
    await confirmedStep(portal.server, { ...whose, days: 7 })
    const list = await record(whose.traveler_id, 'Greta German', 'customer_service')
    const sheets: HTMLElement[] = []
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      sheets.push(...document.querySelectorAll<HTMLElement>('.print-sheet'))
    })
    await portal.user.click(list.getByRole('button', { name: 'Print Letter Suspension of 7 days' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const [printed] = sheets
    expect(printed).toHaveAttribute('lang', 'de')
    expect(printed?.style.fontSize).toBe('18pt')
    expect(printed).toHaveTextContent('Greta German')
    expect(printed).toHaveTextContent(/Für 7 Tage, von .* bis .*, können Sie keine Fahrten buchen\./)
    expect(printed).toHaveTextContent(/Abholung zwischen .* und .*, Market\. Das Fahrzeug hat 5 Minuten gewartet/)
    expect(printed).toHaveTextContent(/können Sie bis .* widersprechen\./)
    await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull())
    print.mockRestore()
  })

  // covers: JRN-109
  // @test-tag long
  test('are objected to in the passenger’s words with a day for being heard, and decided with reasons by somebody else', async () => {
    const whose = await rider('Olga Objects')
    const id = await confirmedStep(portal.server, { ...whose, days: 7 })
    const { db } = portal.server.deps
    const { id: confirmer } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'customer_service')
      .executeTakeFirstOrThrow()
    await db.updateTable('suspensions').set({ confirmed_by: confirmer }).where('id', '=', id).execute()
    let list = await record(whose.traveler_id, 'Olga Objects', 'customer_service')
    await portal.user.click(list.getByRole('button', { name: 'Letter Posted Suspension of 7 days' }))
    const button = await list.findByRole('button', { name: 'Objection … Suspension of 7 days' })
    const question = await ask(button, 'An objection')
    await portal.fill(question.getByRole('textbox', { name: /^What the passenger says/ }), 'I stood at the stop')
    const day = new Date(portal.server.deps.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
    await portal.fill(question.getByRole('textbox', { name: /^Heard on/ }), day)
    await portal.user.click(question.getByRole('button', { name: 'Record' }))
    await closes('An objection')
    expect(await list.findByText('Held by an objection')).toBeVisible()
    expect(list.getByText(/^The passenger objected on .*: I stood at the stop$/)).toBeVisible()
    expect(list.getByText(/^To be heard on /)).toBeVisible()
    expect(list.getByText(/^You decided or confirmed this: somebody else has to decide/)).toBeVisible()
    expect(list.queryByRole('button', { name: /^Decide Objection/ })).toBeNull()
    list = await record(whose.traveler_id, 'Olga Objects', 'operations_manager')
    const judge = await ask(
      list.getByRole('button', { name: 'Decide Objection … Suspension of 7 days' }),
      'Decide the objection',
    )
    await portal.fill(judge.getByRole('textbox', { name: /^Reasons/ }), 'The vehicle stood elsewhere')
    await portal.user.click(judge.getByRole('button', { name: 'Record' }))
    await closes('Decide the objection')
    expect(await list.findByText(/^Refused by Test operations_manager, .*: The vehicle stood elsewhere$/)).toBeVisible()
    expect(list.getByText(/^The decision has to be printed and posted/)).toBeVisible()
    await portal.user.click(list.getByRole('button', { name: 'Decision Posted Suspension of 7 days' }))
    expect(await list.findByText('Letter sent, not begun')).toBeVisible()
  })

  // covers: JRN-110, JRN-111
  test('refuse a search on their days, list the rides that are booked then for a person to keep or cancel, and leave the record when lifted', async () => {
    const whose = await rider('Sam Suspended')
    const { id: ride } = await town.book({ who: whose.traveler_id, from: 'Market', to: 'Station', at: '15:00' })
    const today = portal.server.deps.clock.now()
    const day = (after: number) => new Date(today.getTime() + after * 86_400_000).toISOString().slice(0, 10)
    await sentStep(portal.server, { ...whose, begins_on: day(-2), ends_on: day(2) })
    const refused = await refusal(
      portal.server.client('dispatcher').call(api.searches.create, {
        body: {
          traveler_id: whose.traveler_id,
          origin: { name: 'Market', point: stopPoint('Market') },
          destination: { name: 'Station', point: stopPoint('Station') },
          traveling_at: new Date(today.getTime() + 3_600_000).toISOString(),
          departing: true,
          passengers: [{ fare_type: 'adult' }],
        },
      }),
    )
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      422,
      expect.stringMatching(
        /^Suspended until \w{3} \d+ \w+\. To object, call .*\. Rides can be booked for .* and later$/,
      ),
    ])
    const list = await record(whose.traveler_id, 'Sam Suspended', 'operations_manager')
    const rides = within(await list.findByRole('region', { name: 'Rides that are booked in these days' }))
    expect(rides.getByRole('button', { name: `Cancel booking ${ride} …` })).toBeVisible()
    await portal.user.click(rides.getByRole('button', { name: `Keep booking ${ride}` }))
    expect(await rides.findByText('Kept')).toBeVisible()
    const lift = await ask(
      list.getByRole('button', { name: 'Lift … Suspension of 7 days' }),
      'Lift: Suspension of 7 days?',
    )
    await portal.fill(lift.getByRole('textbox', { name: /^Reason/ }), 'Was in hospital')
    await portal.user.click(lift.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Letters and suspensions' })).toBeNull())
    const { data } = await portal.server
      .client('dispatcher')
      .call(api.travelers.show, { params: { id: whose.traveler_id } })
    expect(data.status).toBe('active')
  })
})

test('the page Suspensions lists what has to be done, and opens the passenger’s record', async () => {
  const whose = await rider('Lena Listed')
  await confirmedStep(portal.server, whose)
  await portal.open('dispatcher', '/Suspensions?search=Lena')
  await portal.user.click(await screen.findByRole('radio', { name: 'To do' }))
  const row = await screen.findByRole('row', { name: /Lena Listed/ })
  expect(row).toHaveTextContent('Warning letter')
  expect(row).toHaveTextContent('Confirmed, letter to be sent')
  await portal.user.click(within(row).getByText('Lena Listed'))
  expect((await portal.dialog(/Passenger Lena Listed \|/)).getByRole('tab', { name: 'Misses' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})
