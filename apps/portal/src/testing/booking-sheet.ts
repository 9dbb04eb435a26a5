import { api } from '@ambit/contract'
import { consentOf, organisationIn, organisationsAfter } from '@ambit/server/testing/organisations'
import { buildSmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { screen, within } from '@testing-library/dom'
import type { startPortal } from './start-portal.ts'

type Portal = ReturnType<typeof startPortal>

/** A page keeps the sheet of an organisation by its number while rows are being booked: no two homes share one. */
let lastHome = 0

/** A home in which these live, and the representative of it; Otto lives elsewhere. */
export const buildHome = async ({ server }: Portal, names: readonly string[]) => {
  sessionStorage.clear()
  const town = await buildSmallTown(server)
  await town.vehicle('Van', { seats: 16 })
  await organisationsAfter(server, lastHome)
  const home = await organisationIn(server, town.region_id, `Home ${town.region_id}`)
  lastHome = home
  const people: number[] = []
  for (const name of names) people.push(await town.passenger(name))
  for (const one of people) await consentOf(server, home, one)
  await town.passenger('Otto Other')
  await server.token('representative')
  await server.deps.db
    .updateTable('users')
    .set({ organisation_id: home })
    .where('username', '=', 'representative')
    .execute()
  /** whose rides are booked, one for each */
  const booked = async (): Promise<number[]> => {
    const query = { filter: { traveler: people }, per_page: 100 }
    const { data } = await server.client('superadmin').call(api.serviceRequests.list, { query })
    return data.map(({ traveler_id }) => traveler_id).toSorted((a, b) => a - b)
  }
  return { home, people, booked }
}

export const sheetRow = async (number: number) => within(await screen.findByRole('listitem', { name: `Row ${number}` }))

/** Fills in the first row: Ada from the market to the hospital at noon. */
export const fillFirstRow = async ({ user }: Portal): Promise<void> => {
  const first = await sheetRow(1)
  await user.click(first.getByLabelText('Person'))
  await user.click(await screen.findByRole('option', { name: /^Ada Hill/ }))
  for (const [label, stop] of [
    ['From', 'Market'],
    ['To', 'Hospital'],
  ] as const) {
    await user.type(first.getByLabelText(label), stopPoint(stop).toReversed().join(', '))
    await user.keyboard('{Enter}')
  }
  await user.type(first.getByLabelText('Leave at'), '12:00')
}

/** No vehicle drives at that time any more. */
export const askTooLate = async ({ user }: Portal, number: number): Promise<void> => {
  const time = (await sheetRow(number)).getByLabelText('Leave at')
  await user.clear(time)
  await user.type(time, '18:30')
}
