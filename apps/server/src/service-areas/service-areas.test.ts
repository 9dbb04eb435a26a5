import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { openDesigner, pointers, square } from '../testing/designer.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let newZone: () => Promise<number>
beforeAll(async () => {
  server = await startTestServer()
  ;({ newZone } = await openDesigner(server))
})
afterAll(() => server.close())

type Corner = [number, number]

/** Every line crosses almost every other. */
const star = (corners: number): Corner[] =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (at * Math.PI * (corners - 1)) / corners
    return [153 + 0.1 * Math.cos(angle), -27.4 + 0.1 * Math.sin(angle)]
  })

/** A comb whose teeth all lie side by side and cross nothing: upright, or lying on its side. */
const comb = (corners: number, upright: boolean): Corner[] => {
  const teeth = corners / 4
  const width = 0.1 / teeth
  const outline = Array.from({ length: teeth }, (_, at): Corner[] => [
    [at * width, 0],
    [at * width, 0.1],
    [at * width + width / 2, 0.1],
    [at * width + width / 2, 0],
  ]).flat()
  const back: Corner[] = [...outline, [0.1, -0.01], [0, -0.01]]
  return back.map(([along, out]) => (upright ? [153 + along, -27.4 + out] : [153 + out, -27.4 + along]))
}

const draw = (zone_id: number, coordinates: Corner[][]) =>
  server.client('operations_manager').call(api.serviceAreas.create, { body: { zone_id, name: 'Drawn', coordinates } })

test('a self-crossing star of a thousand corners is refused with the first twenty places', async () => {
  const { status, errors, meta } = await refusal(draw(await newZone(), [star(1001)]))
  expect([status, errors.map(({ detail }) => detail)]).toEqual([422, ['The lines of this area cross each other']])
  expect(meta?.['places']).toHaveLength(20)
})

test('an area has at most five thousand corners, over all of its rings', async () => {
  const zone = await newZone()
  const ring = comb(2600, true)
  const words = 'An area has at most 5,000 corners. Simplify its outline'
  expect(await pointers(draw(zone, [ring, ring]))).toEqual({ status: 422, errors: [['/coordinates', words]] })
  const { data } = await draw(zone, [comb(4996, true)])
  expect(data.coordinates[0]).toHaveLength(4999) // and closed
})

// @test-tag long
test('other requests are answered while areas of many corners are checked, however long that takes', async () => {
  const zone = await newZone()
  await draw(zone, [comb(4996, true)])
  const check = { runs: true }
  const refused = pointers(draw(zone, [comb(4996, false)])).finally(() => (check.runs = false))
  let answered = 0
  while (check.runs) {
    await server.publicClient().call(api.settings.show)
    answered += 1
  }
  const words = 'This area is too complex to be checked. Simplify its outline'
  expect(await refused).toEqual({ status: 422, errors: [['/coordinates', words]] })
  // Two of them at most fall between the queries before the check.
  expect(answered).toBeGreaterThan(5)
})

test('an area is refused if it overlaps another that was saved while it was checked', async () => {
  const zone = await newZone()
  const drawn = await Promise.allSettled([draw(zone, square(0, 0)), draw(zone, square(500, 500))])
  expect(drawn.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
