import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { createMailer } from '../mail/outbox.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { removeAtNight } from '../retention/remove.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const REASON = 'The passenger disputes the phone number'
const journey = { from: 'Market', to: 'Station' } as const

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  const messages = { mode: 'send' as const, allowed: [] }
  server = await startTestServer({ streets: straightStreets(), config: { messages } })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})
afterAll(() => server.close())

const restrict = (id: number, restriction: string | null = REASON) =>
  server.client('administrator').call(api.travelers.restrict, { params: { id }, body: { restriction } })
const say = (id: number, body: object) =>
  server.client('customer_service').call(api.travelers.update, { params: { id }, body })
const mailsTo = (id: number) =>
  server.deps.db.selectFrom('outbox_mails').select('subject').where('traveler_id', '=', id).execute()
const mail = (traveler_id: number, subject: string) =>
  server.deps.db.transaction().execute((tx) =>
    createMailer(server.deps.clock).send(tx, {
      to: 'ruth@example.org',
      subject,
      text: 'Your bus',
      expires_at: null,
      traveler_id,
    }),
  )

// Before years pass, which end sessions.
test('only those who answer requests about personal data restrict a passenger, and they say why', async () => {
  const id = await town.passenger('Vera Valid')
  const body = { restriction: REASON }
  expect((await refusal(town.dispatcher.call(api.travelers.restrict, { params: { id }, body }))).status).toBe(403)
  const { errors } = await refusal(restrict(id, 'no'))
  expect(errors[0]).toMatchObject({ source: { pointer: '/restriction' } })
  const key = 'PrivacyManagement:request:canUpdate'
  const elsewhere = server.client({ permissions: [key, 'TravellerManagement:traveller:canRead'], region_ids: [] })
  expect((await refusal(elsewhere.call(api.travelers.restrict, { params: { id }, body }))).status).toBe(404)
})

