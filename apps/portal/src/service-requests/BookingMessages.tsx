import type { Message } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { bookingMessagesQuery } from '../records/bookings.ts'
import { messageChannelWords, messageEventWords, messageStatuses } from '../records/messages.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Format } from '../settings/create-format.ts'
import { BookingLog } from './BookingLog.tsx'
import { Link } from '../url/link.tsx'
import { bookingStrings as words } from './strings.ts'

/** What the passenger was told of the booking, for those who may read messages; nothing where nothing was told. */
export const BookingMessages = ({ id, format }: { id: number; format: Format }) => {
  const may = useCan()('Messaging:message:canRead')
  const messages = useQuery({ ...bookingMessagesQuery(id), enabled: may })
  if (!may || messages.data?.length === 0) return null
  return (
    <BookingLog
      title={words.messages.title}
      what={words.messages.what}
      who={words.messages.by}
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
