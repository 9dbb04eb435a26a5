import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect } from 'vitest'
import { calls } from './calls.ts'
import { startPortal } from './start-portal.ts'

const places = {
  'Harbour Road': stopPoint('Harbour'),
  'School Lane': stopPoint('School'),
  'Market Street': stopPoint('Market'),
}

/** The streets of these tests have no addresses: these are suggested for any beginning of theirs. */
const suggest = (): void =>
  void calls.answer(api.geo.autosuggest, (_, { query }) => {
    const typed = query.get('q')?.toLowerCase() ?? ''
    const items = Object.entries(places)
      .filter(([name]) => name.toLowerCase().startsWith(typed))
      .map(([title, [lng, lat]]) => ({
        id: title,
        title,
        resultType: 'street',
        address: { label: `${title}, Port` },
        position: { lat, lng },
        distance: 1,
      }))
    return Response.json({ items })
  })

/** The booking wizard in the small town, with `Bus 7` on duty. */
export const startWizard = () => {
  const portal = startPortal({ streets: straightStreets() })
  let town: SmallTown
  beforeAll(async () => {
    town = await buildSmallTown(portal.server)
    await town.vehicle('Bus 7')
  })
  let callers = 0
  /** The wizard of a passenger of the test's own, with needs where the test has some. */
  const open = async (
    needs: Parameters<SmallTown['passenger']>[1] = {},
    role: 'dispatcher' | 'operations_manager' = 'dispatcher',
  ) => {
    const name = `Noor Caller${++callers}`
    const id = await town.passenger(name, needs)
    await portal.open(role, '/TravellerManagement')
    suggest()
    await portal.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await portal.user.click(await screen.findByRole('menuitem', { name: 'New booking' }))
    const element = await screen.findByRole('dialog', { name: new RegExp(`New Booking for ${name}`) })
    return { ...within(element), element, traveler: { id, name } }
  }
  type Wizard = Awaited<ReturnType<typeof open>>
  /** From Harbour Road to School Lane, as a user types it. */
  const choosePlaces = async (wizard: Wizard): Promise<void> => {
    for (const [label, name] of [
      ['Pick Up', 'Harbour Road'],
      ['Drop Off', 'School Lane'],
    ] as const) {
      await portal.fill(wizard.getByRole('combobox', { name: label }), name)
      await screen.findByRole('option', { name: new RegExp(name) })
      await portal.user.keyboard('{Enter}')
      await waitFor(() => expect(wizard.getByRole('combobox', { name: label })).toHaveValue(`${name}, Port`))
    }
  }
  const timeField = (wizard: Wizard) => wizard.getByRole('combobox', { name: 'Travel Time' })
  const findTrip = (wizard: Wizard) => wizard.getByRole('button', { name: 'Find Trip' })
  return { portal, town: () => town, open, choosePlaces, timeField, findTrip }
}
