import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSignedIn, searchRide } from '../testing/open-app.tsx'
import { later, sampleOffering, sampleRide, sampleWalks } from '../testing/samples.ts'

/** How many places each dashed line has that is drawn from now on; canvases draw nothing in these tests. */
const watchDashes = (): Set<number> => {
  const dashed = new Set<number>()
  let [isDashed, places] = [false, 0]
  const known: Record<string, unknown> = {
    setLineDash: (dashes: number[]) => (isDashed = dashes.length > 0),
    beginPath: () => (places = 0),
    moveTo: () => (places = 1),
    lineTo: () => places++,
    stroke: () => isDashed && dashed.add(places),
  }
  const pen = new Proxy(known, { get: (of, name) => of[String(name)] ?? (() => ({ width: 0 })), set: () => true })
  const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never) // all that is drawn
  onTestFinished(() => canvas.mockRestore())
  return dashed
}

const far = { walk_m: 98, walk_s: 80 }
const dropoff = { ...sampleOffering(1).dropoff, ...far }
const stepsOf = async (name: string): Promise<(string | null)[]> => {
  const list = await screen.findByRole('list', { name })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}
const toStop = ['150 m along Harbour Road', 'Left into Market Street, 80 m', 'Right, 10 m']
const fromStop = ['100 m along the path']

// covers: RIDE-44
test('a booked ride has its ways on foot written as steps, and the next of them drawn along its path', async () => {
  const dashed = watchDashes()
  const rides = [sampleRide(12, { phase: 'coming', dropoff }), sampleRide(13, { phase: 'on_board', dropoff })]
  const app = openSignedIn({ rides, walks: sampleWalks() }, 'rides/12')
  expect(await stepsOf('On foot to the stop')).toEqual(toStop)
  expect(await stepsOf('On foot from the stop')).toEqual(fromStop)
  expect(app.fake.called('ride.walks').map(({ asked }) => asked.params)).toEqual([{ id: 12 }])
  expect(await screen.findByRole('img', { name: 'Map of vehicle, stop and the way on foot' })).toBeInTheDocument()
  await waitFor(() => expect(dashed).toContain(sampleWalks().pickup?.path.length))
  dashed.clear()
  history.pushState(null, '', '/Ride/rides/13')
  dispatchEvent(new PopStateEvent('popstate'))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'On foot to the stop' })).toBeNull())
  expect(await stepsOf('On foot from the stop')).toEqual(fromStop)
  await waitFor(() => expect(dashed).toContain(sampleWalks().dropoff?.path.length))
})

// covers: RIDE-44
test('an offering shows its ways on foot when asked, each drawn on a map and written as steps', async () => {
  const dashed = watchDashes()
  const offerings = [sampleOffering(51, undefined, { dropoff })]
  const app = openSignedIn({ offerings, walks: sampleWalks() })
  await searchRide(app)
  expect(app.fake.called('ride.offeringWalks')).toEqual([])
  await app.user.click(screen.getByText('The way on foot'))
  expect(await stepsOf('On foot to the stop')).toEqual(toStop)
  expect(await stepsOf('On foot from the stop')).toEqual(fromStop)
  expect(app.fake.called('ride.offeringWalks').map(({ asked }) => asked.params)).toEqual([{ id: 51 }])
  for (const name of ['Map of the way on foot to the stop', 'Map of the way on foot from the stop'])
    expect(await screen.findByRole('img', { name })).toBeInTheDocument()
  const { pickup, dropoff: away } = sampleWalks()
  await waitFor(() => expect(dashed).toEqual(new Set([pickup?.path.length, away?.path.length])))
})

test('at the door, and for a ride that is over, no way on foot is asked for', async () => {
  const none = { walk_m: 0, walk_s: 0 }
  const pickup = { ...sampleOffering(1).pickup, ...none }
  const completed = sampleRide(12, { phase: 'completed', dropoff, dropped_off_at: later(-5) })
  const app = openSignedIn({ rides: [completed], offerings: [sampleOffering(51, undefined, { pickup })] }, 'rides/12')
  await screen.findByRole('button', { name: 'Book again' })
  expect(app.fake.called('ride.walks')).toEqual([])
  history.pushState(null, '', '/Ride')
  dispatchEvent(new PopStateEvent('popstate'))
  await searchRide(app)
  expect(screen.queryByText('The way on foot')).toBeNull()
})

test('when the stop of a ride changes, its way on foot is asked for again and shown', async () => {
  const app = openSignedIn({ rides: [sampleRide(12, { phase: 'coming' })], walks: sampleWalks() }, 'rides/12')
  expect(await stepsOf('On foot to the stop')).toEqual(toStop)
  const pickup = { ...sampleRide(12).pickup, point: [153.5, -28.14] as [number, number] }
  app.fake.world.rides = [sampleRide(12, { phase: 'coming', pickup })]
  app.fake.world.walks = { pickup: { ...sampleWalks().dropoff!, begins: 'Pier Street' }, dropoff: null }
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect(await stepsOf('On foot to the stop')).toEqual(['100 m along Pier Street']))
  expect(app.fake.called('ride.walks')).toHaveLength(2)
})
