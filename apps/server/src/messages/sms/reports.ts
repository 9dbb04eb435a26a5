import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { forbidden } from '../../http/errors.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { isSignedBy, isSignedByTwilio } from './signatures.ts'

const LONGEST_REASON = 200
const BODY_LIMIT = 16_384

/** What a gateway says became of an SMS; `null`: nothing that is kept, as that it is on its way. */
type Report = { id: string; outcome: 'delivered' | 'failed' | null; reason: string | null }

/** What somebody answered by SMS. `id`: what the gateway calls it; null: it says nothing. */
export type SmsReply = { id: string | null; from: string; text: string }

type Receiving = { limit: RateLimit; takeReply: (deps: Deps, reply: SmsReply) => Promise<void> }

/**
 * What the gateway that SMS go to tells: what became of one, and what was answered. 403 without a valid signature, 204
 * with one, whatever it says.
 */
export const receiveSmsReports = (app: FastifyInstance, deps: Deps, { limit, takeReply }: Receiving): void =>
  void app.register(async (scope) => {
    // The signature is over the text as it was sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      '/hooks/sms/:provider',
      { onRequest: async (request) => limit.takeAddress(request) },
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify's, which waits for it
      async (request, reply) => {
        const told = toldIn(deps, request)
        if (told === null) {
          deps.log.warn({}, 'a call of an SMS gateway without a valid signature was refused')
          throw forbidden('The signature is missing or wrong')
        }
        if ('from' in told) await takeReply(deps, told)
        else await note(deps.db, told, deps.clock.now())
        return reply.code(204).send()
      },
    )
  })

type Called = FastifyRequest<{ Params: { provider: string } }>

/** Null: it is not signed by the gateway of this installation. */
const toldIn = (
  { config: { sms, publicUrl } }: Deps,
  { params, headers, body, url }: Called,
): Report | SmsReply | null => {
  const text = typeof body === 'string' ? body : ''
  if (sms.kind === 'off' || params.provider !== sms.kind) return null
  if (sms.kind === 'twilio') {
    if (publicUrl === null) return null
    const fields = new URLSearchParams(text)
    const called = { url: `${publicUrl}${url}`, fields, signature: one(headers['x-twilio-signature']) }
    if (!isSignedByTwilio(sms.authToken, called)) return null
    return twilioReply(fields) ?? twilioReport(fields)
  }
  if (sms.hookSecret === null || !isSignedBy(sms.hookSecret, text, one(headers['x-signature']))) return null
  const fields = one(headers['content-type']).includes('json') ? parsed(text) : formOf(text)
  return httpReply(fields) ?? httpReport(fields)
}

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Null: it tells of one of our own. */
const twilioReply = (fields: URLSearchParams): SmsReply | null => {
  const [from, text] = [fields.get('From'), fields.get('Body')]
  if (from === null || text === null || fields.has('MessageStatus')) return null
  return { id: fields.get('MessageSid'), from, text }
}

const HttpReply = z.object({
  id: z.coerce.string().max(LONGEST_REASON).nullish(),
  from: z.string().max(LONGEST_REASON),
  text: z.string(),
})

/** Null: it tells of one of our own. */
const httpReply = (fields: unknown): SmsReply | null => {
  const { data } = HttpReply.safeParse(fields)
  return data === undefined ? null : { ...data, id: data.id ?? null }
}

const twilioOutcomes: Readonly<Record<string, Report['outcome']>> = {
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

const twilioReport = (fields: URLSearchParams): Report => {
  const code = fields.get('ErrorCode')
  return {
    id: fields.get('MessageSid') ?? '',
    outcome: twilioOutcomes[fields.get('MessageStatus') ?? ''] ?? null,
    reason: code === null ? null : `Twilio's error ${code}`,
  }
}

const HttpReport = z.object({
  id: z.coerce.string().max(LONGEST_REASON),
  status: z.string(),
  reason: z.string().nullish(),
})

const httpReport = (fields: unknown): Report => {
  const { data } = HttpReport.safeParse(fields)
  if (data === undefined) return { id: '', outcome: null, reason: null }
  const outcome = data.status === 'delivered' || data.status === 'failed' ? data.status : null
  return { id: data.id, outcome, reason: data.reason ?? null }
}

const formOf = (text: string): object => Object.fromEntries(new URLSearchParams(text))

/** undefined: no JSON */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By our id or the gateway's. What has come to an end stays as it is, so a report that comes twice changes nothing. */
const note = async (db: Kysely<DB>, { id, outcome, reason }: Report, now: Date): Promise<void> => {
  if (outcome === null || id === '') return
  const own = /^ambit-(\d{1,9})$/.exec(id)?.[1]
  await db
    .updateTable('messages')
    .set({
      state: outcome,
      reason: outcome === 'failed' ? (reason ?? 'The gateway could not deliver it').slice(0, LONGEST_REASON) : null,
      state_at: now,
      claimed_at: null,
      next_attempt_at: null,
    })
    .where('channel', '=', 'sms')
    .where('state', 'in', ['sending', 'sent', 'unsure'])
    .where(
      own === undefined
        ? sql<boolean>`provider_id = ${id}`
        : sql<boolean>`(id = ${Number(own)}::int or provider_id = ${id})`,
    )
    .execute()
}
