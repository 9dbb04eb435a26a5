import { Button, Skeleton, TextInput, useComputedColorScheme } from '@mantine/core'
import type { Stripe, StripeCardElement as Field, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { type CardElementSource, cardScriptQuery } from '../../records/card-provider.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { CardElementProps } from './card-element.ts'
import classes from './StripeCardElement.module.css'
import { cardStrings as words } from './strings.ts'

type Props = CardElementProps & { source: CardElementSource }

/** Stripe's own card element: what is typed goes from its frame to Stripe, and a token comes back. */
export const StripeCardElement = ({ source, ...props }: Props) => {
  const script = useQuery(cardScriptQuery(source))
  if (script.isError) return <ErrorState error={script.error} onRetry={() => void script.refetch()} />
  return script.data === undefined ? <Skeleton h={180} /> : <CardForm stripe={script.data} {...props} />
}

const CardForm = ({ stripe, clientSecret, onToken, onError, onDirty }: CardElementProps & { stripe: Stripe }) => {
  const [field, setField] = useState<Field | null>(null)
  // The frame's colours are set when it is made.
  const scheme = useComputedColorScheme()
  const [name, setName] = useState('')
  const [noName, setNoName] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || field === null) return
    setNoName(name.trim() === '')
    onError(name.trim() === '' ? words.missingName : '')
    if (name.trim() === '') return
    setBusy(true)
    try {
      const billing_details = { name: name.trim() }
      const { error, setupIntent } = await stripe.confirmCardSetup(clientSecret, {
        payment_method: { card: field, billing_details },
      })
      const method = setupIntent?.payment_method ?? null
      if (error === undefined && method !== null) return await onToken(typeof method === 'string' ? method : method.id)
      onError(error?.message ?? words.setupFailed)
    } catch (error) {
      onError(failureText(error))
    }
    setBusy(false)
  }
  return (
    <form className={classes['card']} onSubmit={(event) => void submit(event)} aria-label={words.form} noValidate>
      <TextInput
        label={words.name}
        data-autofocus
        autoFocus
        autoComplete="off"
        value={name}
        disabled={busy}
        error={noName}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setNoName(false)
          onDirty()
        }}
      />
      <div role="group" aria-label={words.number}>
        <span className={classes['label']}>{words.number}</span>
        <Frame key={scheme} stripe={stripe} onField={setField} onError={onError} onDirty={onDirty} />
      </div>
      <Button type="submit" loading={busy} style={{ justifySelf: 'end' }}>
        {words.submit}
      </Button>
    </form>
  )
}

type FrameProps = Pick<CardElementProps, 'onError' | 'onDirty'> & {
  stripe: Stripe
  /** null when it is gone */
  onField: (field: Field | null) => void
}

/** Stripe's frame in the page's type and colours. */
const Frame = ({ stripe, onField, onError, onDirty }: FrameProps) => {
  const box = useRef<HTMLDivElement>(null)
  const changed = useEffectEvent(({ empty, error }: StripeCardElementChangeEvent) => {
    if (!empty) onDirty()
    onError(error?.message ?? '')
  })
  useEffect(() => {
    const place = box.current
    if (place === null) return
    const { color, fontFamily, fontSize } = getComputedStyle(place)
    const field = stripe.elements().create('card', {
      hidePostalCode: true,
      style: { base: { color, iconColor: color, fontFamily, fontSize }, invalid: { color } },
    })
    field.on('change', (event) => changed(event))
    field.on('focus', () => place.setAttribute('data-focus', 'true'))
    field.on('blur', () => place.removeAttribute('data-focus'))
    field.mount(place)
    onField(field)
    return () => {
      onField(null)
      field.destroy()
    }
  }, [stripe, onField])
  return <div ref={box} className={classes['field']} />
}
