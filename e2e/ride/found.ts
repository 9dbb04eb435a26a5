import type { Client } from '@ambit/contract'
import type { Duty } from '../duty.ts'
import { api, expect, type Locator, type Page } from '../fixtures.ts'
import { heading } from './phone.ts'

/** Bookings of the zone that stand. */
export const bookedIn = async (office: Client, { zone }: Duty) => {
  const { data } = await office.call(api.serviceRequests.list, { query: { filter: { zone: [zone.id] } } })
  return data.filter(({ status }) => status !== 'cancelled')
}

export type Found = 'resumed by the app' | 'shown as the next ride' | 'booked again'

/** On the page of a ride that is booked. */
export const itsRide = (page: Page): Locator => page.getByText(/^Your vehicle comes between /).first()

/** In a browser that was killed and opened again: what the app does about the ride; null: it knows of none, and there is none. */
export const lookForRide = async (
  page: Page,
  office: Client,
  duty: Duty,
): Promise<Exclude<Found, 'booked again'> | null> => {
  await page.goto('/Ride')
  const home = heading(page, 'Where to?')
  await expect(itsRide(page).or(home).first()).toBeVisible()
  if (!(await home.isVisible())) return 'resumed by the app'
  if ((await bookedIn(office, duty)).length === 0) return null
  await expect(page.getByRole('region', { name: 'Next ride' })).toBeVisible()
  return 'shown as the next ride'
}
