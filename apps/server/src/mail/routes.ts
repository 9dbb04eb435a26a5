import { api } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { Module } from '../http/bind.ts'
import { forbidden } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { changeMail, shownMail } from './settings.ts'
import { tryMail } from './try.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps

  bind(api.mailSettings.show, async () => ({ data: await shownMail(deps) }))

  bind(api.mailSettings.update, async ({ body, actor }) => {
    await changeMail(deps, body)
    deps.log.info({ user_id: userIdOf(actor), changed: Object.keys(body) }, 'settings of mail changed')
    return { data: await shownMail(deps) }
  })

  bind(api.mailSettings.test, async ({ actor }) => {
    if (actor.kind !== 'user') throw forbidden()
    const { email } = await db.selectFrom('users').select('email').where('id', '=', actor.id).executeTakeFirstOrThrow()
    const data = await tryMail(deps, email)
    await noteEvent(db, { kind: 'access', told: { mail_test: data.outcome } })
    return { data }
  })
}
