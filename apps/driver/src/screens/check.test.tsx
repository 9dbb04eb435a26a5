import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { CheckItem, TakenChecklist } from '@ambit/contract'
import { createFakeDevice, openOf } from '../testing/fake-device.ts'
import { openApp, openTrip, tap } from '../testing/open-app.tsx'
import { hangingPicture, lendPictures, pictureFile } from '../testing/pictures.ts'
import { at, sampleManifest, sampleTrip } from '../testing/sample-trip.ts'

const item = (id: string, en: string, change: Partial<CheckItem> = {}): CheckItem => ({
  id,
  label: { en, de: '', es: '' },
  kind: 'pass_fail',
  required: true,
  critical: false,
  choices: [],
  ...change,
})
const checklist: TakenChecklist = {
  id: 5,
  name: 'Before driving',
  moment: 'before',
  items: [
    item('brakes', 'Brakes', { critical: true }),
    item('mileage', 'Mileage', { kind: 'number' }),
    item('fuel', 'Fuel', {
      kind: 'choice',
      choices: [
        { label: { en: 'Full', de: '', es: '' }, fails: false },
        { label: { en: 'Empty', de: '', es: '' }, fails: true },
      ],
    }),
    item('remarks', 'Remarks', { kind: 'text', required: false }),
  ],
}
const driver = { id: 1, full_name: 'Priya Raman' }

/** The trip may be signed on to, and the checklist is on the device. */
const beforeTrip = () => {
  const manifest = sampleManifest({ current_state: 'staged', signed_on_at: null, checklists: [checklist], checks: [] })
  const trips = { list: [sampleTrip({ current_state: 'staged' })], read_at: Date.parse(at(0)) }
  return openApp(createFakeDevice({ step: 'signed_in', driver, trips, open: openOf(manifest) }))
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('before signing on the vehicle is checked item by item, and what was answered is sent as one action', async () => {
  const app = beforeTrip()
  await heading('Vehicle SUN 104')
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  await tap(app, 'Check the vehicle: Before driving')
  await heading('Brakes')
  expect(screen.getByText('Before driving, item 1 of 4')).toBeVisible()
  await tap(app, 'OK')
  await heading('Mileage')
  await tap(app, 'Next')
  expect(screen.getByRole('textbox', { name: 'Mileage' })).toHaveAccessibleDescription('Please enter a number.')
  await app.user.type(screen.getByRole('textbox', { name: 'Mileage' }), '120400')
  expect(screen.queryByText('Please enter a number.')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Mileage' })).toBeValid()
  await tap(app, 'Next')
  await heading('Fuel')
  await tap(app, 'Empty')
  await tap(app, 'Next')
  const note = await screen.findByRole('textbox', { name: 'What is wrong?' })
  expect(note).toHaveAccessibleDescription('Please write what is wrong, in at most 500 characters.')
  await app.user.type(note, 'Nearly empty')
  await tap(app, 'Next')
  await heading('Remarks')
  expect(app.device.deeds).toEqual([])
  await tap(app, 'Skip')
  expect(app.device.deeds).toEqual([
    {
      kind: 'check',
      vehicle_id: 3,
      checklist_id: 5,
      answers: [
        { item: 'brakes', value: 'pass' },
        { item: 'mileage', value: 120_400 },
        { item: 'fuel', value: 1, note: 'Nearly empty' },
      ],
    },
  ])
  await tap(app, 'Start')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'sign_on' })
})

test('a vehicle that is changed while it is checked is the one of the check, and the other one is checked as well', async () => {
  const app = beforeTrip()
  await tap(app, 'Check the vehicle: Before driving')
  await tap(app, 'Not OK')
  await app.user.type(await screen.findByRole('textbox', { name: 'What is wrong?' }), 'The pedal gives way')
  const { manifest } = app.device.state().open!
  app.device.setOpen({
    manifest: { ...manifest, trip: { ...manifest.trip, vehicle_id: 4, vehicle_number: 'SUN 105' } },
  })
  await tap(app, 'Next')
  await app.user.type(await screen.findByRole('textbox', { name: 'Mileage' }), '1')
  await tap(app, 'Next')
  await tap(app, 'Full')
  await tap(app, 'Skip')
  await heading('Vehicle SUN 105')
  expect(app.device.deeds).toMatchObject([{ kind: 'check', vehicle_id: 3 }])
  expect(screen.getByRole('button', { name: 'Check the vehicle: Before driving' })).toBeVisible()
  expect(screen.queryByText(/^This vehicle may not be driven/)).toBeNull()
})

