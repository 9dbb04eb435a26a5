import { api } from '@ambit/contract'
import { buildSmallTown, type SearchWords, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startPortal } from '../../testing/start-portal.ts'
import { DRAFTS_KEY, readDrafts } from '../booking-draft.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

let callers = 0
let name: string
beforeEach(() => {
  name = `Noor Caller${++callers}`
})
const booked = async (words: Partial<SearchWords> = {}) =>
  town.book({ who: await town.passenger(name), from: 'Market', to: 'Hospital', at: '10:00', ...words })
const shown = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const drafts = () => readDrafts(localStorage.getItem(DRAFTS_KEY), new Date())
const wizardOf = (id: number) => portal.dialog(`Change booking ${id} of ${name}`)
const openBooking = (id: number) => portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
const openWizard = (id: number) => portal.open('dispatcher', `/LiveBookings/data?d=TripBookingWizardDialog-edit-${id}`)
type Wizard = Awaited<ReturnType<typeof wizardOf>>
const people = (wizard: Wizard) => wizard.findByRole('textbox', { name: 'Total Passengers' })
const find = async (wizard: Wizard) => portal.user.click(await wizard.findByRole('button', { name: 'Find Trip' }))

describe('Changing a booking', () => {
  // @test-tag long
  test('from its dialog: four clicks change the people, with the difference shown before and after', async () => {
    const before = await booked()
    await openBooking(before.id)
    const dialog = await portal.dialog(new RegExp(`^Booking # ${before.id}`))
    await portal.user.click(dialog.getByRole('button', { name: 'Change Booking' }))
    const wizard = await wizardOf(before.id)
    expect(await wizard.findByRole('combobox', { name: 'Pick Up' })).toHaveValue('Market')
    expect(wizard.getByRole('combobox', { name: 'Drop Off' })).toHaveValue('Hospital')
    expect(wizard.getByRole('combobox', { name: 'Travel Time' })).toHaveValue('10:00 am')
    expect(
      wizard.getByText(
        /^The booking stays as it is until .* pick up 10:00 am – .* at Market, drop off .* at Hospital$/,
      ),
    ).toBeVisible()
    await portal.fill(await people(wizard), '2')
    await find(wizard)
    const offer = await wizard.findByRole('radio', { name: /Soonest/ })
    expect(offer).toHaveAccessibleName(/People was 1 passenger, will be 2 passengers/)
    expect(offer).toHaveAccessibleName(/Price was \$3\.50, will be \$7\.00/)
    expect(offer).toHaveAccessibleName(/Vehicle the same, Bus 7/)
    expect(offer).not.toHaveAccessibleName(/Pick up was/)
    expect(await shown(before.id)).toEqual(before)
    await portal.user.click(wizard.getByRole('button', { name: 'Change Booking' }))
    expect(await wizard.findByText('The booking is changed')).toBeVisible()
    expect(wizard.getByText(`Booking # ${before.id}`)).toBeVisible()
    expect(await wizard.findByText('is now 2 passengers')).toBeVisible()
    expect(await shown(before.id)).toMatchObject({ passenger_count: 2, total_price: 7, payment_method: 'cash' })
    await portal.user.click(wizard.getByRole('button', { name: 'View booking' }))
    expect(await dialog.findByText(/^Changed on request: .*1 passenger, now 2 passengers/)).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    await waitFor(() => expect(drafts()).toEqual([]))
  })

  // @test-tag long
  test("from its row's menu: asked to arrive by a time it is searched so, and discarding changes nothing", async () => {
    const before = await booked({ arriveBy: '08:50' })
    await portal.open('dispatcher', '/LiveBookings/data')
    await portal.user.click(await screen.findByRole('button', { name: `Actions for booking ${before.id} of ${name}` }))
    await portal.user.click(await screen.findByRole('menuitem', { name: 'Change Booking' }))
    const wizard = await wizardOf(before.id)
    expect(await wizard.findByRole('combobox', { name: 'Time preference' })).toHaveValue('Arrive by')
    expect(wizard.getByRole('combobox', { name: 'Travel Time' })).toHaveValue('8:50 am')
    await portal.fill(wizard.getByRole('combobox', { name: 'Travel Time' }), '11:30am{Enter}')
    await find(wizard)
    const offer = await wizard.findByRole('radio', { name: /Arrives 11:/ })
    expect(offer).toHaveAccessibleName(/Pick up was 8:\d\d am – 8:\d\d am, will be 11:\d\d am – 11:\d\d am/)
    expect(calls.of(api.searches.create).map(({ body }) => body)).toMatchObject([
      { service_request_id: before.id, departing: false },
    ])
    await portal.user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
    await portal.user.click(await wizard.findByRole('button', { name: 'Discard change' }))
    await portal.noDialog()
    expect(drafts()).toEqual([])
    expect(await shown(before.id)).toEqual(before)
  })

  // @test-tag long
  test('from its passenger, at each ride to come; for a passenger on board the refusal says why', async () => {
    const who = await town.passenger(name)
    const riding = await town.book({ who, from: 'School', to: 'Station', at: '12:00' })
    const later = await town.book({ who, from: 'Market', to: 'Hospital', at: '15:00' })
    const { db, clock } = portal.server.deps
    await db
      .updateTable('service_requests')
      .set({ status: 'on_board', boarded_at: clock.now() })
      .where('id', '=', riding.id)
      .execute()
    await portal.open('dispatcher', `/TravellerManagement?d=TravelerDialog-view-${who}-Bookings`)
    const dialog = await portal.dialog(new RegExp(`Passenger ${name} \\|`))
    const next = within(await dialog.findByRole('region', { name: 'Next ride' }))
    const refused = next.getByRole('button', { name: `Change booking ${riding.id}` })
    expect(refused).toHaveAttribute('aria-disabled', 'true')
    await portal.user.hover(refused)
    expect(await screen.findByText('Passengers on board cannot change their booking')).toBeVisible()
    await portal.user.click(refused)
    const rides = within(await dialog.findByRole('table', { name: "This passenger's bookings" }))
    await portal.user.click(rides.getByRole('button', { name: `Change booking ${later.id}` }))
    expect(await (await wizardOf(later.id)).findByRole('combobox', { name: 'Pick Up' })).toHaveValue('Market')
    expect(screen.queryByRole('dialog', { name: new RegExp(`Change booking ${riding.id}`) })).toBeNull()
    await db
      .updateTable('service_requests')
      .set({ status: 'secured', boarded_at: null })
      .where('id', '=', riding.id)
      .execute()
  })

  // @test-tag long
  test('a booking that ends meanwhile says so, and is not changed', async () => {
    const before = await booked()
    await openWizard(before.id)
    const wizard = await wizardOf(before.id)
    await portal.fill(await people(wizard), '3')
    await find(wizard)
    const change = await wizard.findByRole('button', { name: 'Change Booking' })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: before.id }, body: {} })
    await portal.user.click(change)
    expect(await wizard.findByText('Cannot change a booking with cancelled status')).toBeVisible()
    expect(await shown(before.id)).toMatchObject({ status: 'cancelled', passenger_count: 1 })
    // Opened again it says so at once, with nothing to press.
    await openWizard(before.id)
    const again = await portal.dialog(`Change booking ${before.id}`)
    expect(await again.findByText('Cannot change a booking with cancelled status.')).toBeVisible()
    expect(again.queryByRole('button', { name: 'Find Trip' })).toBeNull()
    await openBooking(before.id)
    const dialog = await portal.dialog(new RegExp(`^Booking # ${before.id}`))
    expect(dialog.getByRole('button', { name: 'Change Booking' })).toHaveAttribute('aria-disabled', 'true')
  })

  // @test-tag long
  test('a change that is left is among the open bookings, and goes on after the page was loaded again', async () => {
    const before = await booked()
    await openWizard(before.id)
    const wizard = await wizardOf(before.id)
    await portal.fill(await people(wizard), '2')
    await waitFor(() => expect(drafts()).toMatchObject([{ changeOf: before.id, bookingData: { passengers: 2 } }]))
    await portal.user.click(wizard.getByRole('button', { name: 'Close' }))
    await portal.noDialog()
    await portal.reload()
    await portal.user.click(await screen.findByRole('button', { name: /^Open Bookings/ }))
    await portal.user.click(await screen.findByRole('button', { name: new RegExp(`${name}, booking ${before.id}`) }))
    const again = await wizardOf(before.id)
    expect(await people(again)).toHaveValue('2')
    await find(again)
    const lost = calls.answer(api.serviceRequests.change, async (ask) => {
      await ask()
      return new Promise(() => {})
    })
    await portal.user.click(await again.findByRole('button', { name: 'Change Booking' }))
    await waitFor(async () => expect((await shown(before.id)).passenger_count).toBe(2))
    lost()
    await portal.reload()
    const reloaded = await wizardOf(before.id)
    expect(await reloaded.findByText('The booking is changed')).toBeVisible()
    expect(await reloaded.findByText('is now 2 passengers')).toBeVisible()
  })

  // @test-tag long
  test('the discount code of a booking stays applied, and the difference reckons with it', async () => {
    const body = { name: 'Spring', code: 'SPRING', discount_amount: 20 }
    await portal.server.client('operations_manager').call(api.discounts.create, { body })
    const who = await town.passenger(name)
    const { service_offerings } = await town.search({ who, from: 'Market', to: 'Hospital', at: '10:00' })
    const { data: before } = await town.dispatcher.call(api.serviceRequests.create, {
      body: {
        service_offering_id: service_offerings[0]!.id,
        traveler_id: who,
        payment_method: 'cash',
        discount_code: 'SPRING',
      },
    })
    await openWizard(before.id)
    const wizard = await wizardOf(before.id)
    await portal.fill(await people(wizard), '2')
    await find(wizard)
    const offer = await wizard.findByRole('radio', { name: /Soonest/ })
    expect(offer).toHaveAccessibleName(/Price was \$2\.80, will be \$5\.60/)
    expect(wizard.getByText('The code SPRING stays applied')).toBeVisible()
    await portal.user.click(wizard.getByRole('button', { name: 'Change Booking' }))
    expect(await wizard.findByText('is now $5.60')).toBeVisible()
    expect(await shown(before.id)).toMatchObject({ discount_code: 'SPRING', total_price: 5.6 })
  })

  test('it takes the permissions to search, create and update bookings', async () => {
    const before = await booked()
    const all = ['canRead', 'canCreate', 'canUpdate'] as const
    const keys = all.flatMap((key) => [`LiveBooking:booking:${key}`, `TravellerManagement:tripBookingWizard:${key}`])
    const permissions = [
      ...keys,
      'LiveBooking:Module',
      'TravellerManagement:Module',
      'TravellerManagement:traveller:canRead',
    ]
    const path = `/LiveBookings/data?d=LiveBookingDialog-view-${before.id}`
    const dialog = () => portal.dialog(new RegExp(`^Booking # ${before.id}`))
    await portal.open({ permissions }, path)
    expect(await (await dialog()).findByRole('button', { name: 'Change Booking' })).toBeVisible()
    await portal.open({ permissions: permissions.filter((key) => key !== 'LiveBooking:booking:canCreate') }, path)
    expect(await (await dialog()).findByRole('button', { name: 'Cancel Booking' })).toBeVisible()
    expect((await dialog()).queryByRole('button', { name: 'Change Booking' })).toBeNull()
  })
})
