import type { z } from 'zod'
import type { api, SignInOutcome } from '@ambit/contract'
import { checkPassword } from '../access/passwords.ts'
import { noteFailure, turnsOutToBe } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import type { Call, Wire } from '../http/bind.ts'
import { invalid, notReady } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { languageOf } from '../messages/languages.ts'
import { stopErasing } from '../privacy-requests/erase-later.ts'
import { issueToken } from '../sessions/tokens.ts'
import { localDemo } from '../settings/local-demo.ts'
import { shownSettings } from '../settings/shown.ts'
import { type Challenge, ended, giveBack, newChallenge, SIGN_IN, takeGuess, useUp, wrongCode } from './codes.ts'
import { type App, appFor, appOf, callWords, carriersNow } from './config.ts'
import { type Contact, contactOf, type KnownPerson, peopleAt } from './contacts.ts'
import { passengerOf } from './me.ts'
import { sendInBackground } from './send-code.ts'
import { signUp } from './sign-up.ts'

type Asked = Pick<Call<typeof api.ride.askForCode>, 'body' | 'query' | 'host' | 'address' | 'local'>

/** Throws 422 for what is no contact, 429 where too many codes were asked for, 503 where nothing can carry one. */
export const askForCode = async (deps: Deps, { body, query, host, address, local }: Asked) => {
  const app = await appFor(deps.db, host, query.app)
  const { brand, locale, phonePrefix: prefix } = await shownSettings(deps.db, deps.config)
  const contact = contactOf(body.contact, prefix)
  if (!(await carriersNow(deps))[contact.channel]) throw notReady(callWords(app.phone_number))
  const ownDemo = local && (await localDemo(deps)) !== null
  const challenge = await newChallenge(deps, { ...SIGN_IN, contact, consumer_app_id: app.id, address, ownDemo })
  const language = body.language ?? languageOf(locale)
  const boundTo = hostOf(deps, app, host)
  sendInBackground(deps, {
    app,
    contact,
    prefix,
    challenge,
    language,
    brand: app.brand_name ?? brand,
    host: boundTo,
  })
  const { id, ends_at, again_at } = challenge
  return { id, channel: contact.channel, ends_at, again_at }
}

/** Only what the installation says of itself: who asks could name a host of their own. */
export const hostOf = ({ config }: Deps, { host_names }: App, host: string): string => {
  if (host_names.includes(host.toLowerCase())) return host.toLowerCase()
  return config.publicUrl === null ? host : new URL(config.publicUrl).hostname
}

type Given = z.output<typeof api.ride.signIn.body>
type SignedIn = { outcome: Wire<SignInOutcome>; token: string | null }

/**
 * With the code, and with what the answers before have asked for. Throws 422 for a wrong code or name, and for what the
 * profile lacks.
 */
export const signIn = async (deps: Deps, id: string, given: Given): Promise<SignedIn> => {
  const challenge = await takeGuess(deps, id, given.code ?? null)
  const { phonePrefix: prefix } = await shownSettings(deps.db, deps.config)
  const known = (await peopleAt(deps.db, challenge.contact, prefix)).filter(({ restricted }) => !restricted)
  const app = await appOf(deps.db, challenge.consumer_app_id)
  const byPassword = given.password !== undefined
  const people = given.password === undefined ? known : await withPassword(deps, known, given.password)
  const isRight = byPassword ? people.length > 0 : challenge.right
  const isClosed = people.length === 0 && app.sign_up === 'closed'
  if (!isRight || isClosed) {
    await refused(deps, known)
    throw challenge.guessesLeft === 0 ? ended() : byPassword ? wrongPassword() : wrongCode()
  }
  const next = whoComesIn(deps, challenge.contact, people, given)
  if (next.kind === 'wrong name') {
    await refused(deps, people)
    if (challenge.guessesLeft === 0) throw ended()
    const detail = `Please enter the last name that we know this contact by. ${callWords(app.phone_number)} if it is new`
    throw invalid([{ pointer: '/last_name', detail }])
  }
  await giveBack(deps.db, id)
  if (next.kind === 'asked') return { outcome: next.outcome, token: null }
  if (next.kind === 'unknown' && given.profile === undefined) {
    return { outcome: { outcome: 'profile_needed', channel: challenge.contact.channel }, token: null }
  }
  const { id: passengerId, erasure_stopped } =
    next.kind === 'person'
      ? await comeIn(deps, challenge, { id: next.id, byPassword })
      : // as just asked
        { id: await signUp(deps, { challenge, app, prefix, profile: given.profile! }), erasure_stopped: false }
  const subject = { kind: 'passenger', id: passengerId, consumer_app_id: app.id } as const
  const { token } = await issueToken(deps, subject, {
    method: byPassword ? 'password' : 'code',
    factors: [],
    portal: false,
  })
  const passenger = await passengerOf(deps.db, subject)
  return { outcome: { outcome: 'signed_in', passenger, erasure_stopped }, token }
}

