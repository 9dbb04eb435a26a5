import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { alwaysTold, type MessageEvent, type MessageLanguage } from '@ambit/contract'
import { actingAs } from '../context/context.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { escape } from '../http/html.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { recordChanged } from '../live/record-changed.ts'
import { shownSettings } from '../settings/shown.ts'
import { writtenTo } from '../planning/change/answers-for.ts'
import { productText } from './fill-in.ts'
import { languageOf } from './languages.ts'
import { messageOfToken } from './push/token.ts'

const BODY_LIMIT = 1024

type Called = FastifyRequest<{ Params: { token: string } }>

/**
 * What a mail program calls when its user wants no more mails of this kind (RFC 8058), without signing in: from then on
 * who was written to is not told of that event. Opened in a browser it asks first, since programs look at links by
 * themselves.
 */
export const receiveUnsubscribing = (app: FastifyInstance, deps: Deps, limit: RateLimit): void =>
  void app.register(async (scope) => {
    // The mail program says `List-Unsubscribe=One-Click`, as a form or in parts: nothing in it is asked for.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    const path = '/hooks/unsubscribe/:token'
    const options = { onRequest: async (request: Called) => limit.takeAddress(request) }
    scope.get(path, options, async (request: Called, reply) => {
      const told = await toldBy(deps, request.params.token)
      return send(reply, pageOf(told, 'ask'))
    })
    scope.post(path, options, async (request: Called, reply) => {
      const told = await toldBy(deps, request.params.token)
      await actingAs(contextOf(deps, told, request), () => stopTelling(deps, told))
      return send(reply, pageOf(told, 'done'))
    })
  })

type Told = {
  traveler_id: number
  traveler_name: string
  event: MessageEvent
  language: MessageLanguage
  service: string
}

/** 404 for a token that was not made here, and for an event that passengers are told of in any case. */
const toldBy = async (deps: Deps, token: string): Promise<Told> => {
  const id = await messageOfToken(deps, 'unsubscribe', token)
  const told = await deps.db
    .selectFrom('messages as m')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('travelers as w', (join) => join.on('w.id', '=', writtenTo))
    .where('m.id', '=', id)
    .where('m.user_id', 'is', null)
    .where('w.anonymised_at', 'is', null)
    // Another one may answer for a member of a household by now.
    .where(sql<boolean>`(m.helper_id is not null or w.id = t.id or lower(m.recipient) = lower(w.email))`)
    .select(['w.id as traveler_id', 'm.event', 'm.language'])
    .select(sql<string>`w.first_name || ' ' || w.last_name`.as('traveler_name'))
    .executeTakeFirst()
  if (told === undefined || alwaysTold.includes(told.event)) throw notFound()
  const { brand: service, locale } = await shownSettings(deps.db, deps.config)
  return { ...told, language: told.language ?? languageOf(locale), service }
}

const contextOf = ({ clock }: Deps, { traveler_id: actor_id, traveler_name: actor_name }: Told, request: Called) =>
  ({
    actor_kind: 'passenger',
    actor_id,
    actor_name,
    action: 'hooks.unsubscribe',
    via: 'passenger app',
    request_id: request.id,
    now: clock.now,
  }) as const

const stopTelling = ({ db, clock }: Deps, { traveler_id, event }: Told): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const none = JSON.stringify({ [event]: 'none' })
    await tx
      .updateTable('travelers')
      .set({ message_channels: sql`message_channels || ${none}::jsonb`, updated_at: clock.now() })
      .where('id', '=', traveler_id)
      .execute()
    await recordChanged(tx, 'travelers', traveler_id)
  })

type Page = { ask: string; button: string; done: string }

const words: Readonly<Record<MessageLanguage, Page>> = {
  en: {
    ask: 'Do you want no more messages of this kind?',
    button: 'No more of these',
    done: 'You get no more messages of this kind. You can change that in your app, or tell us.',
  },
  de: {
    ask: 'Möchten Sie keine Mitteilungen dieser Art mehr?',
    button: 'Keine mehr davon',
    done: 'Sie bekommen keine Mitteilungen dieser Art mehr. Ändern können Sie das in Ihrer App, oder sagen Sie es uns.',
  },
  es: {
    ask: '¿No quiere más mensajes de este tipo?',
    button: 'No más de estos',
    done: 'Ya no recibe mensajes de este tipo. Puede cambiarlo en su aplicación, o díganoslo.',
  },
}

/** The event is named by the subject of its mails, without what differs between them. */
const nameOf = (event: MessageEvent, language: MessageLanguage): string =>
  productText(language, event, 'email').subject.replaceAll(/ \S+ \{\{\w+\}\}/g, '')

const pageOf = ({ event, language, service }: Told, step: 'ask' | 'done'): string => {
  const { ask, button, done } = words[language]
  const rest =
    step === 'ask'
      ? `<p>${escape(ask)}</p><form method="post"><button>${escape(button)}</button></form>`
      : `<p role="status">${escape(done)}</p>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(service)}</title><style>
:root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:2rem 1rem}
button{font:inherit;min-height:48px;padding:0 1.25rem}
</style></head><body><main><h1>${escape(nameOf(event, language))}</h1>${rest}</main></body></html>`
}

const send = (reply: FastifyReply, page: string) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    .send(page)
