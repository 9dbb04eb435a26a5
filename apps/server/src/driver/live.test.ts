import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { openStream } from '../testing/stream.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let other: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  other = await town.vehicle('Van 2')
})

const follow = async (after?: string) =>
  openStream(`${server.url}/api/v2/driver/live`, await server.driverToken(van.driver_id), after)
const signOn = ({ client, trip_id }: Crew) => client.call(api.driver.signOn, { params: { id: trip_id } })
const write = ({ trip_id }: Crew, text: string) =>
  town.dispatcher.call(api.driverMessages.create, { params: { id: trip_id }, body: { text } })

// covers: DAPP-132
test('a driver’s stream tells of own trips and their messages, and nothing of others', async () => {
  const stream = await follow()
  await stream.next('ready')
  await signOn(other)
  await write(other, 'Not for you')
  await signOn(van)
  expect(await stream.next()).toMatchObject({ event: 'trip', data: { trip_id: van.trip_id } })
  await write(van, 'The bridge is closed')
  const told = await stream.next('driver_message')
  expect(told.data).toEqual({ trip_id: van.trip_id })
  expect(told.id).toMatch(/^\d+$/)
  stream.close()
})

// covers: DAPP-132
test('with the id of the last event a driver’s stream tells what was missed meanwhile', async () => {
  const stream = await follow()
  const { id } = await stream.next('ready')
  stream.close()
  await write(other, 'Not for you')
  await write(van, 'The bridge is closed')
  const again = await follow(id)
  expect(await again.next()).toMatchObject({ event: 'driver_message', data: { trip_id: van.trip_id } })
  again.close()
  const lost = await follow('999999999')
  await lost.next('gap')
  lost.close()
})

test('a driver’s stream is refused without signing in, and to staff', async () => {
  const ask = async (token: string | null) => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    return (await fetch(`${server.url}/api/v2/driver/live`, { headers })).status
  }
  expect(await ask(null)).toBe(401)
  expect(await ask(await server.token('superadmin'))).toBe(403)
})
