import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

const aidId = async (name: string): Promise<number> => {
  const query = { filter: { region: [town().region_id] } }
  const { data } = await portal.server.client('superadmin').call(api.mobilityAids.list, { query })
  return data.find((aid) => aid.name === name)?.id ?? 0
}
const asked = () => calls.of(api.searches.create).at(-1)?.body

// covers: JRN-49, JRN-56
// @test-tag long
test('wheelchair spaces follow from the aids that travel until they are set by hand, and a companion rides along', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const spaces = wizard.getByRole('textbox', { name: 'Wheelchair Space' })
  await portal.user.click(await wizard.findByRole('combobox', { name: 'Aids and Animals' }))
  await portal.user.click(await screen.findByRole('option', { name: 'Wheelchair' }))
  await portal.user.click(await screen.findByRole('option', { name: 'Service animal' }))
  await portal.user.keyboard('{Escape}')
  expect(spaces).toHaveValue('1')
  await portal.fill(wizard.getByRole('textbox', { name: 'Companions' }), '1')
  expect(wizard.queryByRole('textbox', { name: 'Attendants' })).toBeNull()
  await portal.fill(spaces, '0')
  expect(spaces).toHaveValue('0')
  await portal.user.click(findTrip(wizard))
  await screen.findByRole('button', { name: 'Confirm Trip' })
  expect(asked()).toMatchObject({
    passengers: [{ fare_type: 'adult' }, { fare_type: 'adult', travels_as: 'companion' }],
    aids: [await aidId('Wheelchair'), await aidId('Service animal')],
    mobility_support: 0,
  })
})

// covers: JRN-57
test('each offering shows what travels along by icon and word', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(await wizard.findByRole('combobox', { name: 'Aids and Animals' }))
  await portal.user.click(await screen.findByRole('option', { name: 'Walker' }))
  await portal.user.keyboard('{Escape}')
  await portal.user.click(findTrip(wizard))
  const offers = within(await screen.findByRole('radiogroup', { name: 'Trips to choose from' }))
  const mark = offers.getAllByText('Walker')[0]!
  expect(mark).toBeVisible()
  expect(mark.parentElement?.querySelector('svg')).not.toBeNull()
})

// covers: RIDE-39
// @test-tag long
test('what passengers need is kept in their profile, and is preset in every search', async () => {
  const sam = portal.server.client('superadmin')
  const times = { seats: 1, wheelchair_spaces: 0, load_s: 40, unload_s: 40 }
  const needs = (['blind', 'deaf', 'help_to_door', 'child_seat'] as const).map((kind) => ({ kind, name: `Is ${kind}` }))
  for (const need of needs)
    await sam.call(api.mobilityAids.create, { body: { region_id: town().region_id, ...need, ...times } })
  const id = await town().passenger('Nora Needs')
  await portal.server.deps.db
    .updateTable('travelers')
    .set({ region_id: town().region_id })
    .where('id', '=', id)
    .execute()
  await portal.open('operations_manager', `/TravellerManagement?d=TravelerDialog-edit-${id}-Profile`)
  const profile = await portal.dialog(/Nora Needs/)
  await portal.user.click(await profile.findByRole('combobox', { name: 'Aids and animals' }))
  for (const { name } of needs) await portal.user.click(await screen.findByRole('option', { name, hidden: true }))
  await portal.user.keyboard('{Escape}')
  await portal.user.click(profile.getByRole('button', { name: 'Submit' }))
  const kept = await Promise.all(needs.map(({ name }) => aidId(name)))
  const shown = async () => (await sam.call(api.travelers.show, { params: { id } })).data.mobility_aids
  await waitFor(async () => expect((await shown())?.toSorted()).toEqual(kept.toSorted()))
  const wizard = await open({ mobility_aids: kept })
  await choosePlaces(wizard)
  for (const { name } of needs) expect(await wizard.findByText(name)).toBeVisible()
  await portal.user.click(findTrip(wizard))
  await screen.findByRole('button', { name: 'Confirm Trip' })
  const search = await portal.server.deps.db
    .selectFrom('service_availability_searches')
    .select('aids')
    .where('traveler_id', '=', wizard.traveler.id)
    .executeTakeFirstOrThrow()
  expect(search.aids.map((aid) => aid.kind).toSorted()).toEqual(needs.map(({ kind }) => kind).toSorted())
})

// @test-tag long
test('a search without anything along sends neither aids nor people beside the passengers', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  await screen.findByRole('button', { name: 'Confirm Trip' })
  expect(Object.keys(asked() as object).toSorted()).toEqual([
    'departing',
    'destination',
    'mobility_support',
    'origin',
    'passengers',
    'test_trips',
    'traveler_id',
    'traveling_at',
  ])
})
