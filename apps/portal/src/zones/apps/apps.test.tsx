import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Passenger Apps' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })

// @test-tag long
test('an operations manager creates an app that passengers book with from the page of zones, and changes it', async () => {
  await portal.open('operations_manager', '/ZoneManagement/zones')
  const { user } = portal
  await user.click(await screen.findByRole('button', { name: 'Passenger Apps' }))
  expect(await row(/Passenger App .*app-1.*Sign up and book.*Yes/)).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Create App' }))
  const making = await portal.dialog('Create App')
  await portal.fill(await making.findByLabelText(/^Name/), 'Coast')
  await portal.fill(making.getByLabelText(/Short Name/), 'Coast Bus')
  await portal.fill(making.getByLabelText(/Host Names/), 'https://ride.coast.example')
  await user.click(making.getByRole('button', { name: 'Submit' }))
  expect(await making.findByText('Please enter 2 to 40 small letters, digits and hyphens')).toBeVisible()
  expect(making.getByText('Please enter host names such as ride.example.org')).toBeVisible()
  await portal.fill(making.getByLabelText(/Short Name/), 'coast')
  await portal.fill(making.getByLabelText(/Host Names/), 'ride.coast.example, www.coast.example')
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const file = making.getByRole('group', { name: 'Logo' }).querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(file!, new File([drawn], 'coast.svg', { type: 'image/svg+xml' })) // the button's own
  // The same file can be chosen again once it is corrected.
  expect(file).toHaveValue('')
  const logo = await making.findByRole<HTMLImageElement>('img', { name: 'Logo' })
  expect(logo.src).toMatch(/\/logos\/[0-9a-f]{64}$/)
  await user.click(making.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  const made = await row(/Coast/)
  expect(made).toHaveTextContent(/coast.*ride\.coast\.example, www\.coast\.example.*Sign up and book.*No/)

  await user.click(within(made).getByRole('button', { name: /actions/i }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const changing = await portal.dialog('Coast')
  expect(await changing.findByRole<HTMLImageElement>('img', { name: 'Logo' })).toHaveProperty('src', logo.src)
  await portal.choose(await changing.findByRole('combobox', { name: 'New Passengers' }), 'Cannot sign up')
  await user.click(changing.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  await waitFor(async () => expect(await row(/Coast/)).toHaveTextContent('Cannot sign up'))
})

test('a dispatcher reads the apps of passengers, and changes none', async () => {
  await portal.open('dispatcher', '/ZoneManagement/apps')
  const website = await row(/Passenger Website/)
  expect(screen.queryByRole('button', { name: 'Create App' })).toBeNull()
  await portal.user.click(within(website).getByRole('button', { name: /actions/i }))
  expect(await screen.findByRole('menuitem', { name: 'View' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
})
