import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type MessageLanguage } from '@ambit/contract'
import { asHtml } from '../mail/as-html.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { confirmedStep, proposedStep } from '../testing/suspensions.ts'
import { missOf } from '../testing/misses.ts'

let server: TestServer
let town: SmallTown
let maria: number
let ride: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.deps.clock.set('2026-11-23T08:00:00+10:00')
  await server.deps.db.deleteFrom('outbox_mails').execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  ride = (await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })).id
  const contact = { contact_phone: '+61 7 5550 0100', contact_email: null, miss_policy: 'propose' as const }
  await server.deps.db.updateTable('regions').set(contact).where('id', '=', town.region_id).execute()
})

const mailServer = (host: string | null) =>
  server.deps.db
    .insertInto('settings')
    .values({ key: 'mail', value: JSON.stringify({ host, port: 25, security: 'none' }) })
    .onConflict((on) => on.column('key').doUpdateSet({ value: JSON.stringify({ host, port: 25, security: 'none' }) }))
    .execute()
const speaks = (locale: MessageLanguage) =>
  server.deps.db.updateTable('travelers').set({ locale }).where('id', '=', maria).execute()
const mails = () =>
  server.deps.db.selectFrom('outbox_mails').select(['to', 'subject', 'text', 'large_print', 'traveler_id']).execute()
const whose = () => ({ traveler_id: maria, region_id: town.region_id })
const lettersOf = async (id: number) =>
  (await server.client('dispatcher').call(api.suspensions.letters, { params: { id } })).data

test('the letter goes out in large print by e-mail once the second person confirms, in the passenger’s language', async () => {
  await mailServer('mail.example.org')
  await speaks('de')
  const id = await proposedStep(server, { ...whose(), ride, days: 7, miss: await missOf(server, ride) })
  const because = { reason: 'It happened often' }
  await server.client('dispatcher').call(api.suspensions.decide, { params: { id }, body: because })
  expect(await mails()).toEqual([])
  const { data } = await server.client('customer_service').call(api.suspensions.confirm, { params: { id } })
  expect(data).toMatchObject({ state: 'announced', letter: { way: 'email' }, begins_on: '2026-12-08' })
  const [mail] = await mails()
  expect(mail).toMatchObject({
    subject: 'Sie können einige Tage nicht buchen',
    large_print: true,
    traveler_id: maria,
  })
  expect(mail?.text).toContain('von Dienstag, 8. Dezember 2026 bis Montag, 14. Dezember 2026')
  expect(mail?.text).toContain(
    '• Sonntag, 22. November 2026, Abholung zwischen 8:00 und 8:15, Market. Das Fahrzeug hat 5 Minuten gewartet',
  )
  expect(mail?.text).toContain('bis Montag, 7. Dezember 2026 widersprechen. Bitte rufen Sie +61 7 5550 0100 an.')
  expect(asHtml('Guten Tag', true)).toContain('font-size: 18pt')
  await mailServer(null)
})

test.each([
  [
    'en',
    'About rides that you missed',
    'you can object until Monday,? 7 December 2026|you can object until Monday, December 7, 2026',
  ],
  ['de', 'Fahrten, die Sie nicht angetreten haben', 'können Sie bis Montag, 7. Dezember 2026 widersprechen'],
  ['es', 'Sobre viajes que no hizo', 'puede reclamar hasta el lunes, 7 de diciembre de 2026'],
] as const)(
  'a warning is printed in the language %s with its rides and until when to object',
  async (language, title, until) => {
    await speaks(language)
    const id = await confirmedStep(server, whose())
    const { letter, decision } = await lettersOf(id)
    expect(decision).toBeNull()
    expect(letter).toMatchObject({ language, title, recipient: 'Maria Silva' })
    expect(letter.rides).toHaveLength(1)
    expect(letter.after.join(' ')).toMatch(new RegExp(until))
  },
)

test('the decision of an objection is written with its reasons, and goes out by e-mail', async () => {
  const id = await confirmedStep(server, { ...whose(), days: 7 })
  const client = server.client('customer_service')
  await client.call(api.suspensions.sent, { params: { id }, body: { what: 'letter' } })
  const objection = { words: 'I was at the stop', objected_on: '2026-11-23', hear_on: '2026-11-30' }
  await client.call(api.suspensions.object, { params: { id }, body: objection })
  await mailServer('mail.example.org')
  const { data } = await server.client('operations_manager').call(api.suspensions.decideObjection, {
    params: { id },
    body: { outcome: 'shortened', days: 3, reasons: 'One of the rides does not count' },
  })
  expect(data).toMatchObject({ state: 'announced', days: 3, ends_on: '2026-12-10' })
  expect(data.objection?.decision).toMatchObject({ sent: { way: 'email' } })
  const [mail] = await mails()
  expect(mail).toMatchObject({ subject: 'Our decision on your objection', large_print: true })
  expect(mail?.text).toContain('Our reasons: One of the rides does not count')
  expect(mail?.text).toMatch(/For 3 days, from Tuesday,? (8 December|December 8),? 2026/)
  expect((await lettersOf(id)).decision?.after).toContain('Our reasons: One of the rides does not count')
  await mailServer(null)
})

test('what names places and tells of a passenger’s reasons is masked for readers without the keys', async () => {
  const id = await confirmedStep(server, whose())
  const reader = server.client({ permissions: ['TravellerManagement:suspension:canRead'] })
  const { data } = await reader.call(api.suspensions.show, { params: { id } })
  expect(data).toMatchObject({ decided: { reason: 'Hidden' }, rests_on: [{ place: 'Hidden' }] })
  expect((await reader.call(api.suspensions.letters, { params: { id } })).data.letter.rides).toEqual(['Hidden'])
})