describe('a passenger whose data are only to be stored', () => {
  // covers: AUD-69
  test('is found with the reason, and can neither be searched for a trip nor booked on one found before', async () => {
    const who = await town.passenger('Ruth Restricted')
    const found = await town.search({ who, ...journey, at: '09:00' })
    await restrict(who)
    const { data } = await town.dispatcher.call(api.travelers.list, { query: { search: 'Ruth' } })
    expect(data).toMatchObject([{ id: who, restriction: REASON }])
    const refused = (call: Promise<unknown>) =>
      expect(refusal(call)).resolves.toMatchObject({
        status: 422,
        errors: [{ source: { pointer: '/traveler_id' }, detail: expect.stringContaining(REASON) as string }],
      })
    await refused(town.search({ who, ...journey, at: '09:30' }))
    const service_offering_id = found.service_offerings[0]?.id ?? 0
    const confirm = { service_offering_id, traveler_id: who, payment_method: 'cash' as const }
    await refused(town.dispatcher.call(api.serviceRequests.create, { body: confirm }))
    await restrict(who, null)
    expect((await town.dispatcher.call(api.serviceRequests.create, { body: confirm })).data.traveler_id).toBe(who)
  })

  // covers: AUD-69
  test('gets no mail, and mail that was waiting does not go out', async () => {
    const who = await town.passenger('Milo Mail')
    await mail(who, 'Waiting')
    await restrict(who)
    await mail(who, 'New')
    expect(await mailsTo(who)).toEqual([])
    await restrict(who, null)
    await mail(who, 'Again')
    expect(await mailsTo(who)).toEqual([{ subject: 'Again' }])
  })

  test('is not called any more, and mail about their rides goes to no helper', async () => {
    const { db, clock } = server.deps
    const [who, helper] = [await town.passenger('Carl Called'), await town.passenger('Hugo Helps')]
    await say(who, { phone_number: '0412 345 678', low_tech: true, email: 'carl@example.org' })
    await say(helper, { email: 'hugo@example.org' })
    const link = { traveler_id: who, helper_id: helper, rights: ['follow' as const] }
    await server.client('customer_service').call(api.travelerHelpers.create, { body: link })
    const { id } = await town.book({ who, ...journey, at: '13:00' })
    const telling = { event: 'not_served', service_request_id: id } as const
    await writeMessages(db, [telling], { now: clock.now(), wait_minutes: 5 })
    await sendWaitingMessages(server)
    const calls = async () =>
      (await town.dispatcher.call(api.callTasks.list, { query: {} })).data.filter(
        ({ service_request_id }) => service_request_id === id,
      )
    const [call] = await calls()
    await town.dispatcher.call(api.callTasks.take, { params: { id: call!.id } })
    const waiting = async () => (await mailsTo(helper)).length + (await mailsTo(who)).length
    expect(await waiting()).toBeGreaterThan(1)
    await restrict(who)
    expect(await waiting()).toBe(0)
    expect(await calls()).toMatchObject([{ state: 'expired' }])
    const told = await db.selectFrom('messages').where('service_request_id', '=', id).select('state').execute()
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['suppressed']))
    const close = town.dispatcher.call(api.callTasks.close, { params: { id: call!.id }, body: { outcome: 'done' } })
    expect((await refusal(close)).status).toBe(409)
  })

  test('answers for their household no more: another helper does, or staff are told, until that ends', async () => {
    const { db, clock } = server.deps
    const [mum, dad] = [await town.passenger('Mara Mother'), await town.passenger('Dirk Father')]
    await say(mum, { email: 'mara@example.org' })
    await say(dad, { email: 'dirk@example.org' })
    const [lena, otto] = [await town.passenger('Lena Child'), await town.passenger('Otto Child')]
    await db.updateTable('travelers').set({ email: null, phone_number: null }).where('id', 'in', [lena, otto]).execute()
    const now = clock.now()
    const stamps = { accepted_at: now, created_at: now, updated_at: now, rights: ['book' as const, 'follow' as const] }
    const answering = { helper_id: dad, household: true, ...stamps }
    await db
      .insertInto('traveler_helpers')
      .values([
        { traveler_id: lena, ...answering },
        { traveler_id: lena, helper_id: mum, household: false, ...stamps, rights: ['book' as const] },
        { traveler_id: otto, ...answering },
      ])
      .execute()
    const rides = [
      await town.book({ who: lena, ...journey, at: '14:00' }),
      await town.book({ who: otto, ...journey, at: '15:00' }),
    ]
    await sendWaitingMessages(server)
    const told = async () => {
      await sendWaitingMessages(server)
      const messages = db.selectFrom('messages').where('helper_id', 'is', null)
      const found = await messages
        .where(
          'service_request_id',
          'in',
          rides.map(({ id }) => id),
        )
        .select('recipient')
        .orderBy('service_request_id')
        .execute()
      return found.map(({ recipient }) => recipient)
    }
    expect(await told()).toEqual(['dirk@example.org', 'dirk@example.org'])
    await restrict(dad)
    expect(await told()).toEqual(['mara@example.org', null])
    expect(await mailsTo(dad)).toEqual([])
    const { traveler_comments } = (await town.dispatcher.call(api.travelers.show, { params: { id: otto } })).data
    expect(traveler_comments.map(({ comment }) => comment)).toEqual([expect.stringContaining('Nobody answers')])
    await restrict(dad, null)
    const answers = db.selectFrom('traveler_helpers').where('household', '=', true).where('helper_id', 'in', [mum, dad])
    expect(await answers.select(['traveler_id', 'helper_id']).orderBy('traveler_id').execute()).toEqual([
      { traveler_id: lena, helper_id: mum },
      { traveler_id: otto, helper_id: dad },
    ])
  })

  // covers: AUD-69
  test('is in no export of bookings and no row of the reports, but in the list of bookings', async () => {
    const who = await town.passenger('Edda Export')
    const { id } = await town.book({ who, ...journey, at: '11:00' })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: 'She rang' } })
    const key = (await town.dispatcher.call(api.surveyOptions.list)).data[0]?.key ?? ''
    await town.dispatcher.call(api.surveys.create, { body: { service_request_id: id, cancellation_reason_key: key } })
    await server.deps.db
      .insertInto('feedbacks')
      .values({
        service_request_id: id,
        traveler_id: who,
        rating: 2,
        comments: '',
        created_at: server.deps.clock.now(),
      })
      .execute()
    const alex = server.client('administrator')
    const rows = async () => {
      const file = await (await town.dispatcher.fetch(api.serviceRequests.export, { query: {} })).text()
      const ids = (list: { data: { traveler_id: number }[] }) => list.data.map(({ traveler_id }) => traveler_id)
      return [
        file.includes('Edda Export'),
        ids(await alex.call(api.surveyReports.list, { query: {} })).includes(who),
        ids(await alex.call(api.feedbacks.list, { query: {} })).includes(who),
      ]
    }
    expect(await rows()).toEqual([true, true, true])
    await restrict(who)
    expect(await rows()).toEqual([false, false, false])
    const { data } = await town.dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [who] } } })
    expect(data).toMatchObject([{ id }])
  })

  test('stays as stored after three years without a journey, and nothing is written', async () => {
    const who = await town.passenger('Olga Old')
    await restrict(who)
    const day = 24 * 3600_000
    for (const days of [1067, 32]) {
      server.deps.clock.advance(days * day)
      await runJob(server.deps, removeAtNight)
    }
    const person = await server.deps.db
      .selectFrom('travelers')
      .select(['first_name', 'ending_told_at'])
      .where('id', '=', who)
      .executeTakeFirst()
    expect(person).toEqual({ first_name: 'Olga', ending_told_at: null })
  })
})
