import { useEffect, useId, useRef, useState } from 'react'
import { type NoShowReason, noShowReasons } from '@ambit/contract'
import { useDrive } from '../ui/drive.tsx'
import styles from './riders.module.css'

const SHORTEST = 3
const LONGEST = 200

type Props = {
  name: string
  onCancel: () => void
  onChoose: (reason: { reason: NoShowReason; reason_text?: string }) => void
}

/** Why a passenger does not ride: one tap, and words of one's own for anything else. */
export const NoShowReasons = ({ name, onCancel, onChoose }: Props) => {
  const { say } = useDrive()
  const [own, setOwn] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const ids = { question: useId(), field: useId(), hint: useId() }
  const asksOwn = own !== null
  useEffect(() => {
    if (asksOwn) field.current?.focus()
    else question.current?.focus()
  }, [asksOwn])
  const declare = (): void => {
    const text = (own ?? '').trim()
    if (text.length >= SHORTEST && text.length <= LONGEST) return onChoose({ reason: 'other', reason_text: text })
    setRefused(true)
    field.current?.focus()
  }
  return (
    <section className={styles['reasons']} aria-labelledby={ids.question}>
      <p ref={question} id={ids.question} tabIndex={-1}>
        <b>{say('no_show_of', { name })}</b>
      </p>
      {own === null ? (
        noShowReasons.map((reason) => (
          <button key={reason} type="button" onClick={() => (reason === 'other' ? setOwn('') : onChoose({ reason }))}>
            {say(reason)}
          </button>
        ))
      ) : (
        <>
          <label htmlFor={ids.field}>{say('other_reason')}</label>
          <textarea
            ref={field}
            id={ids.field}
            rows={2}
            value={own}
            maxLength={LONGEST}
            aria-invalid={refused}
            aria-describedby={ids.hint}
            onChange={({ target }) => setOwn(target.value)}
          />
          <p id={ids.hint} role="alert" className={styles['hint']}>
            {refused && say('other_reason_hint')}
          </p>
          <button type="button" onClick={declare}>
            {say('declare')}
          </button>
        </>
      )}
      <button type="button" onClick={onCancel}>
        {say('cancel')}
      </button>
    </section>
  )
}