const wrongPassword = () => invalid([{ pointer: '/password', detail: 'This password is not right' }])

/** Those of a contact whose password it is; of nobody it takes as long as of one. */
const withPassword = async ({ db }: Deps, people: readonly KnownPerson[], password: string): Promise<KnownPerson[]> => {
  const kept = await db
    .selectFrom('travelers')
    .select(['id', 'password_hash'])
    .where('id', 'in', [0, ...people.map(({ id }) => id)])
    .where('password_hash', 'is not', null)
    .execute()
  if (kept.length === 0) await checkPassword(null, password)
  const theirs = new Set<number>()
  for (const { id, password_hash } of kept) if (await checkPassword(password_hash, password)) theirs.add(id)
  return people.filter(({ id }) => theirs.has(id))
}

const refused = ({ db }: Deps, [first]: readonly KnownPerson[]): Promise<void> =>
  noteFailure(db, first === undefined ? null : { kind: 'passenger', id: first.id })

type Next =
  | { kind: 'unknown' }
  | { kind: 'wrong name' }
  | { kind: 'asked'; outcome: SignInOutcome }
  | { kind: 'person'; id: number }

const whoComesIn = (deps: Deps, contact: Contact, people: readonly KnownPerson[], given: Given): Next => {
  if (people.length === 0) return { kind: 'unknown' }
  const asksName = given.password === undefined && mayBeOfOthers(deps, contact, people)
  if (asksName && given.last_name === undefined) return { kind: 'asked', outcome: { outcome: 'last_name_needed' } }
  const named = asksName ? people.filter(({ last_name }) => plain(last_name) === plain(given.last_name ?? '')) : people
  const [first, second] = named
  if (first === undefined) return { kind: 'wrong name' }
  if (second === undefined) return { kind: 'person', id: first.id }
  const chosen = named.find(({ id }) => id === given.traveler_id)
  if (chosen !== undefined) return { kind: 'person', id: chosen.id }
  const choices = named.map(({ id, first_name }) => ({ id, first_name }))
  return { kind: 'asked', outcome: { outcome: 'who_is_travelling', people: choices } }
}

const plain = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const UNUSED_MONTHS = 12

/**
 * A number that was not signed in with for so long may have a new owner. An e-mail address that was typed in by who signed
 * up with a number may be that of another person.
 */
const mayBeOfOthers = ({ clock }: Deps, { channel }: Contact, people: readonly KnownPerson[]): boolean => {
  if (channel === 'email')
    return people.every((person) => person.email_verified_at === null && person.phone_verified_at !== null)
  const since = clock.wall()
  since.setUTCMonth(since.getUTCMonth() - UNUSED_MONTHS)
  return people.every(({ phone_verified_at: at }) => at === null || at <= since)
}

type CameIn = { id: number; erasure_stopped: boolean }

/** Of a passenger who is known; a code shows the contact to be theirs, and the account is not deleted any more. */
const comeIn = (
  deps: Deps,
  { id, contact }: Challenge,
  { id: passengerId, byPassword }: { id: number; byPassword: boolean },
): Promise<CameIn> => {
  const { db, clock } = deps
  return db.transaction().execute(async (tx) => {
    const now = clock.wall()
    await useUp(deps, tx, id)
    await turnsOutToBe(tx, { kind: 'passenger', id: passengerId })
    const verified = byPassword
      ? {}
      : contact.channel === 'email'
        ? { email_verified_at: now }
        : { phone_verified_at: now, phone_number: contact.address }
    const found = await tx
      .updateTable('travelers')
      .set({ ...verified, updated_at: clock.now() })
      .where('id', '=', passengerId)
      .where('anonymised_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (found === undefined) throw ended()
    await recordChanged(tx, 'travelers', passengerId)
    return { id: passengerId, erasure_stopped: await stopErasing(tx, passengerId, clock.now()) }
  })
}