test('a required item cannot be skipped, and one goes back to change an answer', async () => {
  const app = beforeTrip()
  await tap(app, 'Check the vehicle: Before driving')
  await heading('Brakes')
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
  await tap(app, 'OK')
  await heading('Mileage')
  await tap(app, 'Back')
  await heading('Brakes')
  await tap(app, 'Back')
  await heading('Vehicle SUN 104')
  expect(app.device.deeds).toEqual([])
})

test('a failed critical item says that the vehicle may not be driven, with the number of dispatch, until it is released', async () => {
  const app = beforeTrip()
  await tap(app, 'Check the vehicle: Before driving')
  await tap(app, 'Not OK')
  await app.user.type(await screen.findByRole('textbox', { name: 'What is wrong?' }), 'The pedal gives way')
  await tap(app, 'Next')
  await app.user.type(await screen.findByRole('textbox', { name: 'Mileage' }), '1')
  await tap(app, 'Next')
  await tap(app, 'Full')
  await tap(app, 'Skip')
  expect(await screen.findByText('This vehicle may not be driven: Brakes. Call dispatch.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call dispatch' })).toHaveAttribute('href', 'tel:+61730001234')
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
  const { manifest } = app.device.state().open!
  const checks = manifest.trip.checks!.map((check) => ({ ...check, released: true }))
  app.device.setOpen({ manifest: { ...manifest, trip: { ...manifest.trip, checks } } })
  expect(await screen.findByRole('button', { name: 'Start' })).toBeVisible()
})

test('the start of a trip leads to its check first', async () => {
  const app = beforeTrip()
  const { open } = app.device.state()
  app.device.set({ open: null })
  app.device.openTrip = async () => {
    app.device.set({ open })
    return true
  }
  await tap(app, 'Start')
  expect(await screen.findByRole('button', { name: 'Check the vehicle: Before driving' })).toBeVisible()
  expect(app.device.deeds).toEqual([])
})

const after: TakenChecklist = {
  ...checklist,
  id: 6,
  name: 'At the end',
  moment: 'after',
  items: [item('tidy', 'Tidy')],
}

test('the end of a trip asks for what is checked afterwards', async () => {
  const app = openTrip(sampleManifest({ trip_stops: [], checklists: [checklist, after], checks: [] }))
  await tap(app, 'End trip')
  await heading('Tidy')
  await tap(app, 'OK')
  expect(app.device.deeds).toMatchObject([{ kind: 'check', checklist_id: 6 }])
  await tap(app, 'End trip')
  const sure = within((await screen.findByText('A trip that has ended cannot be opened again.')).closest('section')!)
  await app.user.click(sure.getByRole('button', { name: 'End trip' }))
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'complete' })
})

test('a trip that ended by itself asks for what is checked afterwards and for the odometer, and one that was cancelled does not', async () => {
  const ended = { current_state: 'completed' as const, completed_at: at(50), checklists: [after], checks: [] }
  const manifest = sampleManifest(ended)
  manifest.rules = { ...manifest.rules, odometer: 'require' }
  const app = openTrip(manifest)
  await tap(app, 'Check the vehicle: At the end')
  await heading('Tidy')
  await tap(app, 'OK')
  await heading('Trip ended')
  expect(screen.queryByRole('button', { name: /^Check the vehicle/ })).toBeNull()
  await tap(app, 'Odometer')
  await app.user.type(await screen.findByRole('textbox', { name: 'Odometer' }), '84100')
  await tap(app, 'Next')
  await heading('Trip ended')
  expect(screen.queryByRole('button', { name: 'Odometer' })).toBeNull()
  expect(app.device.deeds).toMatchObject([
    { kind: 'check', checklist_id: 6 },
    { kind: 'odometer', moment: 'end', reading: 84_100 },
  ])
  document.body.replaceChildren()
  openTrip(sampleManifest({ ...ended, current_state: 'cancelled', completed_at: null }))
  await screen.findByRole('button', { name: 'Back to the trips' })
  expect(screen.queryByRole('button', { name: /^Check the vehicle/ })).toBeNull()
})

