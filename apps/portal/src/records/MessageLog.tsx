import { api, type Message } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import type { Format } from '../settings/create-format.ts'
import { EventLog } from '../ui/EventLog.tsx'
import { Link } from '../url/link.tsx'
import { messageChannelWords, messageEventWords, messageRecords, messageStatuses } from './messages.ts'
import { RecordStatus } from './status.tsx'

const words = { title: 'Messages to the passenger', what: 'Message', by: 'Channel' } as const
const ASK_EVERY_MS = 10_000
const MOST = 100

type Filter = { service_request: number[] } | { traveler: number[] }

/** Newest first. */
const toldQuery = (filter: Filter) =>
  queryOptions({
    queryKey: messageRecords.key('told', filter),
    queryFn: ({ signal }) =>
      client.call(api.messages.list, { query: { per_page: MOST, filter }, signal }).then((answer) => answer.data),
    refetchInterval: ASK_EVERY_MS,
  })

/** What the passenger was told, for those who may read messages; nothing where nothing was told. */
export const MessageLog = ({ filter, format }: { filter: Filter; format: Format }) => {
  const may = useCan()('Messaging:message:canRead')
  const messages = useQuery({ ...toldQuery(filter), enabled: may })
  if (!may || messages.data?.length === 0) return null
  return (
    <EventLog
      title={words.title}
      what={words.what}
      who={words.by}
      query={messages}
      format={format}
      entries={(messages.data ?? []).map((message) => ({
        id: message.id,
        created_at: message.created_at,
        text: <Told message={message} />,
        user: message.channel === null ? '' : messageChannelWords[message.channel],
      }))}
    />
  )
}

const Told = ({ message: { id, event, state } }: { message: Message }) => (
  <>
    <Link to="." search={onTop(dialogText('MessageDialog', 'view', id))} className="text-link">
      {messageEventWords[event]}
    </Link>{' '}
    <RecordStatus of={messageStatuses} status={state} />
  </>
)
