import { COPIES_A_DAY, ERASE_AFTER_DAYS, type RidePrivacyInput } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, notFound, tooMany } from '../http/errors.ts'
import { closeRequest } from '../privacy-requests/erase-later.ts'
import { ended, takeGuess, useUp, wrongCode } from '../rides/codes.ts'
import type { PassengerActor } from '../rides/me.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'

const DAY_MS = 86_400_000
/** How long a copy that was asked for is given. */
const GIVEN_MS = 3600_000

const ownRequests = (db: Kysely<DB>, travelerId: number) =>
  db
    .selectFrom('privacy_requests')
    .where('traveler_id', '=', travelerId)
    .where('came_by', '=', 'app')
    // Of both kinds, as the app asks for no others.
    .select(sql<'copy' | 'erase'>`kind`.as('kind'))
    .select(['id', 'state', 'created_at', 'erases_at'])
    .orderBy('id', 'desc')

export const listOwnRequests = (db: Kysely<DB>, travelerId: number) => ownRequests(db, travelerId).limit(100).execute()

/** 429 for a fourth copy within a day, 422 for a wrong code. Deleting the account signs out on every device. */
export const askAboutData = async (
  deps: Deps,
  input: z.output<typeof RidePrivacyInput>,
  { id }: PassengerActor,
  keep: Keep,
) => {
  const { db, clock } = deps
  if (input.kind === 'erase') await requireCode(deps, input, id)
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockPassenger(tx, id)
    if (input.kind === 'copy') await refuseFourth(tx, id, now)
    else await useUp(deps, tx, input.challenge)
    const erases_at = input.kind === 'erase' ? await erasesAt(tx, id, now) : null
    const request = await insert(tx, { traveler_id: id, kind: input.kind, erases_at, now })
    if (input.kind === 'erase') await revokeAllSessions(tx, { kind: 'passenger', id })
    return keep(tx, { data: request })
  })
}

type Proof = { challenge: string; code: string }

const requireCode = async (deps: Deps, { challenge, code }: Proof, traveler_id: number): Promise<void> => {
  const { right, guessesLeft } = await takeGuess(deps, challenge, code, { purpose: 'erase', traveler_id })
  if (!right) throw guessesLeft === 0 ? ended() : wrongCode()
}

/** Two that are asked for at once wait for each other, so that each is counted. */
const lockPassenger = async (tx: Transaction<DB>, id: number): Promise<void> => {
  const found = await tx
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where('anonymised_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
}

const refuseFourth = async (tx: Transaction<DB>, travelerId: number, now: Date): Promise<void> => {
  const copies = await ownRequests(tx, travelerId)
    .where('kind', '=', 'copy')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(COPIES_A_DAY)
    .execute()
  const oldest = copies[COPIES_A_DAY - 1]
  if (oldest === undefined) return
  const detail = `Your data can be downloaded ${COPIES_A_DAY} times a day. Please try again tomorrow`
  throw tooMany((oldest.created_at.getTime() + DAY_MS - now.getTime()) / 1000, detail)
}

const erasesAt = async (tx: Transaction<DB>, travelerId: number, now: Date): Promise<Date> => {
  const asked = await ownRequests(tx, travelerId)
    .where('state', '=', 'open')
    .where('erases_at', 'is not', null)
    .executeTakeFirst()
  if (asked !== undefined) throw conflict('You have asked for this already')
  return eraseAfter(now)
}

export const eraseAfter = (now: Date): Date => new Date(now.getTime() + ERASE_AFTER_DAYS * DAY_MS)

type New = { traveler_id: number; kind: 'copy' | 'erase'; erases_at: Date | null; now: Date }

const insert = async (tx: Transaction<DB>, { traveler_id, kind, erases_at, now }: New) => {
  const today = sql<string>`(${now}::timestamptz at time zone 'UTC')::date`
  const { id, state, created_at } = await tx
    .insertInto('privacy_requests')
    .values({
      traveler_id,
      kind,
      came_by: 'app',
      received_on: today,
      due_on: sql`(${today} + interval '1 month')::date`,
      identity_check: kind === 'copy' ? 'Signed in to the app' : 'Signed in to the app, and gave a code of its own',
      user_id: null,
      erases_at,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'state', 'created_at'])
    .executeTakeFirstOrThrow()
  return { id, kind, state, created_at, erases_at }
}

/** Says that the copy was given; 404 for one that was not asked for within the hour, or by another. */
export const giveCopy = ({ db, clock }: Deps, id: number, travelerId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const copy = await ownRequests(tx, travelerId)
      .where('id', '=', id)
      .where('kind', '=', 'copy')
      .where('created_at', '>', new Date(now.getTime() - GIVEN_MS))
      .forUpdate()
      .executeTakeFirst()
    if (copy === undefined) throw notFound()
    if (copy.state === 'open')
      await closeRequest(tx, { id, state: 'fulfilled', text: 'The passenger has downloaded the copy.', now })
  })

/** Rides that are still ahead, and fares that are not paid, as the passenger reads of them before deleting the account. */
export const previewOwnErasure = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, travelerId: number) => {
  const erases_at = eraseAfter(clock.now())
  const rides = await db
    .selectFrom('service_requests as r')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .where('r.traveler_id', '=', travelerId)
    .select(['r.id', 'r.status', 'r.origin_name', 'r.destination_name', 'r.pickup_lower_bound as pickup_at'])
    .select(['z.time_zone', 'r.total_price', 'r.currency'])
    .select(
      sql<boolean>`exists (select from payments p where p.service_request_id = r.id
        and p.state in ('due', 'processing', 'action_needed'))`.as('is_due'),
    )
    .where(sql<boolean>`(r.status = any(${openRequestStatuses}::text[]) or exists (select from payments p
      where p.service_request_id = r.id and p.state in ('due', 'processing', 'action_needed')))`)
    .orderBy('r.pickup_lower_bound')
    .execute()
  const open = rides.filter(({ status }) => openRequestStatuses.some((one) => one === status))
  return {
    erases_at,
    rides: open.map(({ id, origin_name: from, destination_name: to, pickup_at, time_zone }) => ({
      id,
      from,
      to,
      pickup_at,
      time_zone,
      cancels: pickup_at > erases_at,
    })),
    due: rides
      .filter(({ is_due }) => is_due)
      .map(({ id, total_price: amount, currency, pickup_at, time_zone }) => ({
        service_request_id: id,
        amount,
        currency,
        pickup_at,
        time_zone,
      })),
  }
}
