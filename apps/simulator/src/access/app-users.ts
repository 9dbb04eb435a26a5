import { ApiError, api, type Client, type Traveler } from '@ambit/contract'
import { randomStream } from '@ambit/random'
import { createSession, type Line, plainly, type Session } from './line.ts'

/** The share of passengers with a smartphone who book in the app. */
const SHARE = 0.42

/** The passengers who book by themselves, each with a session that is kept as a phone keeps it. */
export type AppUsers = {
  /** null: this passenger calls the office */
  sessionOf: (traveler: Traveler) => Session | null
}

/** No code came, or too many were asked for: the passenger calls instead. */
export class NoCode extends Error {
  override readonly name = 'NoCode'
}

/** `postroom`: who may read the mail that is kept in the product, where the demo shows codes. */
export const openAppUsers = (line: Line, seed: number, postroom: Session): AppUsers => {
  const sessions = new Map<number, Session>()
  const letters = readLetters(line, postroom)
  return {
    sessionOf: (traveler) => {
      if (traveler.email === null || traveler.low_tech || !randomStream(seed, 'app', traveler.id).chance(SHARE))
        return null
      const known = sessions.get(traveler.id)
      const session =
        known ??
        createSession({ ...line, fetch: asBrowser(line) }, signIn({ id: traveler.id, email: traveler.email }, letters))
      if (known === undefined) sessions.set(traveler.id, session)
      return session
    },
  }
}

/** A browser keeps the session as a cookie, and says from which site a call comes. */
const asBrowser =
  ({ origin, fetch: send = plainly }: Line): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]
    headers.delete('authorization')
    headers.set('origin', origin)
    if (token !== undefined) headers.set('cookie', `ambit_ride=${token}`)
    return send(input, { ...init, headers })
  }

type Letters = { codeFor: (email: string) => Promise<string> }

const signIn =
  ({ id, email }: { id: number; email: string }, letters: Letters) =>
  async (client: Client): Promise<string> => {
    const asked = await client.call(api.ride.askForCode, { body: { contact: email } }).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 429 ? new NoCode(error.message) : error
    })
    const code = await letters.codeFor(email)
    const params = { challenge: asked.data.id }
    const answer = await client.fetch(api.ride.signIn, { params, body: { code, traveler_id: id } })
    const kept = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('ambit_ride='))
    const token = kept?.slice('ambit_ride='.length).split(';')[0]
    if (token === undefined) throw new NoCode(`${email} has to say more than the code`)
    return token
  }

const LOOK_EVERY_MS = 100
const LOOKS = 100

/** Codes are written after the answer; who waits for one looks again. */
const readLetters = ({ nap }: Line, postroom: Session): Letters => {
  const read = new Map<string, number>()
  return {
    codeFor: async (email) => {
      for (let look = 0; look < LOOKS; look++) {
        const { data } = await postroom.call(api.outbox.list, { query: { sort: '-id', per_page: 50 } })
        const letter = data.find(
          ({ id, to, text }) => to === email && codeIn(text) !== null && id > (read.get(to) ?? 0),
        )
        const code = codeIn(letter?.text ?? null)
        if (letter !== undefined && code !== null) {
          read.set(email, letter.id)
          return code
        }
        await nap(LOOK_EVERY_MS)
      }
      throw new NoCode(`No code came for ${email}`)
    },
  }
}

const codeIn = (text: string | null): string | null => /(?<!\d)\d{6}(?!\d)/.exec(text ?? '')?.[0] ?? null
