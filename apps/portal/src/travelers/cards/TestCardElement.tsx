import { api } from '@ambit/contract'
import { cardBrandOf, cardDigits, groupedCardDigits } from '@ambit/domain'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { useNow } from '../../settings/use-now.ts'
import shared from '../travelers.module.css'
import classes from './TestCardElement.module.css'
import { BrandMark } from './BrandMark.tsx'
import { emptyCard, entryOf, faultOf, type TypedCard } from './card-entry.ts'
import type { CardElementProps } from './card-element.ts'
import { cardStrings as words } from './strings.ts'

/** The built-in provider's element. What is typed is sent to the provider once, and is not kept after the form closes. */
export const TestCardElement = ({ clientSecret, onToken, onError, onDirty }: CardElementProps) => {
  const [card, setCard] = useState(emptyCard)
  const [wrong, setWrong] = useState<keyof TypedCard | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useNow(60_000)
  const today = now.toISOString().slice(0, 10)
  const brand = cardBrandOf(cardDigits(card.number))
  const change = (typed: Partial<TypedCard>): void => {
    setCard({ ...card, ...typed })
    setWrong(null)
    onError('')
    onDirty()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const fault = faultOf(card, today)
    setWrong(fault?.field ?? null)
    onError(fault?.detail ?? '')
    if (fault !== null) return
    setBusy(true)
    try {
      const body = { ...entryOf(card), client_secret: clientSecret, name: card.name.trim() }
      const { data } = await client.call(api.paymentMethods.testToken, { body })
      await onToken(data.payment_method_id)
    } catch (error) {
      onError(failureText(error))
      setBusy(false)
    }
  }
  const field = (name: keyof TypedCard) => ({
    autoComplete: 'off',
    value: card[name],
    disabled: busy,
    error: wrong === name,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <form className={classes['card']} onSubmit={(event) => void submit(event)} aria-label={words.form} noValidate>
      <p className={shared['hint']}>{words.testOnly}</p>
      <TextInput label={words.name} data-autofocus autoFocus {...field('name')} />
      <TextInput
        label={words.number}
        inputMode="numeric"
        {...field('number')}
        onBlur={() => setCard({ ...card, number: groupedCardDigits(cardDigits(card.number)) })}
        rightSection={<BrandMark brand={brand ?? ''} />}
        rightSectionWidth={48}
      />
      <div className={classes['cardShort']}>
        <TextInput label={words.expiry} placeholder={words.expiryHint} inputMode="numeric" {...field('expiry')} />
        <TextInput label={words.cvc} inputMode="numeric" {...field('cvc')} />
      </div>
      <Button type="submit" loading={busy} style={{ justifySelf: 'end' }}>
        {words.submit}
      </Button>
    </form>
  )
}
