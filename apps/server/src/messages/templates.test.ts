import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type MessageLanguage, writtenChannels, messageEvents, messageLanguages } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let who: number
/** of the next ride: nobody is on board twice at once */
let hour: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  hour = 8
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
})
afterEach(() => nothingBroken(server))

const manager = () => server.client('operations_manager')
const key = (language: MessageLanguage = 'en', channel: 'email' | 'sms' = 'email') => ({
  region_id: town.region_id,
  event: 'booking_confirmed' as const,
  channel,
  language,
})
const write = async (text: string, language: MessageLanguage = 'en', subject: string | null = null) =>
  (await manager().call(api.messageTemplates.create, { body: { ...key(language), subject, text } })).data
const told = async () => {
  hour += 1
  await town.book({ who, from: 'Market', to: 'Hospital', at: `${String(hour).padStart(2, '0')}:00` })
  await sendWaitingMessages(server)
  const { id } = await server.deps.db
    .selectFrom('messages')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return (await town.dispatcher.call(api.messages.show, { params: { id } })).data
}
const listed = async () =>
  (await manager().call(api.messageTemplates.list, { query: { region_id: town.region_id } })).data

// covers: MSG-42
test('a message has the region’s text in the passenger’s language, else in the region’s, else the product’s, and says which', async () => {
  expect(await told()).toMatchObject({ text_of: 'product', language: 'en', template_error: false })
  await write('Gebucht: {{pickup_place}}', 'de', 'Fahrt am {{pickup_day}}')
  expect(await told()).toMatchObject({ text_of: 'product', language: 'en' })
  await server.client('customer_service').call(api.travelers.update, { params: { id: who }, body: { locale: 'es' } })
  expect(await told()).toMatchObject({ text_of: 'product', language: 'es' })
  const params = { id: town.region_id }
  await manager().call(api.regions.update, { params, body: { message_language: 'de' } })
  expect(await told()).toMatchObject({
    text_of: 'region',
    language: 'de',
    subject: expect.stringMatching(/^Fahrt am \w/),
    text: 'Gebucht: Market',
  })
  await write('Reservado: {{pickup_place}}', 'es')
  expect(await told()).toMatchObject({ text_of: 'region', language: 'es', text: 'Reservado: Market' })
})

// covers: MSG-49
test('a text that cannot be filled in gives way to the product’s, and the message says so and is told all the same', async () => {
  const { id } = await write('Booked: {{pickup_place}}')
  for (const text of ['Booked: {{pickup_spot}}', 'Booked: {{pickup_place', '{{was_place}}']) {
    await server.deps.db
      .updateTable('message_templates')
      .set({ text })
      .where('id', '=', id ?? 0)
      .execute()
    const message = await told()
    expect(message).toMatchObject({ text_of: 'product', template_error: true, state: 'captured' })
    expect(message.text).toContain('Your ride is booked.')
  }
})

// covers: MSG-44
test('a placeholder that is unknown, unclosed or of another event refuses saving at its place with the nearest name', async () => {
  const refused = async (text: string, subject: string | null = null) =>
    (await refusal(write(text, 'en', subject))).errors.map(({ source, detail }) => [source?.pointer, detail])
  expect(await refused('Hello\nat {{pickup_plase}}', 'On {{pickup_dai}}')).toEqual([
    ['/subject', 'Line 1, character 4: {{pickup_dai}} is not known here. Do you mean {{pickup_day}}?'],
    ['/text', 'Line 2, character 4: {{pickup_plase}} is not known here. Do you mean {{pickup_place}}?'],
  ])
  expect(await refused('For {{price')).toEqual([
    ['/text', 'Line 1, character 5: {{price is not closed. Do you mean {{price}}?'],
  ])
  expect((await refused('Until {{wait_until}}'))[0]?.[1]).toContain('{{wait_until}} is not known here')
  const { id, version } = await write('Booked')
  const params = { id: id ?? 0 }
  const change = manager().call(api.messageTemplates.update, { params, body: { text: '{{prise}}' }, version })
  expect((await refusal(change)).status).toBe(422)
  expect((await listed()).find((one) => one.id === id)?.text).toBe('Booked')
})

