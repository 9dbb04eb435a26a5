import type { Client } from '@ambit/contract'
import type { Duty } from '../duty.ts'
import { api, expect, type Page } from '../fixtures.ts'
import { heading, tap } from './phone.ts'

/** In the demo the mails that are kept can be read. */
export const codeFor = async (office: Client, contact: string): Promise<string> => {
  const code = async (): Promise<string | undefined> => {
    const { data } = await office.call(api.outbox.list, { query: { per_page: 20 } })
    return /\b\d{6}\b/.exec(data.find(({ to }) => to === contact)?.text ?? '')?.[0]
  }
  await expect.poll(code).toBeDefined()
  return (await code()) ?? ''
}

/** Zones of the stories lie in one place: with apps only this one of them is booked. */
export const bookableWithApps = async (office: Client, { zone }: Duty): Promise<void> => {
  const { data: apps } = await office.call(api.consumerApps.list)
  const { data: coves } = await office.call(api.zones.list, { query: { search: 'Cove', per_page: 100 } })
  for (const { id } of coves) {
    const { data: now } = await office.call(api.zones.show, { params: { id } })
    const allowed_apps = id === zone.id ? apps.map((app) => app.id) : []
    await office.call(api.zones.update, { params: { id }, body: { allowed_apps }, version: now.version })
  }
}

export const choosePlace = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').first().click()
}

/** What the driver does next for the one booking of the trip. */
export const atStop = async ({ driver, tripId }: Duty, place: number) => {
  const { data } = await driver.call(api.driver.trip, { params: { id: tripId } })
  const stops = data.trip_stops.filter(({ boardings, alightings }) => boardings.length + alightings.length > 0)
  const stop = stops[place]
  if (stop === undefined) throw new Error(`The trip has no stop ${place}`)
  return stop
}

/** A newcomer signs up with a code. */
export const signUp = async (page: Page, office: Client, duty: Duty, first: string): Promise<void> => {
  const contact = `${first.toLowerCase()}.${duty.zone.id}@ambit.example`
  await page.goto('/Ride')
  await page.getByRole('textbox', { name: 'E-mail address or phone number' }).fill(contact)
  await tap(page, 'Send code')
  await page.getByRole('textbox', { name: 'Code of 6 digits' }).fill(await codeFor(office, contact))
  await tap(page, 'Sign in')
  await page.getByRole('textbox', { name: 'First name' }).fill(first)
  await page.getByRole('textbox', { name: 'Last name' }).fill('Harbourside')
  await page.getByRole('checkbox').check()
  await tap(page, 'Continue')
  await expect(heading(page, 'Where to?')).toBeVisible()
}

/** Up to the first ride that is offered now, which is not booked yet. */
export const chooseRide = async (page: Page, duty: Duty): Promise<void> => {
  await choosePlace(page, 'To', duty.to.title)
  await choosePlace(page, 'From', duty.from.title)
  await tap(page, 'Find a ride')
  await tap(page, /^Choose: /)
  await expect(heading(page, 'Check and book')).toBeVisible()
}

/** A newcomer who signs up and books the first ride that is offered now. */
export const signUpAndBook = async (page: Page, office: Client, duty: Duty, first: string): Promise<void> => {
  await signUp(page, office, duty, first)
  await chooseRide(page, duty)
  await tap(page, 'Book')
  await expect(heading(page, 'Your ride')).toBeVisible()
}
