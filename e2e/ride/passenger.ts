import type { Client } from '@ambit/contract'
import type { Duty } from '../duty.ts'
import { api, expect, type Page } from '../fixtures.ts'

/** In the demo the mails that are kept can be read. */
export const codeFor = async (office: Client, contact: string): Promise<string> => {
  const code = async (): Promise<string | undefined> => {
    const { data } = await office.call(api.outbox.list, { query: { per_page: 20 } })
    return /\b\d{6}\b/.exec(data.find(({ to }) => to === contact)?.text ?? '')?.[0]
  }
  await expect.poll(code).toBeDefined()
  return (await code()) ?? ''
}

export const bookableWithApps = async (office: Client, { zone }: Duty): Promise<void> => {
  const { data: apps } = await office.call(api.consumerApps.list)
  const { data: now } = await office.call(api.zones.show, { params: { id: zone.id } })
  const allowed_apps = apps.map(({ id }) => id)
  await office.call(api.zones.update, { params: { id: zone.id }, body: { allowed_apps }, version: now.version })
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
