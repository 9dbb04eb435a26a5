import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { createResetToken } from '../access/password-reset.ts'
import { codeFor } from '../access/ride-links.ts'
import { keyedHashes } from '../access/secrets.ts'
import { mergeOf } from '../testing/merges.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let mary: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  mary = await town.passenger('Mary Silva')
})

const olga = () => server.client('operations_manager')
const undo = (id: number) => olga().call(api.travelerMerges.undo, { params: { id } })

/** A booking with the link that messages lead to. */
const linked = async (who: number, at: string): Promise<number> => {
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at })
  const making = { ...server.deps, hash: await keyedHashes(server.deps) }
  await codeFor(making, server.deps.db, { service_request_id: id, purpose: 'manage' })
  return id
}
const linksOf = async (...ids: number[]): Promise<number[]> => {
  const links = server.deps.db.selectFrom('ride_links').select('service_request_id').orderBy('service_request_id')
  return (await links.where('service_request_id', 'in', ids).execute()).map((link) => link.service_request_id)
}
const sendReset = async (id: number): Promise<string> =>
  (await server.deps.db.transaction().execute((tx) => createResetToken(server.deps, tx, { kind: 'traveller', id }, 60)))
    .token
const reset = (reset_password_token: string) => {
  const password = 'seven grey herons'
  const body = { reset_password_token, password, password_confirmation: password, kind: 'traveller' as const }
  return server.publicClient().call(api.passwords.reset, { body })
}

test('Undoing a merge signs the one who stayed out and ends links, which are of both until then', async () => {
  const theirs = await linked(mary, '09:00')
  const { id } = await mergeOf(olga(), maria, mary)
  const app = server.passengerClient(maria)
  await app.call(api.ride.me)
  const own = await linked(maria, '13:00')
  const sent = await sendReset(maria)
  await undo(id)
  expect((await refusal(app.call(api.ride.me))).status).toBe(401)
  expect((await refusal(reset(sent))).status).toBe(422)
  expect(await linksOf(theirs, own)).toEqual([])
})

test('A merge ends links that went to a contact which is nobody’s any more, and no others', async () => {
  const { db } = server.deps
  const [theirs, own] = [await linked(mary, '09:00'), await linked(maria, '13:00')]
  const sent = await sendReset(maria)
  const first = await mergeOf(olga(), maria, mary, { fields: { email: 'merged' } })
  expect(await linksOf(theirs, own)).toEqual([theirs])
  expect((await refusal(reset(sent))).status).toBe(422)
  await undo(first.id)

  await db.updateTable('travelers').set({ phone_number: '0411 222 333' }).where('id', 'in', [maria, mary]).execute()
  const [again, kept] = [await linked(mary, '10:00'), await linked(maria, '15:00')]
  const good = await sendReset(maria)
  await mergeOf(olga(), maria, mary)
  expect(await linksOf(again, kept)).toEqual([kept])
  await reset(good)
})

test('Undoing a merge leaves no password, which either of the two may have chosen while they were one', async () => {
  const { id } = await mergeOf(olga(), maria, mary)
  await reset(await sendReset(maria))
  const { data } = await undo(id)
  const signsIn = (who: number) => `Passenger ${who} signs in with a code again, or with a new password`
  expect(data.left).toEqual([signsIn(maria), signsIn(mary)])
  const passwords = server.deps.db.selectFrom('travelers').select('password_hash').where('id', 'in', [maria, mary])
  expect(await passwords.execute()).toEqual([{ password_hash: null }, { password_hash: null }])
})
