import { api } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { AddPanel } from '../../ui/AddPanel.tsx'
import classes from '../travelers.module.css'
import { cardElements } from './card-element.ts'
import { setupIntentQuery } from './queries.ts'
import { statusOf } from './setup-status.ts'
import { cardStrings as words } from './strings.ts'

type Props = { travelerId: number; provider: 'test' | 'stripe'; onAdded: () => void; onCancel: () => void }

/** Adds a card: a setup intent of the server, the provider's element, and its token for the server. */
export const CardSetup = ({ travelerId, provider, onAdded, onCancel }: Props) => {
  const [attempt] = useState(freshKey)
  const [refused, setRefused] = useState('')
  const [added, setAdded] = useState(false)
  const [dirty, setDirty] = useState(false)
  const Element = cardElements[provider]
  const intent = useQuery({ ...setupIntentQuery(travelerId, attempt), enabled: Element !== null })
  if (Element === null)
    return (
      <p className={classes['hint']} role="status">
        {words.noElement}
      </p>
    )
  const failed = intent.isError || intent.data === null
  const error = failed ? words.setupFailed : refused
  const attach = async (payment_method_id: string): Promise<void> => {
    await client.call(api.paymentMethods.create, {
      params: { id: travelerId },
      body: { payment_method_id },
      idempotencyKey: `${attempt}-${payment_method_id}`,
    })
    setAdded(true)
    onAdded()
  }
  return (
    <AddPanel title={words.form} onCancel={onCancel} status={statusOf({ added, error })}>
      <UnsavedGuard dirty={dirty} isSaved={() => added} />
      {intent.isPending && <Skeleton h={180} />}
      {typeof intent.data === 'string' && (
        <Element clientSecret={intent.data} onToken={attach} onError={setRefused} onDirty={() => setDirty(true)} />
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
