import { useEffect } from 'react'
import type { ThreadLine } from '../device/device.ts'
import { isUnread } from '../trip/thread.ts'
import { chime } from '../ui/chime.ts'
import { speak } from '../ui/speak.ts'
import { useStanding } from '../ui/use-standing.ts'
import { quickReplies } from './quick-replies.ts'
import { useDrive } from '../ui/drive.tsx'
import { useWriting } from '../ui/use-writing.ts'
import { useOneTap } from '../ui/use-one-tap.ts'
import styles from './cards.module.css'

type Props = { thread: readonly ThreadLine[]; onOpen: () => void }

/**
 * The newest message that dispatch wrote and the driver has not read, with its answers on one tap each; own words have
 * their place under Menu, and here where no answer is offered.
 */
export const NewMessages = ({ thread, onOpen }: Props) => {
  const { device, state, language, say } = useDrive()
  const standing = useStanding()
  const unread = thread.filter(isUnread)
  const newest = unread.at(-1)
  const id = newest?.uuid
  const { write, trouble } = useWriting()
  const once = useOneTap()
  useEffect(() => {
    if (id !== undefined) chime()
  }, [id])
  if (newest === undefined) return null
  const shown = newest.id ?? undefined
  const answer = (text: string): void => once(() => void write(text, { answerTo: shown }))
  const title = say('from_dispatch', { n: unread.length })
  return (
    <section className={styles['card']} role="alert">
      {/* It scrolls where the text is long, so a keyboard has to reach it. */}
      <div className={styles['words']} role="group" tabIndex={0} aria-label={title}>
        <h2>{title}</h2>
        <p>{newest.text}</p>
        {trouble !== null && <p>{trouble}</p>}
      </div>
      <div className={styles['answers']}>
        {!standing && (
          <button type="button" onClick={() => speak(newest.text)}>
            {say('read_aloud')}
          </button>
        )}
        {!standing &&
          newest.buttons.length === 0 &&
          quickReplies(state, language, say).map((text) => (
            <button key={text} type="button" onClick={() => answer(text)}>
              {text}
            </button>
          ))}
        {newest.buttons.map((button) => (
          <button key={button} type="button" onClick={() => answer(button)}>
            {button}
          </button>
        ))}
        <button type="button" onClick={() => once(() => void device.readThread(shown))}>
          {say('ok')}
        </button>
        {standing && newest.buttons.length === 0 && (
          <button type="button" onClick={onOpen}>
            {say('answer')}
          </button>
        )}
      </div>
    </section>
  )
}
