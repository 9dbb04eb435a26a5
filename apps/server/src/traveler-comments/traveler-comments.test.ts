import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, COMMENT_LENGTH } from '@ambit/contract'
import { enrol } from '../testing/enrol.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const chris = () => server.client('customer_service')

// covers: COMM-02, COMM-10..12
test('customer service writes, corrects and deletes a comment on a passenger', async () => {
  const ruth = await enrol(server, 'Ruth')
  const rita = await enrol(server, 'Rita')
  const { data: written } = await chris().call(api.travelerComments.create, {
    body: { comment: '  Rings before\nboarding ', traveler_id: ruth.id },
  })
  expect(written).toMatchObject({
    comment: 'Rings before\nboarding',
    traveler_id: ruth.id,
    created_by_name: 'Test customer_service',
    version: 1,
  })
  await chris().call(api.travelerComments.create, { body: { comment: 'Second', traveler_id: ruth.id } })
  await chris().call(api.travelerComments.create, { body: { comment: 'Of Rita', traveler_id: rita.id } })
  const { id } = written
  const { data: corrected } = await chris().call(api.travelerComments.update, {
    params: { id },
    body: { comment: 'Needs help at the door', id, traveler_id: ruth.id },
    version: 1,
  })
  expect(corrected).toMatchObject({ comment: 'Needs help at the door', version: 2, created_at: written.created_at })
  const listed = async () =>
    (await chris().call(api.travelerComments.list, { query: { filter: { traveler: [ruth.id] } } })).data.map(
      ({ comment }) => comment,
    )
  expect(await listed()).toEqual(['Second', 'Needs help at the door'])
  const { data: shown } = await chris().call(api.travelers.show, { params: { id: ruth.id } })
  expect(shown.traveler_comments.map(({ comment }) => comment)).toEqual(['Second', 'Needs help at the door'])
  const stale = await refusal(
    chris().call(api.travelerComments.update, { params: { id }, body: { comment: 'Late' }, version: 1 }),
  )
  expect([stale.status, stale.meta]).toMatchObject([409, { current: { comment: 'Needs help at the door' } }])
  await chris().call(api.travelerComments.destroy, { params: { id } })
  expect(await listed()).toEqual(['Second'])
})

// covers: COMM-05, COMM-06
test('refuses an empty comment, one that is too long and an unknown passenger, beside their fields', async () => {
  const ruth = await enrol(server, 'Rutha')
  const rita = await enrol(server, 'Ritha')
  const writing = async (body: { comment: string; traveler_id: number }) => {
    const { status, errors } = await refusal(chris().call(api.travelerComments.create, { body }))
    return [status, ...errors.map(({ source, detail }) => `${source?.pointer} ${detail}`)]
  }
  const traveler_id = ruth.id
  expect(await writing({ traveler_id, comment: ' \n' })).toEqual([422, '/comment Please enter a comment'])
  expect(await writing({ traveler_id, comment: 'x'.repeat(COMMENT_LENGTH + 1) })).toEqual([
    422,
    '/comment Please enter at most 500 characters',
  ])
  expect(await writing({ traveler_id: 4711, comment: 'x' })).toEqual([422, '/traveler_id There is no such passenger'])
  const { data } = await chris().call(api.travelerComments.create, {
    body: { traveler_id, comment: 'ü'.repeat(COMMENT_LENGTH) },
  })
  const moved = chris().call(api.travelerComments.update, { params: { id: data.id }, body: { traveler_id: rita.id } })
  expect((await refusal(moved)).errors[0]?.source?.pointer).toBe('/traveler_id')
  const other = chris().call(api.travelerComments.update, { params: { id: data.id }, body: { id: data.id + 1 } })
  expect((await refusal(other)).errors[0]?.source?.pointer).toBe('/id')
  const arun = server.client('analyst')
  expect((await arun.call(api.travelerComments.list)).meta.total).toBeGreaterThan(0)
  expect((await refusal(arun.call(api.travelerComments.create, { body: { traveler_id, comment: 'x' } }))).status).toBe(
    403,
  )
})

// covers: AUD-44
test('comments that are masked for the reader are not found by their words', async () => {
  const ruby = await enrol(server, 'Ruby')
  await chris().call(api.travelerComments.create, { body: { comment: 'Dialysis on Mondays', traveler_id: ruby.id } })
  const found = async (search: string, who = server.client('analyst')) => {
    const query = { search, filter: { traveler: [ruby.id] } }
    return (await who.call(api.travelerComments.list, { query })).data.map(({ comment }) => comment)
  }
  expect(await found('dialysis', chris())).toEqual(['Dialysis on Mondays'])
  expect(await found('')).toEqual(['Hidden'])
  expect(await found('dialysis')).toEqual([])
})
