import { api, permissionKeys } from '@ambit/contract'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startWizard } from '../testing/open-wizard.ts'
import { session } from '../auth/session.ts'
import { DRAFTS_KEY, readDrafts } from './booking-draft.ts'
import { begin } from './wizard/running.ts'

const { portal, open, choosePlaces, findTrip } = startWizard()

const drafts = () => readDrafts(localStorage.getItem(DRAFTS_KEY), new Date())
const tabs = () => screen.findByRole('list', { name: 'Open bookings' })
const closeDialog = async () => {
  await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  await portal.noDialog()
}

// covers: WIZ-116, WIZ-119, WIZ-124
test('a booking that is left is kept as a tab named after its passenger, and opens where it was', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await closeDialog()
  const [kept] = drafts()
  expect(kept).toMatchObject({
    travelerId: wizard.traveler.id,
    bookingData: { origin: { name: 'Harbour Road, Port' } },
  })
  await portal.user.click(within(await tabs()).getByRole('button', { name: wizard.traveler.name }))
  await waitFor(() => expect(portal.address()).toContain(`d=TripBookingWizardDialog-booking-${kept?.uuid}`))
  const again = within(await screen.findByRole('dialog', { name: /New Booking/ }))
  expect(await again.findByRole('combobox', { name: 'Drop Off' })).toHaveValue('School Lane, Port')
})

// covers: WIZ-120, WIZ-121
test('the tab of a draft shows its status, and a failed one is marked as danger', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.searches.create, () => refusal(500, 'internal'))
  await portal.user.click(findTrip(wizard))
  await waitFor(() => expect(drafts()[0]?.status).toBe('error'))
  await closeDialog()
  const tab = within(await tabs()).getByRole('button', { name: wizard.traveler.name })
  expect(tab.closest('li')).toHaveAttribute('data-status', 'error')
  await portal.user.hover(tab)
  expect(await screen.findByText(`${wizard.traveler.name} | Status: error`)).toBeVisible()
})

// covers: WIZ-122, WIZ-123
test('closing the tab of a draft discards the draft', async () => {
  const wizard = await open()
  await closeDialog()
  const close = { name: `Discard the draft booking of ${wizard.traveler.name}` }
  await portal.user.click(within(await tabs()).getByRole('button', close))
  expect(drafts()).toEqual([])
  expect(screen.queryByRole('list', { name: 'Open bookings' })).toBeNull()
})

// covers: WIZ-117
test('discarding a draft in the wizard removes it and closes the dialog', async () => {
  const wizard = await open()
  await portal.user.click(wizard.getByRole('button', { name: 'Discard draft' }))
  await portal.noDialog()
  expect(drafts()).toEqual([])
})

// covers: WIZ-112, WIZ-113
test('a draft shows as loading while its passenger is, and goes when the passenger does not exist', async () => {
  const wizard = await open()
  await closeDialog()
  const answer = Promise.withResolvers<Response>()
  calls.answer(api.travelers.show, () => answer.promise)
  await portal.reload()
  expect(within(await tabs()).getByRole('button', { name: /^Loading/i })).toBeVisible()
  expect(drafts().map(({ travelerId }) => travelerId)).toEqual([wizard.traveler.id])
  answer.resolve(refusal(404, 'not_found'))
  await waitFor(() => expect(drafts()).toEqual([]))
})

/** Signs in on the same browser, in which the drafts are kept. */
const signInAs = async (as: Parameters<typeof portal.open>[0]) => {
  const kept = localStorage.getItem(DRAFTS_KEY)
  await portal.open(as, '/TravellerManagement')
  localStorage.setItem(DRAFTS_KEY, kept ?? '[]')
  dispatchEvent(new StorageEvent('storage', { key: DRAFTS_KEY, newValue: kept }))
}

test('a draft is its user’s own: who signs in on the same browser meanwhile neither sees, sends nor removes it', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.searches.create, () => new Promise(() => {}))
  await portal.user.click(findTrip(wizard))
  await wizard.findByText('Finding trips…')
  await closeDialog()
  const [kept] = drafts()
  expect(kept?.loading).toBe(true)
  const elsewhere = await buildSmallTown(portal.server)
  await signInAs({ permissions: permissionKeys, region_ids: [elsewhere.region_id] })
  expect(await screen.findByRole('button', { name: 'Open Bookings' })).toBeVisible()
  expect(await screen.findByRole('grid', { name: 'Passengers' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Open bookings' })).toBeNull()
  expect([api.searches.create, api.travelers.show].map((one) => calls.of(one).length)).toEqual([0, 0])
  expect(drafts()).toEqual([kept])
  await signInAs('dispatcher')
  expect(await within(await tabs()).findByRole('button', { name: wizard.traveler.name })).toBeVisible()
  await waitFor(() => expect(calls.of(api.searches.create)).toHaveLength(1))
})

test('a search or booking that runs is cut off when its user signs out', async () => {
  await portal.open('dispatcher', '/TravellerManagement')
  const { signal } = begin('a draft')
  await session.refresh()
  expect(signal.aborted).toBe(false)
  session.forget()
  expect(signal.aborted).toBe(true)
})

// covers: WIZ-115
test('a draft is marked as read while its dialog is open', async () => {
  const wizard = await open()
  await waitFor(() => expect(drafts()[0]?.lastReadAt).not.toBeNull())
  expect(wizard.element).toBeVisible()
})

// covers: WIZ-04
test('the wizard is not opened for a user without the right to it', async () => {
  const wizard = await open()
  await closeDialog()
  const [kept] = drafts()
  const permissions = ['TravellerManagement:traveller:canRead']
  await portal.open({ permissions }, `/TravellerManagement?d=TripBookingWizardDialog-booking-${kept?.uuid}`)
  expect(await screen.findByText(wizard.traveler.name.split(' ')[1]!)).toBeVisible()
  await waitFor(() => expect(portal.address()).not.toContain('TripBookingWizardDialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
