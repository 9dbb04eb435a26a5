import { useEffect, useId, useRef, useState } from 'react'
import { DRIVER_MESSAGE_LENGTH } from '@ambit/contract'
import type { ThreadLine } from '../device/device.ts'
import { isUnread } from '../trip/thread.ts'
import { useDrive } from '../ui/drive.tsx'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useOneTap } from '../ui/use-one-tap.ts'
import { useStanding } from '../ui/use-standing.ts'
import { useWriting } from '../ui/use-writing.ts'
import { quickReplies } from './quick-replies.ts'
import styles from './messages.module.css'

/** What the driver and dispatch said on this trip, and a way to answer; all of it works without a signal. */
export const Messages = ({ thread, onBack }: { thread: readonly ThreadLine[]; onBack: () => void }) => {
  const { device, state, language, say } = useDrive()
  const { write, trouble } = useWriting()
  const once = useOneTap()
  const replies = quickReplies(state, language, say)
  const standing = useStanding()
  const heading = useHeadingFocus('messages')
  const end = useRef<HTMLLIElement>(null)
  const unread = thread.some(isUnread)
  useEffect(() => {
    if (unread && standing) void device.readThread()
  }, [device, unread, standing])
  const newest = thread.at(-1)?.uuid
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <main className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {say('messages')}
      </h1>
      <button type="button" onClick={onBack}>
        {say('back_to_trip')}
      </button>
      {!standing && <p role="status">{say('stop_first')}</p>}
      {!standing ? null : thread.length === 0 ? (
        <p>{say('no_messages')}</p>
      ) : (
        <ol className={styles['thread']} aria-live="polite">
          {thread.map((line) => (
            <Line key={line.uuid} line={line} />
          ))}
          <li ref={end} aria-hidden />
        </ol>
      )}
      <section className={styles['quick']} aria-label={say('quick_replies')}>
        {replies.map((text) => (
          <button key={text} type="button" onClick={() => once(() => void write(text))}>
            {text}
          </button>
        ))}
      </section>
      <p role="alert">{trouble}</p>
      {standing && <OwnWords />}
    </main>
  )
}

const Line = ({ line: { from, text, written_at, standing } }: { line: ThreadLine }) => {
  const { say, times } = useDrive()
  return (
    <li className={styles['line']} data-from={from}>
      <p>
        <b>{say(from === 'driver' ? 'you' : 'dispatch')}</b> {times.clock(written_at)}
      </p>
      <p>{text}</p>
      {from === 'driver' && <p className={styles['standing']}>{say(`message_${standing}`)}</p>}
    </li>
  )
}

const OwnWords = () => {
  const { say } = useDrive()
  const { write, trouble } = useWriting()
  const id = useId()
  const [text, setText] = useState('')
  const send = (): void => {
    const words = text.trim()
    if (words !== '') void write(words, { kept: () => setText((now) => (now === text ? '' : now)) })
  }
  return (
    <form
      className={styles['own']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id}>{say('write_message')}</label>
      <textarea
        id={id}
        rows={2}
        value={text}
        maxLength={DRIVER_MESSAGE_LENGTH}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" aria-disabled={text.trim() === ''}>
        {say('send')}
      </button>
      <p role="alert">{trouble}</p>
    </form>
  )
}
