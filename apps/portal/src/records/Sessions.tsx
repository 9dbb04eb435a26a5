import { api, type UserSession } from '@ambit/contract'
import { deviceOf } from '@ambit/domain'
import { Button } from '@mantine/core'
import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { sessionStrings as words } from './session-strings.ts'
import classes from './Sessions.module.css'

/** Nobody is told when a session begins or ends elsewhere. */
const AGAIN_MS = 30_000

const ownSessions = queryOptions({
  queryKey: ['sessions', 'own'],
  queryFn: ({ signal }) => client.call(api.sessions.list, { signal }).then(({ data }) => data),
  refetchInterval: AGAIN_MS,
})
const sessionsOf = (id: number) =>
  queryOptions({
    queryKey: ['sessions', 'of', id],
    queryFn: ({ signal }) => client.call(api.users.sessions, { params: { id }, signal }).then(({ data }) => data),
    refetchInterval: AGAIN_MS,
  })

/** The sessions of whoever is signed in, to end one or all others. */
export const OwnSessions = () => (
  <SessionList
    query={useQuery(ownSessions)}
    queryKey={ownSessions.queryKey}
    mayEnd
    endAll={() => client.call(api.sessions.endOthers)}
    endAllWords={words.endOthers}
  />
)

/** The sessions of another user, in their dialog. */
export const SessionsOfUser = ({ id }: { id: number }) => {
  const query = sessionsOf(id)
  const can = useCan()
  return (
    <SessionList
      query={useQuery(query)}
      queryKey={query.queryKey}
      mayEnd={can('UserManagement:session:canDestroy')}
      endAll={() => client.call(api.users.endSessions, { params: { id } })}
      endAllWords={words.endAll}
    />
  )
}

type Props = {
  query: { data: UserSession[] | undefined; isError: boolean; error: Error | null; refetch: () => Promise<unknown> }
  queryKey: QueryKey
  mayEnd: boolean
  endAll: () => Promise<unknown>
  endAllWords: string
}

const SessionList = ({ query, queryKey, mayEnd, endAll, endAllWords }: Props) => {
  if (query.data === undefined)
    return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null
  if (query.data.length === 0) return <EmptyState title={words.none} />
  const end = async (ending: Promise<unknown>, done: string): Promise<void> => {
    try {
      await ending
      notify({ type: 'success', title: words.list, message: done })
    } catch (error) {
      announceFailure(error, words.notEnded)
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  const others = query.data.filter(({ current }) => !current)
  return (
    <>
      <ul className={classes['list']} aria-label={words.list}>
        {query.data.map((session) => (
          <Session
            key={session.id}
            session={session}
            onEnd={
              mayEnd && !session.current
                ? () => end(client.call(api.sessions.end, { params: { id: session.id } }), words.ended)
                : null
            }
          />
        ))}
      </ul>
      {mayEnd && others.length > 0 && (
        <Button variant="default" onClick={() => void end(endAll(), words.allEnded)}>
          {endAllWords}
        </Button>
      )}
    </>
  )
}

const Session = ({ session, onEnd }: { session: UserSession; onEnd: (() => Promise<void>) | null }) => {
  const format = useFormat()
  const device = deviceOf(session.user_agent) ?? words.unknown
  return (
    <li className={classes['session']}>
      <div>
        <p className={classes['device']}>
          <strong>{device}</strong>
          {session.address !== null && <span>{words.from(session.address)}</span>}
          {session.current && <StatusTag tone="success">{words.current}</StatusTag>}
        </p>
        <p className={classes['facts']}>
          <span>{words.method(session.method, session.factors)}</span>
          <span>
            {words.begun} <time dateTime={session.created_at}>{format.dateTime(session.created_at)}</time>
          </span>
          <span>
            {words.used} <time dateTime={session.used_at}>{format.dateTime(session.used_at)}</time>
          </span>
        </p>
      </div>
      {onEnd !== null && (
        <Button variant="default" size="xs" aria-label={words.endOne(device)} onClick={() => void onEnd()}>
          {words.end}
        </Button>
      )}
    </li>
  )
}