// covers: MSG-47
test('texts need their keys and their version, keep their history, and go back to an older one or the product’s', async () => {
  const { db } = server.deps
  const { id: made, version } = await write('First: {{pickup_place}}')
  const params = { id: made ?? 0 }
  const update = (text: string, at: number, as = manager()) =>
    as.call(api.messageTemplates.update, { params, body: { text }, version: at })
  const { data: second } = await update('Second', version)
  expect((await refusal(update('Third', version))).status).toBe(409)
  const reader = server.client('dispatcher')
  expect((await reader.call(api.messageTemplates.list, { query: { region_id: town.region_id } })).data).toHaveLength(96)
  expect((await refusal(update('Third', second.version, reader))).status).toBe(403)
  const analyst = server.client('analyst')
  const listing = analyst.call(api.messageTemplates.list, { query: { region_id: town.region_id } })
  expect((await refusal(listing)).status).toBe(403)

  const sam = server.client('superadmin')
  const record = { record_kind: 'message_templates' as const, record_id: String(params.id) }
  const { data: versions } = await sam.call(api.recordVersions.list, { query: { ...record } })
  const first = versions.at(-1)?.id ?? 0
  const { data: preview } = await sam.call(api.recordVersions.previewRestore, { body: { ...record, event: first } })
  expect(preview.fields).toEqual([{ field: 'text', now: 'Second', restored: 'First: {{pickup_place}}' }])
  await sam.call(api.recordVersions.restore, {
    body: { ...record, event: first, fields: ['text'], seen: preview.seen },
    reason: 'The first one was better',
  })
  expect(await told()).toMatchObject({ text_of: 'region', text: 'First: Market' })

  await manager().call(api.messageTemplates.destroy, { params, version: second.version + 1 })
  expect(await told()).toMatchObject({ text_of: 'product' })
  expect((await listed()).find(({ id }) => id === params.id)).toMatchObject({ text: null, subject: null })
  expect((await write('Again')).id).toBe(params.id)
  expect((await refusal(write('And again'))).errors[0]?.detail).toContain('written already')
  const events = await db
    .selectFrom('audit_events')
    .select('changes')
    .where('record_id', '=', record.record_id)
    .where('record_kind', '=', 'message_templates')
    .execute()
  expect(events.length).toBe(5)
})

// covers: MSG-30
test('an SMS counts its characters and parts, and none of more than three with long values is saved', async () => {
  const sms = (text: string) =>
    manager().call(api.messageTemplates.preview, { body: { ...key('en', 'sms'), subject: null, text } })
  const size = async (text: string) => (await sms(text)).data.sms
  // The service's name and how to stop.
  const rest = ((await size('a'))?.characters ?? 0) - 1
  expect(rest).toBeGreaterThan(10)
  const of = (letter: string, characters: number) => size(letter.repeat(characters - rest))
  expect(await of('a', 160)).toMatchObject({ characters: 160, parts: 1, most_parts: 1, costly: null })
  expect(await of('a', 161)).toMatchObject({ characters: 161, parts: 2 })
  expect(await of('a', 307)).toMatchObject({ parts: 3 })
  expect(await of('á', 70)).toMatchObject({ parts: 1, costly: 'á' })
  expect(await of('á', 135)).toMatchObject({ parts: 3 })
  const long = `${'a'.repeat(404 - rest)} {{pickup_window}}, {{pickup_place}}`
  expect(await size(long)).toMatchObject({ parts: 3, most_parts: 4 })
  const save = (text: string) =>
    manager().call(api.messageTemplates.create, { body: { ...key('en', 'sms'), subject: null, text } })
  expect((await refusal(save(long))).errors[0]).toMatchObject({
    source: { pointer: '/text' },
    detail: 'With long values this makes 4 SMS, and at most 3 are sent. Please shorten it',
  })
  await save('a'.repeat(459 - rest))
})

test('a preview has an example’s values and what is wrong, and a test goes to the caller’s own address', async () => {
  const body = { ...key(), subject: 'Booked for {{pickup_day}}', text: 'At {{pickup_place}}\nCall {{region_phone}}' }
  const { data } = await manager().call(api.messageTemplates.preview, { body })
  expect(data).toEqual({
    subject: expect.stringMatching(/^Booked for \w{3} \d/),
    text: 'At Market Square',
    sms: null,
    faults: [],
  })
  const broken = await manager().call(api.messageTemplates.preview, { body: { ...body, text: 'At {{place}}' } })
  expect(broken.data.faults).toMatchObject([{ field: 'text', index: 3, length: 9 }])
  const { data: sent } = await manager().call(api.messageTemplates.test, { body })
  const mail = await server.deps.db
    .selectFrom('outbox_mails')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ to: sent.sent_to, subject: data.subject, text: 'At Market Square', message_id: null })
  const { data: me } = await manager().call(api.sessions.current)
  expect(sent.sent_to).toBe(me.email)
  expect((await refusal(manager().call(api.messageTemplates.test, { body: { ...body, text: '{{x}}' } }))).status).toBe(
    422,
  )
})

test('a region has one text for each event, channel and language, with the product’s beside it', async () => {
  const all = await listed()
  expect(all).toHaveLength(messageEvents.length * writtenChannels.length * messageLanguages.length)
  for (const { id, text, product } of all) {
    expect([id, text]).toEqual([null, null])
    expect(product.text).not.toBe('')
  }
})
