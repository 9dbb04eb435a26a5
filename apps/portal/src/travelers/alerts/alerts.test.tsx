import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'
import { type BookingDraft, DRAFTS_KEY, draftStatuses, newDraft, readDrafts } from '../booking-draft.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

const alerts = async () => within(await screen.findByRole('banner')).findByRole('button', { name: /^Open Bookings/ })
const opened = async () => {
  await portal.user.click(await alerts())
  return within(await screen.findByRole('dialog', { name: /^Open Bookings/ }))
}
/** As another tab of the browser writes them. */
const keep = (drafts: readonly BookingDraft[]): void => {
  const newValue = JSON.stringify(drafts)
  localStorage.setItem(DRAFTS_KEY, newValue)
  dispatchEvent(new StorageEvent('storage', { key: DRAFTS_KEY, newValue }))
}

// covers: WIZ-118, WIZ-125, WIZ-126, WIZ-128, WIZ-130..139
test('Open Bookings in the header lists every draft in the colour of its status, and highlights what was not read', async () => {
  const id = await town().passenger('Ada Alert')
  await portal.open('dispatcher', '/DriverManagement')
  const now = new Date()
  const before = new Date(now.getTime() - 60_000).toISOString()
  keep(
    draftStatuses.map((status, index) => ({
      ...newDraft(status, { id, handicapped: false }, null, now),
      status,
      lastReadAt: index === 0 ? now.toISOString() : before,
    })),
  )
  expect((await alerts()).closest('[data-alerts]')).toHaveAttribute('data-alerts', 'OpenBookingsAlerts')
  expect(await alerts()).toHaveAccessibleName(`Open Bookings, ${draftStatuses.length - 1} unread`)
  const list = await opened()
  expect(list.getByRole('heading', { name: 'Open Bookings' })).toBeVisible()
  const rows = await list.findAllByRole('button', { name: /Ada Alert/ })
  expect(rows.map((row, index) => [draftStatuses[index], row.getAttribute('data-colour')])).toEqual([
    ['not started', 'info'],
    ['enteredTrip', 'info'],
    ['offerings available', 'danger'],
    ['pending', 'loading'],
    ['booked', 'success'],
    ['error', 'danger'],
    ['updating', 'loading'],
    ['updated', 'danger'],
    ['completed', 'danger'],
  ])
  expect(rows.map((row) => row.hasAttribute('data-unread'))).toEqual(draftStatuses.map((_, index) => index > 0))
})

// covers: WIZ-129
test('Open Bookings says that there are no new notifications when no booking is open', async () => {
  await portal.open('dispatcher', '/DriverManagement')
  expect((await opened()).getByText('No New Notifications')).toBeVisible()
})

// covers: WIZ-127
test('Open Bookings is shown only to users who may read it', async () => {
  await portal.open({ permissions: ['TravellerManagement:traveller:canRead'] }, '/TravellerManagement')
  const banner = within(await screen.findByRole('banner'))
  await screen.findByRole('heading', { name: 'Passengers' })
  expect(banner.queryByRole('button', { name: /Open Bookings/ })).toBeNull()
  await portal.open(
    { permissions: ['TravellerManagement:traveller:canRead', 'TravellerManagement:openBookingsAlerts:canRead'] },
    '/TravellerManagement',
  )
  expect(await alerts()).toBeVisible()
})

// covers: WIZ-80, WIZ-115
test('a search goes on while its wizard is closed, and its alert stays unread until the wizard is opened', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const answer = Promise.withResolvers<void>()
  calls.answer(api.searches.create, async (ask) => {
    await answer.promise
    return ask()
  })
  await portal.user.click(findTrip(wizard))
  await wizard.findByText('Finding trips…')
  await portal.user.click(within(wizard.element).getByRole('button', { name: 'Close' }))
  await portal.noDialog()
  expect(await alerts()).toHaveAccessibleName('Open Bookings')
  answer.resolve()
  await waitFor(async () => expect(await alerts()).toHaveAccessibleName('Open Bookings, 1 unread'))
  await portal.user.click(
    (await opened()).getByRole('button', { name: new RegExp(`${wizard.traveler.name}.*Choose a trip`) }),
  )
  expect(await screen.findByRole('radio', { name: /Soonest/ })).toBeVisible()
  const [draft] = readDrafts(localStorage.getItem(DRAFTS_KEY), new Date())
  expect(draft?.lastReadAt).toBe(draft?.lastUpdatedAt)
  const fields =
    'uuid travelerId serviceAvailabilitySearchId bookingData step status serviceRequestId serviceOfferingId'
  const stored = JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? '[]') as object[] // written by the page
  expect(Object.keys(stored[0] ?? {})).toEqual(
    expect.arrayContaining([...fields.split(' '), 'loading', 'createdAt', 'lastUpdatedAt', 'lastReadAt']),
  )
})
