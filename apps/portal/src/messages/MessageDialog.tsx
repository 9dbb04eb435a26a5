import type { Message } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useMasks } from '../auth/masks.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import {
  messageChannelWords,
  messageEventWords,
  messageLanguageWords,
  messageRecords,
  messageStatuses,
} from '../records/messages.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import classes from './messages.module.css'
import { messageStrings as words } from './strings.ts'

/** One message: to whom, what it said, and what became of it. */
const MessageDialog = () => {
  const { id } = useDialog()
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
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default MessageDialog

const Facts = ({ message }: { message: Message }) => {
  const format = useFormat()
  const { columns } = words
  const facts: [string, string | null][] = [
    [columns.passenger, message.traveler_name],
    [columns.recipient, message.recipient ?? words.nobody],
    [words.booking, String(message.service_request_id)],
    [columns.region, message.region_name],
    [columns.channel, message.channel === null ? null : messageChannelWords[message.channel]],
    [words.language, message.language === null ? null : messageLanguageWords[message.language]],
    [columns.created_at, format.dateTime(message.created_at)],
    [words.due, message.due_at === message.created_at ? null : format.dateTime(message.due_at)],
    [words.since, format.dateTime(message.state_at)],
    [words.why, message.reason],
    [columns.attempts, format.number(message.attempts)],
  ]
  return (
    <dl className={classes['facts']} aria-label={words.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

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
