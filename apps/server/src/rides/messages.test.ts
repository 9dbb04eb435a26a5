import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

// covers: RIDE-95
test('a passenger chooses channel, language and quiet hours, sees what reaches them, and staff see the same', async () => {
  const body = { first_name: 'Nina', last_name: 'Moreau', username: 'nina', email: 'nina@example.org' }
  const { id } = (await server.client('superadmin').call(api.travelers.create, { body })).data
  const app = server.passengerClient(id)
  const usual_quiet_hours = { from: '21:00', until: '07:00' }
  expect((await app.call(api.ride.messages)).data).toEqual({
    language: null,
    channels: {},
    quiet_hours: null,
    usual_quiet_hours,
    reached_by: ['email'],
  })
  await server.deps.db.updateTable('travelers').set({ phone_number: '0412 345 678' }).where('id', '=', id).execute()
  const wishes = {
    language: 'es' as const,
    channels: { booking_changed: 'call' as const, receipt: 'none' as const },
    quiet_hours: { from: '20:00', until: '09:00' },
  }
  expect((await app.call(api.ride.changeMessages, { body: wishes })).data).toEqual({
    ...wishes,
    usual_quiet_hours,
    reached_by: ['email', 'call'],
  })
  expect((await server.client('superadmin').call(api.travelers.show, { params: { id } })).data).toMatchObject({
    locale: 'es',
    message_channels: wishes.channels,
    quiet_hours: wishes.quiet_hours,
  })
  const changed = await app.call(api.ride.changeMessages, { body: { quiet_hours: null } })
  expect(changed.data).toMatchObject({ ...wishes, quiet_hours: null })
  const without = app.call(api.ride.changeMessages, { body: { channels: { not_served: 'none' } } })
  expect((await refusal(without)).errors[0]).toMatchObject({
    source: { pointer: '/channels/not_served' },
    detail: 'Passengers hear of this in any case',
  })
})
