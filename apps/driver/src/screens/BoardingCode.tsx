import { useEffect, useId, useRef, useState } from 'react'
import type { ManifestBooking } from '@ambit/contract'
import { isCode } from '../trip/boarding-code.ts'
import { useDrive } from '../ui/drive.tsx'
import styles from './riders.module.css'

const DIGITS = 4
/** After so many wrong codes nothing is gained by another. */
const TRIES = 3

type Props = {
  name: string
  check: NonNullable<ManifestBooking['code']>
  onRight: () => void
  onWithout: () => void
  onCancel: () => void
}

/** The code that the passenger says, checked on the device; without one the passenger boards all the same. */
export const BoardingCode = ({ name, check, onRight, onWithout, onCancel }: Props) => {
  const { say } = useDrive()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), hint: useId() }
  useEffect(() => field.current?.focus(), [])
  const enter = async (digits: string): Promise<void> => {
    const isWhole = digits.length === DIGITS
    setTyped(isWhole ? '' : digits)
    if (!isWhole) return
    if (await isCode(check, digits)) return onRight()
    setWrong((times) => times + 1)
  }
  return (
    <section className={styles['reasons']} aria-label={say('code_of', { name })}>
      {wrong < TRIES && (
        <>
          <label htmlFor={ids.field}>{say('code_of', { name })}</label>
          <input
            ref={field}
            id={ids.field}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            aria-invalid={wrong > 0}
            aria-describedby={ids.hint}
            onChange={({ target }) => void enter(target.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
          />
        </>
      )}
      <p id={ids.hint} role="alert" className={styles['hint']}>
        {wrong > 0 && say(wrong < TRIES ? 'code_wrong' : 'code_wrong_often')}
      </p>
      <button type="button" onClick={onWithout}>
        {say('without_code')} <span className="hidden">{name}</span>
      </button>
      <button type="button" onClick={onCancel}>
        {say('cancel')}
      </button>
    </section>
  )
}
