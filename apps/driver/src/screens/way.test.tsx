import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LegStep } from '@ambit/contract'
import { destination } from '@ambit/geo'
import type { Place } from '../device/device.ts'
import { openTrip, tap } from '../testing/open-app.tsx'
import { rider, sampleManifest, stop } from '../testing/sample-trip.ts'
import { linkTo } from '../trip/navigation-apps.ts'

/** Metres east and north of a place. */
const at = (east: number, north: number): [number, number] => {
  const [lng, lat] = destination(destination([153, -27], east, 90), north, 0)
  return [lng, lat]
}
const steps: LegStep[] = [
  { kind: 'roundabout', exit: 2, street: 'Mill Lane', distance_m: 400, point: at(400, 0) },
  { kind: 'arrive', street: 'Mill Lane', distance_m: 1600, point: at(400, 1600) },
]
const onRoad = () => {
  const leg = { duration_s: 200, distance_m: 2000, path: [at(0, 0), at(400, 0), at(400, 1600)], steps }
  const first = stop(1, 0, { location_name: 'Redwater Market', point: at(400, 1600), boardings: [rider(41, -5)], leg })
  const app = openTrip(sampleManifest({ trip_stops: [first, stop(2, 12, { alightings: [rider(41, 5)] })] }))
  const place = ([lon, lat]: [number, number], metres: number | null, change: Partial<Place> = {}): void => {
    const along = metres === null ? null : { metres, beside_since: null, off: false }
    app.device.set({ place: { lat, lon, accuracy_m: 8, bearing: 0, speed: 10, along, ...change } })
  }
  return { app, place }
}
const way = async () => within(await screen.findByRole('region', { name: 'Way to the stop' }))
const arrived = () => screen.findByRole('button', { name: 'Arrived' })

/** What the device's voice is given to say. */
const listen = (): string[] => {
  const said: string[] = []
  class Utterance {
    readonly text: string
    lang = ''
    constructor(text: string) {
      this.text = text
    }
  }
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  Object.defineProperty(window, 'speechSynthesis', {
    configurable: true,
    value: { cancel: () => {}, speak: ({ text, lang }: Utterance) => said.push(`${lang} ${text}`) },
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(window, 'speechSynthesis')
  })
  return said
}

// covers: DAPP-44
test('the next turn is shown with its distance and street, and moves on with the vehicle, without map and signal', async () => {
  const { app, place } = onRoad()
  app.device.set({ sending: { ...app.device.state().sending, silent_since: app.device.now() } })
  place(at(150, 0), 150)
  const shown = await way()
  expect(await shown.findByText('250 m')).toBeVisible()
  expect(shown.getByText('Roundabout, exit 2')).toBeVisible()
  expect(shown.getByText('Mill Lane')).toBeVisible()
  place(at(400, 200), 600)
  expect(await shown.findByText('1.4 km')).toBeVisible()
  expect(shown.getByText('Stop')).toBeVisible()
})

test('off the way the stop is shown by direction and distance', async () => {
  const { place } = onRoad()
  place(at(1000, 1600), 200, { along: { metres: 200, beside_since: 0, off: true } })
  const shown = await way()
  expect(await shown.findByText('600 m')).toBeVisible()
  expect(shown.getByText('Stop to the west')).toBeVisible()
})

// covers: DAPP-47
test('turns are silent until one tap switches the voice on, and then spoken once in the language of the app', async () => {
  const said = listen()
  const { app, place } = onRoad()
  place(at(200, 0), 200)
  await tap(app, 'Voice: off')
  expect(await screen.findByRole('button', { name: 'Voice: on' })).toBeVisible()
  await waitFor(() => expect(said).toEqual(['en In 200 m: Roundabout, exit 2, Mill Lane']))
  place(at(250, 0), 250)
  place(at(350, 0), 350)
  await waitFor(() => expect(said).toHaveLength(2))
  expect(said[1]).toBe('en In 50 m: Roundabout, exit 2, Mill Lane')
  await tap(app, 'Voice: on')
  place(at(400, 1580), 1980)
  await (await way()).findByText('20 m')
  expect(said).toHaveLength(2)
})

