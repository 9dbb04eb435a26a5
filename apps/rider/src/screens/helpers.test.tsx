import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { CODE } from '../testing/fake-account.ts'
import { heading, openSignedIn, searchRide, tap } from '../testing/open-app.tsx'
import { later, mia, sampleRide } from '../testing/samples.ts'

const elsa = { id: 21, name: 'Elsa Old', wheelchair: true }
const invitation = {
  id: 5,
  traveler_id: elsa.id,
  name: elsa.name,
  rights: ['book' as const],
  ends_at: later(600),
  household: false,
}

test('a helper is invited with chosen rights, and a contact that is none is refused beside it', async () => {
  const app = openSignedIn({}, 'account')
  await tap(app, 'Invite a helper')
  const form = within(await screen.findByRole('form', { name: 'Invite a helper' }))
  await app.user.type(form.getByLabelText('E-mail address or phone number'), 'Hanna')
  await app.user.click(form.getByRole('button', { name: 'Invite' }))
  await waitFor(() =>
    expect(form.getByLabelText('E-mail address or phone number')).toHaveAccessibleDescription(
      expect.stringContaining('Please enter a phone number'),
    ),
  )
  await app.user.type(form.getByLabelText('E-mail address or phone number'), '@example.org')
  await app.user.click(form.getByRole('checkbox', { name: 'pay with saved cards' }))
  await app.user.click(form.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText('Hanna@example.org')).toBeVisible()
  expect(app.fake.called('ride.inviteHelper').at(-1)?.asked.body).toEqual({
    contact: 'Hanna@example.org',
    rights: ['book', 'follow', 'pay'],
  })
  await tap(app, 'End the help of Hanna@example.org')
  await waitFor(() => expect(screen.queryByText('Hanna@example.org')).toBeNull())
})

