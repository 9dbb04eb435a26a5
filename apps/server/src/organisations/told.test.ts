import { api, type Client } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consentOf, organisationIn, representativeOf } from '../testing/organisations.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets(), config: { messages: { mode: 'send', allowed: [] } } })
})
afterAll(() => server.close())

let count = 0
const ritaAt = (): string => `rita${count}@example.org`
let home: { organisation: number; consent: number; ada: number; rita: { id: number; client: Client } }
beforeEach(async () => {
  count += 1
  await server.deps.db.deleteFrom('outbox_mails').execute()
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van', { wheelchairs: 1 })
  const organisation = await organisationIn(server, town.region_id, `Sunrise Home ${count}`)
  const ada = await town.passenger('Ada Hill')
  await server.deps.db.updateTable('travelers').set({ email: 'ada@example.org' }).where('id', '=', ada).execute()
  const consent = await consentOf(server, organisation, ada)
  const rita = await representativeOf(server, organisation, `rita${count}`)
  await server.deps.db.updateTable('users').set({ email: ritaAt() }).where('id', '=', rita.id).execute()
  home = { organisation, consent, ada, rita }
})

const sam = () => server.client('superadmin')

const book = async (client: Client, at = '09:00'): Promise<number> => {
  const body = {
    traveler_id: home.ada,
    passengers: [{ fare_type: 'adult' as const }],
    mobility_support: 1,
    origin: { name: 'Market', point: stopPoint('Market') },
    destination: { name: 'Hospital', point: stopPoint('Hospital') },
    traveling_at: `2026-11-23T${at}:00+10:00`,
    departing: true,
  }
  const { data } = await client.call(api.searches.create, { body })
  const offering = { service_offering_id: data.service_offerings[0]?.id ?? 0, traveler_id: home.ada }
  return (await client.call(api.serviceRequests.create, { body: { ...offering, payment_method: 'cash' } })).data.id
}
/** Those that wait for the mail server. */
const mailsNow = () =>
  server.deps.db.selectFrom('outbox_mails').select(['to', 'subject', 'text']).orderBy('id').execute()
/** Whose e-mail says what happened. */
const told = async (): Promise<(string | null)[]> => {
  await sendWaitingMessages(server)
  const rows = await server.deps.db
    .selectFrom('messages')
    .where('state', '<>', 'suppressed')
    .select('recipient')
    .orderBy('id')
    .execute()
  return rows.map(({ recipient }) => (recipient === ritaAt() ? 'rita' : recipient))
}
const BOTH = ['ada@example.org', 'rita']

// covers: JRN-96
test('what becomes of a ride that a representative books goes to the passenger and to the representative, who is told whose it is and nothing of needs', async () => {
  const id = await book(home.rita.client)
  expect(await told()).toEqual(BOTH)
  const booked = await mailsNow()
  await sam().call(api.serviceRequests.cancel, { params: { id }, body: {} })
  expect(await told()).toEqual([...BOTH, ...BOTH])
  const mails = [...booked, ...(await mailsNow())]
  const toRita = mails.filter(({ to }) => to === ritaAt())
  expect(toRita).toHaveLength(2)
  for (const { subject, text } of toRita) {
    expect(subject).toMatch(/^Ada Hill: /)
    expect(text).toMatch(/^Ada Hill\n/)
    expect(text).not.toMatch(/wheelchair|attendant|mobility/i)
    // The passenger's own link cancels the ride.
    expect(text).not.toContain('/t/')
  }
  for (const { subject, text } of mails.filter(({ to }) => to === 'ada@example.org'))
    expect(`${subject} ${text}`).not.toContain('Ada Hill')
  const { data } = await town.dispatcher.call(api.messages.list, { query: { search: ritaAt() } })
  expect(data.map(({ to_representative, traveler_id }) => [to_representative, traveler_id])).toEqual([
    [true, home.ada],
    [true, home.ada],
  ])
  // What is kept names nobody: roles that know passengers by number may read it.
  for (const { subject, text } of data) expect(`${subject} ${text}`).not.toContain('Ada')
})

// covers: JRN-96
test('a passenger who declines with the consent is told alone, and so is one whose representative declines', async () => {
  const params = { id: home.consent }
  await sam().call(api.organisationTravelers.update, { params, body: { tell_representatives: false } })
  await book(home.rita.client)
  expect(await told()).toEqual(['ada@example.org'])
  await sam().call(api.organisationTravelers.update, { params, body: { tell_representatives: true } })
  expect((await home.rita.client.call(api.representativeMessages.show)).data).toEqual({ told: true })
  await home.rita.client.call(api.representativeMessages.update, { body: { told: false } })
  await book(home.rita.client, '11:00')
  expect(await told()).toEqual(['ada@example.org', 'ada@example.org'])
  await home.rita.client.call(api.representativeMessages.update, { body: { told: true } })
  await book(home.rita.client, '13:00')
  expect(await told()).toEqual(['ada@example.org', 'ada@example.org', ...BOTH])
})

test('of rides that others book, and once the consent has ended, the representative hears nothing', async () => {
  const id = await book(home.rita.client)
  expect(await told()).toEqual(BOTH)
  await book(sam(), '11:00')
  expect(await told()).toEqual([...BOTH, 'ada@example.org'])
  await sam().call(api.organisationTravelers.end, { params: { id: home.consent } })
  await sam().call(api.serviceRequests.cancel, { params: { id }, body: {} })
  expect(await told()).toEqual([...BOTH, 'ada@example.org', 'ada@example.org'])
})
