import type { DriverMessage } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import classes from './driver-messages.module.css'
import { CALL_AFTER_MIN, messageStandings, standingOf, UNREAD_AFTER_MIN, unreadMinutes } from './state.ts'
import { driverMessageStrings as words } from './strings.ts'

type Props = { message: DriverMessage; answered: DriverMessage | null }

/** One message of a thread; where a driver has not read it for long, the number to call. */
export const ThreadMessage = ({ message, answered }: Props) => {
  const format = useFormat(message.time_zone)
  const { from, text, buttons, driver_name, dispatcher_name, written_at } = message
  const author = from === 'driver' ? (driver_name ?? words.driver) : (dispatcher_name ?? words.dispatch)
  return (
    <article className={classes['message']} data-from={from} aria-label={author}>
      <header>
        <strong>{author}</strong>
        <time className="numbers" dateTime={written_at}>
          {format.dateTime(written_at)}
        </time>
        <RecordStatus of={messageStandings} status={standingOf(message)} />
      </header>
      {answered !== null && <p className={classes['answered']}>{words.answerTo(answered.text)}</p>}
      <p className={classes['text']}>{text}</p>
      {buttons.length > 0 && (
        <ul className={classes['buttons']} aria-label={words.buttons}>
          {buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      )}
      <Unread message={message} />
    </article>
  )
}

const Unread = ({ message }: { message: DriverMessage }) => {
  const minutes = unreadMinutes(message, useNow(10_000))
  const { driver_phone: phone } = message
  if (minutes === null || minutes < UNREAD_AFTER_MIN) return null
  return (
    <p className={classes['unread']}>
      <StatusTag tone="warning">{words.unread(minutes)}</StatusTag>
      {minutes >= CALL_AFTER_MIN && phone !== null && (
        <a className="text-link" href={`tel:${phone.replaceAll(' ', '')}`}>
          {words.call(phone)}
        </a>
      )}
    </p>
  )
}