// covers: RIDE-90
test('who accepts an invitation is asked first whom a ride is for, and reads the name on every page of that booking', async () => {
  const app = openSignedIn({ helpers: { helpers: [], helped: [], invitations: [invitation] } }, 'account')
  const asked = within(await screen.findByRole('form', { name: /^Elsa Old asks for your help: book rides/ }))
  await app.user.type(asked.getByLabelText('Code of 6 digits'), `${CODE}{Enter}`)
  await screen.findByRole('button', { name: 'Stop helping Elsa Old' })
  await app.user.click(screen.getByRole('link', { name: 'Ride' }))
  await heading('Who is this ride for?')
  expect(screen.queryByRole('combobox', { name: 'To' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Mia (me)' })).toBeVisible()
  await tap(app, 'Elsa Old')
  await heading('Where to?')
  expect(screen.getByText('For Elsa Old')).toBeVisible()
  await searchRide(app)
  expect(app.fake.called('ride.search')[0]?.asked.body).toMatchObject({ traveler_id: elsa.id })
  expect(screen.getByText('For Elsa Old')).toBeVisible()
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
  expect(screen.getByText('For Elsa Old')).toBeVisible()
  expect(screen.getByText(/^Elsa Old · /)).toBeVisible()
  app.fake.world.ride = { traveler_id: elsa.id, traveler_name: elsa.name }
  await tap(app, 'Book')
  await heading('Your ride')
  expect(await screen.findByText('For Elsa Old')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'My rides' }))
  // The page before is hidden, and still there, until this one has come.
  await waitFor(() => expect(screen.getByText('For Elsa Old')).toBeVisible())
})

test('needs of the one who rides are preset, and another can be chosen before the search', async () => {
  const app = openSignedIn({ session: { ...mia, helps: [elsa] } })
  await tap(app, 'Elsa Old')
  expect(await screen.findByText(/1 wheelchair/)).toBeVisible()
  await tap(app, 'For someone else')
  await tap(app, 'Mia (me)')
  await heading('Where to?')
  expect(screen.queryByText(/1 wheelchair/)).toBeNull()
})

const chosenOf = (kept: number[], ...choices: { id: number; name: string }[]) => ({
  kept,
  choices: choices.map((choice) => ({ ...choice, kind: 'walker' as const })),
})

// covers: RIDE-38, RIDE-93
// @test-tag long
test('a helper chooses which aids of the one helped come along, and the choice goes when another one rides', async () => {
  const [walker, dog, own] = [
    { id: 5, name: 'Elsa’s walker' },
    { id: 6, name: 'Guide dog' },
    { id: 7, name: 'Own crutches' },
  ]
  const app = openSignedIn({
    session: { ...mia, helps: [elsa] },
    needs: chosenOf([own.id], own),
    helpedNeeds: { [elsa.id]: chosenOf([walker.id], walker, dog) },
  })
  const ridesFor = async (name: string): Promise<void> => {
    await tap(app, name)
    await heading('Where to?')
    await app.user.click(await screen.findByText('Who?'))
  }
  await ridesFor('Elsa Old')
  const aids = within(await screen.findByRole('group', { name: 'What comes along this time' }))
  expect(aids.getByRole('checkbox', { name: walker.name })).toBeChecked()
  expect(aids.queryByRole('checkbox', { name: own.name })).toBeNull()
  await app.user.click(aids.getByRole('checkbox', { name: walker.name }))
  await app.user.click(aids.getByRole('checkbox', { name: dog.name }))
  await tap(app, 'For someone else')
  await ridesFor('Mia (me)')
  expect(await screen.findByRole('checkbox', { name: own.name })).toBeChecked()
  expect(screen.queryByRole('checkbox', { name: walker.name })).toBeNull()
  await tap(app, 'For someone else')
  await ridesFor('Elsa Old')
  expect(await screen.findByRole('checkbox', { name: walker.name })).toBeChecked()
  await app.user.click(screen.getByRole('checkbox', { name: dog.name }))
  await searchRide(app)
  expect(app.fake.called('ride.search')[0]?.asked.body).toMatchObject({ traveler_id: elsa.id, aids: [5, 6] })
})

test('a helper is offered no aids of one whose help has ended meanwhile', async () => {
  const app = openSignedIn({ session: { ...mia, helps: [elsa] }, needs: chosenOf([], { id: 7, name: 'Own crutches' }) })
  await tap(app, 'Elsa Old')
  await app.user.click(await screen.findByText('Who?'))
  await screen.findByRole('button', { name: 'More: Attendants' })
  await waitFor(() => expect(app.fake.called('ride.helpedNeeds')).toHaveLength(1))
  expect(screen.queryByRole('group', { name: 'What comes along this time' })).toBeNull()
  expect(app.fake.called('ride.needs')).toEqual([])
})

// covers: RIDE-92
test('a ride says who booked, changed and cancelled it', async () => {
  const events = [
    { what: 'booked', at: later(-60), by: 'helper', name: 'Hanna Helper' },
    { what: 'changed', at: later(-50), by: 'staff', name: null },
    { what: 'cancelled', at: later(-40), by: 'you', name: null },
  ] as const
  openSignedIn({ rides: [sampleRide(12, { events: [...events], phase: 'cancelled' })] }, 'rides/12')
  const list = within(await screen.findByRole('region', { name: 'What was done' }))
  const said = list.getAllByRole('listitem').map((item) => item.textContent)
  expect(said[0]).toMatch(/^Booked by Hanna Helper, /)
  expect(said[1]).toMatch(/^Changed by our staff, /)
  expect(said[2]).toMatch(/^Cancelled by you, /)
})

// covers: RIDE-83
test('rides can be listed of one passenger alone', async () => {
  const rides = [sampleRide(12), sampleRide(13, { traveler_id: elsa.id, traveler_name: elsa.name })]
  const app = openSignedIn({ session: { ...mia, helps: [elsa] }, rides }, 'rides')
  expect(await screen.findByText('For Elsa Old')).toBeVisible()
  const open = () => within(screen.getByRole('region', { name: 'Coming up' }))
  await waitFor(() => expect(open().getAllByRole('listitem')).toHaveLength(2))
  await app.user.selectOptions(screen.getByLabelText('Rides of'), 'Elsa Old')
  await waitFor(() => expect(open().getAllByRole('listitem')).toHaveLength(1))
  expect(open().getByText('For Elsa Old')).toBeVisible()
})

test('without a signal no rides of another passenger stand under the one who is chosen', async () => {
  const app = openSignedIn({ session: { ...mia, helps: [elsa] }, rides: [sampleRide(12)] })
  await screen.findByRole('link', { name: /Next ride/ })
  await waitFor(() => expect(localStorage.getItem('ride-open')).toContain('"id":12'))
  await app.user.click(screen.getByRole('link', { name: 'My rides' }))
  const open = () => within(screen.getByRole('region', { name: 'Coming up' }))
  await screen.findByRole('region', { name: 'Coming up' })
  await waitFor(() => expect(open().getAllByRole('listitem')).toHaveLength(1))
  app.fake.world.offline = true
  await app.user.selectOptions(screen.getByLabelText('Rides of'), 'Elsa Old')
  expect(await open().findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(open().queryAllByRole('listitem')).toEqual([])
  await app.user.selectOptions(screen.getByLabelText('Rides of'), 'Mia Okafor')
  await waitFor(() => expect(open().getAllByRole('listitem')).toHaveLength(1))
})

// covers: RIDE-89, RIDE-99
test('somebody without a contact is added to the household, and deleted for good only after it was asked about', async () => {
  const app = openSignedIn({}, 'account')
  await tap(app, 'Add a person')
  const form = within(await screen.findByRole('form', { name: 'Add a person' }))
  await app.user.type(form.getByLabelText('First name'), 'Lena')
  await app.user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText('Please enter a last name')).toBeVisible()
  await app.user.type(form.getByLabelText('Last name'), 'Okafor')
  await app.user.click(form.getByRole('button', { name: 'Add' }))
  const household = within(await screen.findByRole('region', { name: 'Your household' }))
  expect(await household.findByText('Lena Okafor')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Stop helping Lena Okafor' })).toBeNull()
  await tap(app, 'Delete Lena Okafor')
  expect(household.getByText(/is deleted at once/)).toBeVisible()
  expect(app.fake.called('ride.eraseMember')).toHaveLength(0)
  await tap(app, 'Delete Lena Okafor for good')
  await waitFor(() => expect(household.queryByText('Lena Okafor')).toBeNull())
})
