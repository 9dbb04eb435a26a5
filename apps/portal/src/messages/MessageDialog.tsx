import type { Message } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import {
  messageChannelWords,
  messageEventWords,
  messageLanguageWords,
  messageReason,
  messageRecords,
  messageStatuses,
} from '../records/messages.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { FactList } from '../ui/FactList.tsx'
import { Link } from '../url/link.tsx'
import classes from './messages.module.css'
import { SEND } from './keys.ts'
import { SendAgain } from './SendAgain.tsx'
import { messageStrings as words } from './strings.ts'

/** One message: to whom, what it said, and what became of it. */
const MessageDialog = () => {
  const { id } = useDialog()
  const can = useCan()
  return (
    <Loaded query={useQuery(messageRecords.one(Number(id)))} title={words.one}>
      {(message) => (
        <DialogFrame
          title={messageEventWords[message.event]}
          id={`${words.one} ${message.id}`}
          status={<RecordStatus of={messageStatuses} status={message.state} />}
        >
          <Facts message={message} />
          <Text message={message} />
          {can(SEND) && <SendAgain message={message} />}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default MessageDialog

const Facts = ({ message }: { message: Message }) => {
  const format = useFormat(message.time_zone)
  const can = useCan()
  const { columns } = words
  const { traveler_id, traveler_name, service_request_id } = message
  const profile = dialogText('TravelerDialog', 'view', traveler_id, 'Profile')
  const passenger = can('TravellerManagement:traveller:canRead') ? (
    <Over dialog={profile}>{traveler_name}</Over>
  ) : (
    traveler_name
  )
  const details = dialogText('LiveBookingDialog', 'view', service_request_id)
  const booking = can('LiveBooking:booking:canRead') ? (
    <Over dialog={details}>{String(service_request_id)}</Over>
  ) : (
    service_request_id
  )
  const facts: [string, ReactNode][] = [
    [columns.passenger, passenger],
    [columns.recipient, message.recipient ?? words.nobody],
    [words.for, message.to_helper ? words.helper : message.to_representative ? words.representative : null],
    [words.booking, booking],
    [columns.region, message.region_name],
    [columns.channel, message.channel === null ? null : messageChannelWords[message.channel]],
    [words.language, message.language === null ? null : messageLanguageWords[message.language]],
    [words.textOf, words.texts[textKey(message)]],
    [columns.created_at, format.dateTime(message.created_at)],
    [words.due, message.due_at === message.created_at ? null : format.dateTime(message.due_at)],
    [words.since, format.dateTime(message.state_at)],
    [words.why, messageReason(message.reason)],
    [columns.attempts, format.number(message.attempts)],
  ]
  return <FactList label={words.facts} facts={facts} />
}

const textKey = ({ text_of, template_error }: Message) =>
  template_error ? ('fallen_back' as const) : (text_of ?? ('none' as const))

/** To another dialog, on top of this one. */
const Over = ({ dialog, children }: { dialog: string; children: string }) => (
  <Link to="." search={onTop(dialog)} className="text-link">
    {children}
  </Link>
)

const Text = ({ message: { subject, text, channel } }: { message: Message }) => {
  const masks = useMasks()
  if (text === null)
    return <p className={classes['note']}>{channel !== null && masks.has('place') ? words.hiddenText : words.noText}</p>
  return (
    <section className={classes['text']} aria-label={words.text}>
      {subject !== null && <h3>{subject}</h3>}
      <p>{text}</p>
    </section>
  )
}
