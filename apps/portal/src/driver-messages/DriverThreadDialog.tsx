import { api, type DriverMessage, type ThreadAnswer } from '@ambit/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { useMe } from '../auth/use-me.ts'
import { tripRecords } from '../records/trips.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Composer } from './Composer.tsx'
import classes from './driver-messages.module.css'
import { threadQuery } from './queries.ts'
import { driverMessageStrings as words } from './strings.ts'
import { ThreadMessage } from './ThreadMessage.tsx'

/** The thread between a trip's driver and dispatch, with a line to write on. */
const DriverThreadDialog = () => {
  const tripId = Number(useDialog().id)
  return (
    <Loaded query={useQuery(tripRecords.one(tripId))} title={words.thread('')}>
      {(trip) => (
        <DialogFrame title={words.thread(trip.name)} id={trip.vehicle_number ?? ''}>
          <Thread tripId={tripId} />
          {trip.driver_id === null ? <p className={classes['note']}>{words.noDriver}</p> : <Composer tripId={tripId} />}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default DriverThreadDialog

const Thread = ({ tripId }: { tripId: number }) => {
  const query = useQuery(threadQuery(tripId))
  const messages = query.data?.messages ?? []
  useReading(tripId, messages)
  const end = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className={classes['thread']} role="log" aria-label={words.list} aria-busy={query.isPending} tabIndex={0}>
        {query.isSuccess && messages.length === 0 && <p className={classes['note']}>{words.noneYet}</p>}
        {messages.map((message) => (
          <ThreadMessage
            key={message.id}
            message={message}
            answered={messages.find(({ id }) => id === message.answer_to) ?? null}
          />
        ))}
        <div ref={end} />
      </div>
      <Answering answering={query.data?.answering ?? []} />
    </>
  )
}

/** Who else is writing to the driver. */
const Answering = ({ answering }: { answering: readonly ThreadAnswer[] }) => {
  const me = useMe()
  const others = answering.filter(({ user_id }) => user_id !== me).map(({ user_name }) => user_name)
  return (
    <p className={classes['note']} role="status">
      {others.length > 0 && words.answering(others)}
    </p>
  )
}

const onVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const isVisible = (): boolean => document.visibilityState === 'visible'

/** What the driver wrote counts as read once it is shown to a dispatcher who may answer. */
const useReading = (tripId: number, messages: readonly DriverMessage[]): void => {
  const mayWrite = useCan()('Messaging:driverThread:canCreate')
  const queries = useQueryClient()
  const unread = mayWrite ? messages.filter(({ from, read_at }) => from === 'driver' && read_at === null).length : 0
  const visible = useSyncExternalStore(onVisibility, isVisible)
  useEffect(() => {
    if (unread === 0 || !visible) return
    // Left unread, it is read when the thread is opened the next time.
    void client
      .call(api.driverMessages.read, { params: { id: tripId } })
      .then(() => queries.invalidateQueries({ queryKey: threadQuery(tripId).queryKey }))
      .catch(() => undefined)
  }, [queries, tripId, unread, visible])
}