// covers: DAPP-51
test('at the stop and slow enough Arrived becomes the main thing with one tone, and nothing arrives by itself', async () => {
  let tones = 0
  const node = { frequency: { value: 0 }, connect: () => node, start: () => (tones += 1), stop: () => {} }
  const gain = { gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }, connect: () => gain }
  class Audio {
    currentTime = 0
    destination = {}
    resume = async (): Promise<void> => {}
    createOscillator = () => node
    createGain = () => gain
  }
  vi.stubGlobal('AudioContext', Audio)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { app, place } = onRoad()
  expect(await arrived()).toHaveAttribute('data-later', 'false')
  place(at(400, 1400), 1800)
  await waitFor(async () => expect(await arrived()).toHaveAttribute('data-later', 'true'))
  place(at(400, 1560), 1960, { speed: 2.4 })
  expect(await (await way()).findByText('40 m')).toBeVisible()
  expect(await arrived()).toHaveAttribute('data-later', 'true')
  place(at(400, 1570), 1970, { speed: 2 })
  await waitFor(async () => expect(await arrived()).toHaveAttribute('data-later', 'false'))
  place(at(400, 1590), 1990, { speed: 0 })
  expect(await (await way()).findByText('10 m')).toBeVisible()
  expect([tones, app.device.deeds]).toEqual([1, []])
  await app.user.click(await arrived())
  expect(app.device.deeds).toEqual([{ kind: 'arrive', trip_stop_id: 1 }])
})

// covers: DAPP-52
test('farther than 250 m from the stop an arrival is asked about, and stored with the distance once it is confirmed', async () => {
  const { app, place } = onRoad()
  place(at(400, 1300), 1700)
  await tap(app, 'Arrived')
  expect(await screen.findByText('You are 300 m from the stop. Have you arrived?')).toBeVisible()
  await tap(app, 'Not yet')
  expect(app.device.deeds).toEqual([])
  await tap(app, 'Arrived')
  await tap(app, 'Yes, arrived')
  expect(app.device.deeds).toEqual([{ kind: 'arrive', trip_stop_id: 1, distance_m: 300 }])
})

// covers: DAPP-49, DAPP-50
test('a hand-off says what cannot be seen meanwhile, sets the own way, and ends once the app was in front for 10 s', async () => {
  const back: (() => void)[] = []
  const real = window.setTimeout
  const spied = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      ms === 10_000 ? back.push(work) : real(work, ms)) as typeof window.setTimeout) // as the browser's, with a number
  onTestFinished(() => spied.mockRestore())
  const { app } = onRoad()
  await tap(app, 'Open in …')
  expect(
    await screen.findByText('While another app is in front, dispatch and passengers cannot see where you are.'),
  ).toBeVisible()
  const link = screen.getByRole('link', { name: 'Google Maps' })
  link.addEventListener('click', (event) => event.preventDefault())
  await app.user.click(link)
  await waitFor(() => expect(app.device.deeds).toEqual([{ kind: 'manual_navigation', enabled: true }]))
  await waitFor(() => expect(back).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'I drive my own way' })).toHaveAttribute('aria-pressed', 'true')
  back[0]?.()
  await waitFor(() => expect(app.device.deeds.at(-1)).toEqual({ kind: 'manual_navigation', enabled: false }))
  // By hand it stays until it is switched off by hand.
  await tap(app, 'I drive my own way')
  await waitFor(() => expect(back).toHaveLength(2))
  back[1]?.()
  await tap(app, 'Back to the trip')
  expect(await screen.findByText('You drive your own way.')).toBeVisible()
  expect(app.device.deeds.map((deed) => deed.kind === 'manual_navigation' && deed.enabled)).toEqual([true, false, true])
})

// covers: DAPP-48
test('the stop’s place alone is handed to those apps that the region allows', async () => {
  const { app } = onRoad()
  await tap(app, 'Open in …')
  const links = (): (string | null)[] => screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links()).toEqual(['Apple Maps', 'Google Maps', 'Waze', 'OsmAnd', 'Organic Maps'])
  const [lng, lat] = at(400, 1600).map((degrees) => degrees.toFixed(6))
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    `https://maps.apple.com/?daddr=${lat},${lng}&dirflg=d`,
    `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}&travelmode=driving`,
    `https://waze.com/ul?ll=${lat},${lng}&navigate=yes`,
    `https://osmand.net/map/?pin=${lat},${lng}#16/${lat}/${lng}`,
    `om://map?v=1&ll=${lat},${lng}`,
  ])
  const { manifest } = app.device.state().open!
  app.device.setOpen({ manifest: { ...manifest, navigation_apps: ['waze'] } })
  await waitFor(() => expect(links()).toEqual(['Waze']))
  app.device.setOpen({ manifest: { ...manifest, navigation_apps: [] } })
  expect(await screen.findByText('Your region hands the way to no other app.')).toBeVisible()
  expect(linkTo('waze', [153.5, -27.25])).toBe('https://waze.com/ul?ll=-27.250000,153.500000&navigate=yes')
})
