import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openTrip, tap } from '../testing/open-app.tsx'
import { hangingPicture, lendPictures, pictureFile } from '../testing/pictures.ts'
import { NOON } from '../testing/sample-trip.ts'

const driveAt = (speed: number) => ({ lat: -27, lon: 153, accuracy_m: 5, bearing: 0, speed, along: null })

test('a driver reports what has happened with a note, and is asked to choose where nothing was chosen', async () => {
  const app = openTrip()
  await tap(app, 'Menu')
  await tap(app, 'Report')
  expect(await screen.findByRole('heading', { name: 'Report' })).toHaveFocus()
  await tap(app, 'Send report')
  expect(await screen.findByText('Please choose what has happened.')).toBeVisible()
  await app.user.click(screen.getByRole('radio', { name: 'Breakdown' }))
  await app.user.type(screen.getByRole('textbox', { name: 'Note to dispatch' }), ' No oil pressure ')
  await tap(app, 'Send report')
  expect(app.device.reported).toEqual([{ kind: 'breakdown', note: 'No oil pressure' }])
  expect(await screen.findByText(/^Reported\./)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Note to dispatch' })).toHaveValue('')
  await tap(app, 'Back to the trip')
  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible()
})

test('a report that is tapped twice is one, and one that could not be kept says so and loses nothing', async () => {
  const app = openTrip()
  const { report } = app.device
  await tap(app, 'Menu')
  await tap(app, 'Report')
  await app.user.click(await screen.findByRole('radio', { name: 'Breakdown' }))
  await app.user.type(screen.getByRole('textbox', { name: 'Note to dispatch' }), 'Smoke')
  app.device.report = async () => {
    throw new Error('There is no room')
  }
  await tap(app, 'Send report')
  expect(await screen.findByText('That did not work: There is no room')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Note to dispatch' })).toHaveValue('Smoke')
  let stored = (): void => {}
  app.device.report = async (...told) => {
    await new Promise<void>((resolve) => (stored = resolve))
    return report(...told)
  }
  await tap(app, 'Send report')
  await tap(app, 'Send report')
  stored()
  expect(await screen.findByText(/^Reported\./)).toBeVisible()
  expect(app.device.reported).toEqual([{ kind: 'breakdown', note: 'Smoke' }])
  expect(screen.queryByText(/^That did not work/)).toBeNull()
})

test('nothing is chosen and written for a report above 8 km/h', async () => {
  const app = openTrip()
  await tap(app, 'Menu')
  await tap(app, 'Report')
  app.device.set({ place: driveAt(3) })
  expect(await screen.findByText('Stop the vehicle to do this')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Note to dispatch' })).toBeDisabled()
  expect(screen.getByRole('radio', { name: 'Accident' })).toBeDisabled()
  app.device.set({ place: driveAt(2), clock_offset_ms: NOON - Date.now() })
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Accident' })).toBeEnabled())
})

// covers: DAPP-87
test('a report takes up to three photos, which can be removed, and says that no faces belong on them', async () => {
  lendPictures()
  const app = openTrip()
  await tap(app, 'Menu')
  await tap(app, 'Report')
  await app.user.click(await screen.findByRole('radio', { name: 'Accident' }))
  const field = () => screen.getByLabelText('Take a photo')
  expect(field()).toHaveAccessibleDescription('Up to 3 photos. No faces, no passengers.')
  for (const place of [1, 2, 3]) {
    await app.user.upload(field(), pictureFile())
    expect(await screen.findByRole('img', { name: `Photo ${place}` })).toBeVisible()
  }
  expect(screen.queryByLabelText('Take a photo')).toBeNull()
  await tap(app, 'Remove photo 2')
  expect(screen.getAllByRole('img', { name: /^Photo/ })).toHaveLength(2)
  await tap(app, 'Send report')
  expect(app.device.reported).toEqual([{ kind: 'accident', note: '', photos: ['photo-1', 'photo-3'] }])
  expect(await screen.findByText(/^Reported\./)).toBeVisible()
  expect(screen.queryByRole('img', { name: /^Photo/ })).toBeNull()
})

test('a picture that cannot be read, finds no room or cannot be kept says so beside the button and loses nothing', async () => {
  lendPictures()
  const app = openTrip()
  await tap(app, 'Menu')
  await tap(app, 'Report')
  await app.user.type(await screen.findByRole('textbox', { name: 'Note to dispatch' }), 'Smoke')
  app.device.photoRefused = 'unreadable'
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  expect(await screen.findByText('This picture cannot be read. Please take another one.')).toBeVisible()
  app.device.photoRefused = 'no_room'
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  expect(await screen.findByText(/There is no room for a photo on this phone\./)).toBeVisible()
  app.device.keepPhoto = async () => {
    throw new Error('The database is closed')
  }
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  expect(await screen.findByText(/^The photo could not be kept\./)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Note to dispatch' })).toHaveValue('Smoke')
})

test('a report waits for a photo that is being made small, and keeps the one that is removed meanwhile removed', async () => {
  lendPictures()
  const app = openTrip()
  await tap(app, 'Menu')
  await tap(app, 'Report')
  await app.user.click(await screen.findByRole('radio', { name: 'Accident' }))
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await screen.findByRole('img', { name: 'Photo 1' })
  expect(screen.getByText('The photo is kept, and sent by itself.')).toBeVisible()
  const made = hangingPicture(app.device)
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  expect(await screen.findByText('The photo is being kept. Please wait.')).toBeVisible()
  await tap(app, 'Remove photo 1')
  await tap(app, 'Send report')
  expect(app.device.reported).toEqual([])
  made({ id: 'slow', picture: pictureFile() })
  await screen.findByText('The photo is kept, and sent by itself.')
  await tap(app, 'Send report')
  expect(app.device.reported).toEqual([{ kind: 'accident', note: '', photos: ['slow'] }])
})