// covers: DAPP-22, DAPP-24
test('a failed item and an item of photos take photos, which the answers name', async () => {
  lendPictures()
  const items = [item('brakes', 'Brakes'), item('front', 'Front of the vehicle', { kind: 'photo' })]
  const app = openTrip(
    sampleManifest({ trip_stops: [], checklists: [{ ...checklist, id: 6, moment: 'after', items }], checks: [] }),
  )
  await tap(app, 'End trip')
  await heading('Brakes')
  await tap(app, 'Not OK')
  await app.user.type(await screen.findByRole('textbox', { name: 'What is wrong?' }), 'They squeal')
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await screen.findByRole('img', { name: 'Photo 1' })
  await tap(app, 'Next')
  await heading('Front of the vehicle')
  await tap(app, 'Next')
  expect(await screen.findByText(/^Please take at least 1 photo\./)).toBeVisible()
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await screen.findByRole('img', { name: 'Photo 1' })
  await tap(app, 'Back')
  await heading('Brakes')
  await tap(app, 'OK')
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await tap(app, 'Next')
  expect(app.device.deeds).toEqual([
    {
      kind: 'check',
      vehicle_id: 3,
      checklist_id: 6,
      answers: [
        { item: 'brakes', value: 'pass' },
        { item: 'front', value: 1, photos: ['photo-2'] },
      ],
    },
  ])
})

test('photos of two items of a check are kept when one is made small after its item was left', async () => {
  lendPictures()
  const items = ['Front', 'Rear'].map((label) => item(label.toLowerCase(), label, { kind: 'photo' }))
  const app = openTrip(
    sampleManifest({ trip_stops: [], checklists: [{ ...checklist, id: 6, moment: 'after', items }], checks: [] }),
  )
  await tap(app, 'End trip')
  await heading('Front')
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await screen.findByRole('img', { name: 'Photo 1' })
  await tap(app, 'Next')
  await heading('Rear')
  const made = hangingPicture(app.device)
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await tap(app, 'Next')
  await heading('Rear')
  expect(screen.queryByText(/^Please take at least 1 photo\./)).toBeNull()
  await tap(app, 'Back')
  await heading('Front')
  await tap(app, 'Remove photo 1')
  made({ id: 'rear', picture: pictureFile() })
  await waitFor(() => expect(screen.getByLabelText('Take a photo')).toBeEnabled())
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await screen.findByRole('img', { name: 'Photo 1' })
  await tap(app, 'Next')
  await heading('Rear')
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await tap(app, 'Next')
  expect(app.device.deeds).toMatchObject([
    {
      answers: [
        { item: 'front', photos: ['photo-2'] },
        { item: 'rear', photos: ['rear'] },
      ],
    },
  ])
})

test('a failed item that is entered while its photo is made small is answered with the photo', async () => {
  lendPictures()
  const items = [item('brakes', 'Brakes')]
  const app = openTrip(
    sampleManifest({ trip_stops: [], checklists: [{ ...checklist, id: 6, moment: 'after', items }], checks: [] }),
  )
  await tap(app, 'End trip')
  await tap(app, 'Not OK')
  await app.user.type(await screen.findByRole('textbox', { name: 'What is wrong?' }), 'They squeal')
  const made = hangingPicture(app.device)
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  await tap(app, 'Next')
  expect(app.device.deeds).toEqual([])
  made({ id: 'slow', picture: pictureFile() })
  await screen.findByRole('img', { name: 'Photo 1' })
  await tap(app, 'Next')
  expect(app.device.deeds).toMatchObject([{ answers: [{ item: 'brakes', photos: ['slow'] }] }])
})

test('an item that asks for a photo is answered by a note where the photo cannot be kept, and the trip can be signed on to', async () => {
  lendPictures()
  const items = [item('front', 'Front of the vehicle', { kind: 'photo' }), item('tyres', 'Tyres')]
  const checklists = [{ ...checklist, items }]
  const app = openTrip(sampleManifest({ current_state: 'staged', signed_on_at: null, checklists, checks: [] }))
  await tap(app, 'Check the vehicle: Before driving')
  app.device.photoRefused = 'no_room'
  await app.user.upload(screen.getByLabelText('Take a photo'), pictureFile())
  expect(await screen.findByText(/There is no room for a photo on this phone\./)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  await tap(app, 'Next')
  const note = screen.getByRole('textbox', { name: 'Why there is no photo' })
  expect(note).toHaveAccessibleDescription(
    'Please take at least 1 photo. If that does not work, write why: the note is enough.',
  )
  await app.user.type(note, ' The phone is full ')
  await tap(app, 'Next')
  await heading('Tyres')
  await tap(app, 'Back')
  expect(await screen.findByRole('textbox', { name: 'Why there is no photo' })).toHaveValue('The phone is full')
  await tap(app, 'Next')
  await tap(app, 'OK')
  expect(app.device.deeds).toMatchObject([
    {
      answers: [
        { item: 'front', value: 0, note: 'The phone is full' },
        { item: 'tyres', value: 'pass' },
      ],
    },
  ])
  await tap(app, 'Start')
  expect(app.device.deeds.at(-1)).toEqual({ kind: 'sign_on' })
})
