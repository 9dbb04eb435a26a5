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

/** Delivery reports of the gateway that SMS go to. 403 without a valid signature, 204 with one, whatever it says. */
export const receiveSmsReports = (app: FastifyInstance, deps: Deps, limit: RateLimit): void =>
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
        const report = reportIn(deps, request)
        if (report === null) {
          deps.log.warn({}, 'a delivery report without a valid signature was refused')
          throw forbidden('The signature is missing or wrong')
        }
        await note(deps.db, report, deps.clock.now())
        return reply.code(204).send()
      },
    )
  })

type Called = FastifyRequest<{ Params: { provider: string } }>

/** Null: it is not signed by the gateway of this installation. */
const reportIn = ({ config: { sms, publicUrl } }: Deps, { params, headers, body, url }: Called): Report | null => {
  const text = typeof body === 'string' ? body : ''
  if (sms.kind === 'off' || params.provider !== sms.kind) return null
  if (sms.kind === 'twilio') {
    if (publicUrl === null) return null
    const fields = new URLSearchParams(text)
    const called = { url: `${publicUrl}${url}`, fields, signature: one(headers['x-twilio-signature']) }
    return isSignedByTwilio(sms.authToken, called) ? twilioReport(fields) : null
  }
  if (sms.hookSecret === null || !isSignedBy(sms.hookSecret, text, one(headers['x-signature']))) return null
  return httpReport(text, one(headers['content-type']))
}

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

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

const httpReport = (text: string, contentType: string): Report => {
  const { data } = HttpReport.safeParse(contentType.includes('json') ? parsed(text) : formOf(text))
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
