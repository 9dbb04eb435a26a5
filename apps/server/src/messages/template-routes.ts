import { api, type Endpoint } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Bind, Call } from '../http/bind.ts'
import { forbidden, invalid } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { addTemplate, findTemplate, lockTemplate, seenRegion, templatesOf } from './template-queries.ts'
import { refuseFaults, tryText } from './trial.ts'

const TAKEN = 'This text is written already. Load it, and change it'

export const bindTemplates = (bind: Bind, deps: Deps): void => {
  const { db, clock } = deps

  bind(api.messageTemplates.list, async ({ query: { region_id }, actor }) => {
    await seenRegion(db, regionScope(actor), region_id)
    return { data: await templatesOf(db, region_id) }
  })

  bind(api.messageTemplates.create, async ({ body, actor, keep }) => {
    const { subject, text, ...key } = body
    refuseFaults(await tryText(deps, await seenRegion(db, regionScope(actor), key.region_id), body))
    return db.transaction().execute(async (tx) => {
      const id = await addTemplate(tx, key, { subject, text }, clock.now())
      if (id === null) throw invalid([{ pointer: '/event', detail: TAKEN }])
      await recordChanged(tx, 'message_templates', id)
      return keep(tx, { data: (await findTemplate(tx, id))! }) // inserted above
    })
  })

  const change = async (
    id: number,
    words: { subject?: string | null | undefined; text?: string | null | undefined },
    { actor, version }: Pick<Call<Endpoint>, 'actor' | 'version'>,
  ) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const before = fresh(await lockTemplate(tx, scope, id), version)
      const after = { ...before, ...words }
      const { text } = after
      if (text !== null)
        refuseFaults(
          await tryText({ ...deps, db: tx }, await seenRegion(tx, scope, before.region_id), { ...after, text }),
        )
      const subject = text === null ? null : after.subject
      await tx
        .updateTable('message_templates')
        .set({ subject, text, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'message_templates', id)
      return { data: (await findTemplate(tx, id))! } // locked above
    })

  bind(api.messageTemplates.update, ({ params: { id }, body, ...call }) => change(id, body, call))

  bind(api.messageTemplates.destroy, async ({ params: { id }, ...call }) => {
    await change(id, { text: null }, call)
    return undefined
  })

  bind(api.messageTemplates.preview, async ({ body, actor }) => ({
    data: await tryText(deps, await seenRegion(db, regionScope(actor), body.region_id), body),
  }))

  bind(api.messageTemplates.test, async ({ body, actor }) => {
    if (actor.kind !== 'user') throw forbidden()
    const trial = await tryText(deps, await seenRegion(db, regionScope(actor), body.region_id), body)
    refuseFaults(trial)
    const { email } = await db.selectFrom('users').select('email').where('id', '=', actor.id).executeTakeFirstOrThrow()
    const subject = trial.subject ?? 'How this SMS reads'
    await db
      .transaction()
      .execute((tx) =>
        deps.mailer.send(tx, { to: email, subject, text: trial.text, expires_at: null, user_id: actor.id }),
      )
    return { data: { sent_to: email } }
  })
}
