import { deviceOf } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { revokeAllSessions, revokeSession } from '../sessions/tokens.ts'
import type { PassengerActor } from './me.ts'

/** The sessions of the passenger that have not ended, the one used last first. */
const standing = ({ db, clock }: Deps, travelerId: number) =>
  db
    .selectFrom('sessions')
    .where('traveler_id', '=', travelerId)
    .where('expires_at', '>', clock.wall())
    .select(['id', 'user_agent', 'created_at', 'used_at'])
    .orderBy('used_at', 'desc')
    .orderBy('id')

export const devicesOf = async (deps: Deps, { id, session_id }: PassengerActor) => {
  const sessions = await standing(deps, id).execute()
  return sessions.map(({ user_agent, ...session }) => ({
    ...session,
    name: deviceOf(user_agent) ?? 'Unknown device',
    current: session.id === session_id,
  }))
}

export const endDevice = async (deps: Deps, { id }: PassengerActor, sessionId: string): Promise<void> => {
  const found = await standing(deps, id).where('id', '=', sessionId).executeTakeFirst()
  if (found === undefined) throw notFound()
  await deps.db.transaction().execute((tx) => revokeSession(tx, sessionId, 'session ended'))
}

export const endOtherDevices = ({ db }: Deps, { id, session_id }: PassengerActor): Promise<void> =>
  db.transaction().execute((tx) => revokeAllSessions(tx, { kind: 'passenger', id }, session_id))
