import { api, type CardProvider } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { AddPanel } from '../../ui/AddPanel.tsx'
import classes from '../travelers.module.css'
import type { CardElementProps } from './card-element.ts'
import { setupIntentQuery } from './queries.ts'
import { statusOf } from './setup-status.ts'
import { StripeCardElement } from './StripeCardElement.tsx'
import { cardStrings as words } from './strings.ts'
import { TestCardElement } from './TestCardElement.tsx'

type Props = { travelerId: number; provider: CardProvider; onAdded: () => void; onCancel: () => void }

/** Adds a card: a setup intent of the server, the provider's element, and its token for the server. */
export const CardSetup = ({ travelerId, provider, onAdded, onCancel }: Props) => {
  const [attempt] = useState(freshKey)
  const [refused, setRefused] = useState('')
  const [added, setAdded] = useState(false)
  const [dirty, setDirty] = useState(false)
  const possible = canAddCards(provider)
  const intent = useQuery({ ...setupIntentQuery(travelerId, attempt), enabled: possible })
  if (!possible)
    return (
      <p className={classes['hint']} role="status">
        {words.noElement}
      </p>
    )
  const failed = intent.isError || intent.data === null
  const error = failed ? words.setupFailed : refused
  const attach = async (payment_method_id: string): Promise<void> => {
    await client.call(api.paymentMethods.create, { params: { id: travelerId }, body: { payment_method_id } })
    setAdded(true)
    onAdded()
  }
  return (
    <AddPanel title={words.form} onCancel={onCancel} status={statusOf({ added, error })}>
      <UnsavedGuard dirty={dirty} isSaved={() => added} />
      {intent.isPending && <Skeleton h={180} />}
      {typeof intent.data === 'string' && (
        <CardElement
          provider={provider}
          clientSecret={intent.data}
          onToken={attach}
          onError={setRefused}
          onDirty={() => setDirty(true)}
        />
      )}
      {error !== '' && (
        <p className={classes['cardError']} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          {error}
        </p>
      )}
    </AddPanel>
  )
}

const canAddCards = ({ kind, element }: CardProvider): boolean => kind === 'test' || element !== null

/** The element of each provider. */
const CardElement = ({ provider, ...props }: CardElementProps & { provider: CardProvider }) =>
  provider.element === null ? (
    <TestCardElement {...props} />
  ) : (
    <StripeCardElement source={provider.element} {...props} />
  )
