import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { Trouble } from '../api/trouble.ts'
import {
  type CardField,
  type ElementSource,
  loadElement,
  PROVIDER_WAIT_MS,
  type StripeScript,
} from '../ui/card-script.ts'
import { Fault, Field } from '../ui/Field.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { usePayingWords } from '../ui/use-paying-words.ts'
import styles from './paying.module.css'

type Props = { source: ElementSource; secret: string; onToken: (token: string) => Promise<Trouble | null> }

/** Stripe's own element: what is typed goes from its frame to Stripe, and a token comes back. */
export const StripeCard = ({ source, ...props }: Props) => {
  const { say } = useRide()
  const words = usePayingWords()
  const [script, setScript] = useState<StripeScript | null | 'loading'>('loading')
  useEffect(() => {
    void loadElement(source).then(setScript)
  }, [source])
  const again = async (): Promise<void> => {
    setScript('loading')
    setScript(await loadElement(source))
  }
  if (script === 'loading') return <p role="status">{say('loading')}</p>
  if (script !== null) return <Entry script={script} onSilent={() => setScript(null)} {...props} />
  return (
    <>
      <p role="alert">{words.silent}</p>
      <button type="button" onClick={() => void again()}>
        {say('try_again')}
      </button>
    </>
  )
}

type EntryProps = Omit<Props, 'source'> & { script: StripeScript; onSilent: () => void }

const Entry = ({ script, secret, onToken, onSilent }: EntryProps) => {
  const { say } = useRide()
  const words = usePayingWords()
  const [field, setField] = useState<CardField | null>(null)
  const [name, setName] = useState('')
  const [fault, setFault] = useState<{ of: 'name' | 'card'; text: string } | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A setup succeeds once: where only the server did not answer, it is told the same token again.
  const token = useRef<string | null>(null)
  const tokenise = async (card: CardField): Promise<string | null> => {
    if (token.current !== null) return token.current
    const payment_method = { card, billing_details: { name: name.trim() } }
    const { error, setupIntent } = await script.confirmCardSetup(secret, { payment_method }).catch(() => ({
      error: { message: words.silent },
      setupIntent: undefined,
    }))
    const made = setupIntent?.payment_method ?? null
    token.current = typeof made === 'string' || made === null ? made : made.id
    if (token.current === null) setFault({ of: 'card', text: error?.message ?? words.no_setup })
    return token.current
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || field === null) return
    setTrouble(null)
    setFault(name.trim() === '' ? { of: 'name', text: words.name_missing } : null)
    if (name.trim() === '') return
    setBusy(true)
    const made = await tokenise(field)
    const failed = made === null ? null : await onToken(made)
    if (made !== null && failed === null) return
    if (failed !== null && failed.kind === 'refused') token.current = null
    setTrouble(failed)
    setBusy(false)
  }
  return (
    <form className={styles['entry']} onSubmit={(event) => void submit(event)} aria-label={words.add} noValidate>
      <Field
        label={words.name}
        autoComplete="cc-name"
        value={name}
        fault={fault?.of === 'name' ? fault.text : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Frame
        script={script}
        fault={fault?.of === 'card' ? fault.text : null}
        onField={setField}
        onFault={(text) => setFault(text === null ? null : { of: 'card', text })}
        onSilent={onSilent}
      />
      <TroubleNote trouble={trouble} />
      <button type="submit" className="main" aria-disabled={isBusy || field === null}>
        {isBusy ? say('sending') : words.save_card}
      </button>
    </form>
  )
}

type FrameProps = {
  script: StripeScript
  fault: string | null
  /** null: it is not there, or not any more */
  onField: (field: CardField | null) => void
  onFault: (text: string | null) => void
  onSilent: () => void
}

/** Stripe's frame in the type and colours of the page; one that is not ready in time counts as unreachable. */
const Frame = ({ script, fault, ...told }: FrameProps) => {
  const { language } = useRide()
  const words = usePayingWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const on = useRef(told)
  useEffect(() => {
    on.current = told
  })
  useEffect(() => {
    const place = box.current
    if (place === null) return
    const { color, fontFamily, fontSize } = getComputedStyle(place)
    const field = script.elements({ locale: language }).create('card', {
      hidePostalCode: true,
      style: { base: { color, iconColor: color, fontFamily, fontSize }, invalid: { color } },
    })
    const timer = setTimeout(() => on.current.onSilent(), PROVIDER_WAIT_MS)
    field.on('ready', () => {
      clearTimeout(timer)
      on.current.onField(field)
    })
    field.on('change', ({ error }) => on.current.onFault(error?.message ?? null))
    field.on('focus', () => place.setAttribute('data-focus', 'true'))
    field.on('blur', () => place.removeAttribute('data-focus'))
    field.mount(place)
    return () => {
      clearTimeout(timer)
      on.current.onField(null)
      field.destroy()
    }
  }, [script, language])
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-why ${id}-fault`} className={styles['number']}>
      <span id={id} className={styles['label']}>
        {words.number}
      </span>
      <p id={`${id}-why`} className={styles['hint']}>
        {words.stays_there}
      </p>
      <div ref={box} className={styles['frame']} />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}
