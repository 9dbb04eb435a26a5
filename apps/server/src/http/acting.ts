import type { FastifyRequest } from 'fastify'
import type { AuditVia, Endpoint } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import { actingAs, type Context, givenReason } from '../context/context.ts'
import type { Deps } from '../deps.ts'
import { HttpError, invalid, reasonNeeded } from './errors.ts'
import { shownMark } from './portal-cookies.ts'

const REASON = { least: 5, most: 250 }
const LONGEST_AGENT = 300

/** Who calls, what and from where, for the audit. */
export const contextOf = ({ clock }: Pick<Deps, 'clock'>, endpoint: Endpoint, request: FastifyRequest): Context => {
  const { actor } = request
  return {
    actor_kind: actor.kind,
    actor_id: actor.kind === 'public' ? null : actor.id,
    actor_name: actor.kind === 'public' ? null : actor.name,
    session_id: actor.kind === 'public' ? null : actor.session_id,
    action: endpoint.name,
    via: viaOf(endpoint, request),
    request_id: request.id,
    address: request.ip,
    user_agent: request.headers['user-agent']?.slice(0, LONGEST_AGENT) ?? null,
    now: clock.now,
  }
}

/** The portal is known by its header; that anybody else may send it too changes nothing but this word. */
const viaOf = ({ name, audience }: Endpoint, request: FastifyRequest): AuditVia => {
  if (name === 'driver.undo') return 'undo'
  if (name === 'vehicles.bulkImport') return 'import'
  if (audience === 'driver') return 'driver app'
  if (audience === 'passenger') return 'passenger app'
  return shownMark(request) === null ? 'api' : 'portal'
}

/** `X-Reason`, percent-encoded: why the caller does this. Throws 422 for one that cannot be kept. */
export const reasonOf = (request: FastifyRequest): string | null => {
  const sent = request.headers['x-reason']
  if (typeof sent !== 'string' || sent === '') return null
  const reason = decoded(sent)
  const { length } = reason
  if (length < REASON.least || length > REASON.most || /\p{Cc}/u.test(reason)) {
    const detail = `Please enter a reason of ${REASON.least} to ${REASON.most} characters`
    throw invalid([{ pointer: '/x-reason', title: 'Reason', detail }])
  }
  return reason
}

/** Why the caller does this; throws 422 with the question where they did not say so. */
export const requireReason = (asks: string): string => {
  const reason = givenReason()
  if (reason === null) throw reasonNeeded(asks)
  return reason
}

/** Blocking a person is always explained. */
export const requireBlockingReason = (before: string | null, after: string | null | undefined): void => {
  if (after === 'blocked' && before !== 'blocked') requireReason('Please say why this person is blocked')
}

/** So is changing what somebody may do. */
export const requireRightsReason = (changes: boolean): void => {
  if (changes) requireReason('Please say why these rights are changed')
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return ''
  }
}

/** A refused permission is an event of its own: what the call had done is rolled back. Throws what it is given. */
export const noteRefusal =
  (deps: Pick<Deps, 'clock' | 'db'>, endpoint: Endpoint, request: FastifyRequest) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof HttpError && error.status === 403)
      await actingAs(contextOf(deps, endpoint, request), () =>
        noteEvent(deps.db, { kind: 'access', told: { refused: error.message } }),
      )
    throw error
  }
