import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { keysOf } from '../http/authenticate.ts'
import type { Actor, Bind, Module } from '../http/bind.ts'
import { HttpError, unauthenticated } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { endSessionUrl } from './end-session.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { changeOwnPassword } from './own-password.ts'
import { listOutbox } from './outbox.ts'
import { handOver } from './portal-session.ts'
import { blockByLink } from './not-me.ts'
import { resetPassword, sendResetLink } from './password-reset.ts'
import { sessionHolder } from '../sessions/queries.ts'
import { asOfNow } from '../sessions/second-factor-need.ts'
import { bindRoles } from './role-routes.ts'
import { proveByPasskey, proveByPassword } from './proof.ts'
import { sessionOf, signIn, signInByPasskey, signInBySecondStep } from './sign-in.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { revokeSession } from '../sessions/tokens.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps
  const guesses = createThrottle(deps, 'sign-in')
  const codes = createThrottle(deps, 'second step')

  bind(api.sessions.create, async ({ body, address, portal }) => ({
    data: await handOver(deps, portal, await signIn(deps, guesses, body, { address, portal: portal !== null })),
  }))

  bind(api.sessions.secondStep, async ({ body, address, portal }) => {
    const throttles = { guesses, codes }
    const session = await signInBySecondStep(deps, throttles, body, { address, portal: portal !== null })
    return { data: await handOver(deps, portal, session) }
  })

  bind(api.sessions.passkey, async ({ body, address, portal }) => {
    const session = await signInByPasskey(deps, guesses, body.passkey, { address, portal: portal !== null })
    return { data: await handOver(deps, portal, session) }
  })

  bind(api.sessions.prove, async ({ actor, body, address }) => {
    const { password = '', passkey } = body
    if (passkey !== undefined) await proveByPasskey(deps, guesses, actor, passkey, address)
    else await proveByPassword(deps, guesses, actor, { password, pointer: '/password' }, address)
    return undefined
  })

  bind(api.sessions.current, async ({ actor }) => {
    const holder = await sessionHolder(db, sessionIdOf(actor))
    if (holder?.kind !== 'user') throw unauthenticated()
    return { data: asOfNow(holder.user, deps.clock.now()) }
  })

  bind(api.sessions.destroy, async ({ actor, portal }) => {
    const end_session_url = await endSessionUrl(deps, sessionIdOf(actor))
    await db.transaction().execute(async (tx) => {
      await revokeSession(tx, sessionIdOf(actor))
      if (actor.kind === 'user') await recordChanged(tx, 'sessions', actor.id)
    })
    portal?.drop()
    return { data: { end_session_url } }
  })

  bind(api.setup.firstAdministrator, async ({ body, address, portal }) => {
    const account = `setup from ${address}`
    await guesses.take(account, address)
    const id = await createFirstAdministrator(deps, body)
    await guesses.succeeded(account, address)
    const begun = { method: 'setup code', factors: [], portal: portal !== null } as const
    return { data: await handOver(deps, portal, await sessionOf(deps, id, begun)) }
  })

  bind(api.outbox.list, async ({ query, actor, hidden }) =>
    listOutbox(db, actor, await keysOf(deps, actor), query, hidden),
  )
  bindPasswords(bind, deps, guesses)
  bindRoles(bind, deps)
}

const bindPasswords = (bind: Bind, deps: Deps, guesses: Throttle): void => {
  const links = createThrottle(deps, 'links')

  bind(api.passwords.forgot, async ({ body, address }) => {
    // Not awaited: the answer comes after the same time, whether there is such an account or not.
    if (await mayAsk(links, body.email, address)) inBackground(deps, sendResetLink(deps, body))
    return { data: { message: 'You have been sent an email with a link to reset your password.' } }
  })

  bind(api.passwords.reset, async ({ body, address }) => {
    const account = `reset from ${address}`
    await guesses.take(account, address)
    const message = await resetPassword(deps, body)
    await guesses.succeeded(account, address)
    return { data: { message } }
  })

  bind(api.passwords.notMe, async ({ body, address }) => {
    const account = `not me from ${address}`
    await guesses.take(account, address)
    await blockByLink(deps, body.token)
    await guesses.succeeded(account, address)
    const message = 'All sessions of your account have ended, and nobody can sign in until its password is reset.'
    return { data: { message } }
  })

  bind(api.passwords.change, async ({ body, actor, address }) => {
    await changeOwnPassword(deps, guesses, actor, body, address)
    return { data: { message: 'Your password has been changed' } }
  })
}

const sessionIdOf = (actor: Actor): string => {
  if (actor.kind === 'public') throw unauthenticated()
  return actor.session_id
}

/** Too many links are refused silently: an error would reveal which accounts exist. */
const mayAsk = async (links: Throttle, account: string, address: string): Promise<boolean> => {
  try {
    await links.take(account, address)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

const inBackground = ({ log }: Deps, work: Promise<void>): void =>
  void work.catch((error: unknown) => log.error({ err: error }, 'the reset link could not be sent'))
