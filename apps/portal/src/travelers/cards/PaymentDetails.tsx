import { api, ApiError, type CardProvider, type PaymentCard } from '@ambit/contract'
import { cardIsOver } from '@ambit/domain'
import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { removeRecord } from '../../api/remove-record.ts'
import { useCan } from '../../auth/permissions.ts'
import { notify } from '../../notifications/notify.tsx'
import { useNow } from '../../settings/use-now.ts'
import { RemoveButton } from '../../table/RemoveButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { cardProviderQuery } from '../../records/card-provider.ts'
import { TRAVELER_UPDATE } from '../../records/travelers.ts'
import shared from '../travelers.module.css'
import classes from './PaymentDetails.module.css'
import { BrandMark, brandName } from './BrandMark.tsx'
import { CardSetup } from './CardSetup.tsx'
import { cardsChanged, cardsQuery } from './queries.ts'
import { cardStrings as words } from './strings.ts'

/** A passenger's saved cards, and the way to add one. */
export const PaymentDetails = ({ travelerId }: { travelerId: number }) => {
  const provider = useQuery(cardProviderQuery)
  if (provider.isPending) return <Skeleton h={80} />
  if (provider.data === undefined) return <ErrorState error={provider.error} onRetry={() => void provider.refetch()} />
  if (provider.data.kind === null) return <EmptyState title={words.none} reason={words.notSetUp} />
  return <Cards travelerId={travelerId} provider={provider.data} />
}

const Cards = ({ travelerId, provider }: { travelerId: number; provider: CardProvider }) => {
  const [step, setStep] = useState<'list' | 'form' | 'added'>('list')
  const writing = useCan()(TRAVELER_UPDATE)
  const added = (): void => {
    cardsChanged(travelerId)
    setStep('added')
  }
  return (
    <>
      {step === 'added' && (
        <p className={shared['cardAdded']} role="status">
          <IconCircleCheck size={18} aria-hidden />
          {words.added}
        </p>
      )}
      <CardList travelerId={travelerId} onRemove={() => setStep('list')} />
      {step === 'form' && (
        <CardSetup travelerId={travelerId} provider={provider} onAdded={added} onCancel={() => setStep('list')} />
      )}
      {writing && step !== 'form' && (
        <Button variant="default" mt={12} leftSection={<IconPlus size={16} />} onClick={() => setStep('form')}>
          {words.add}
        </Button>
      )}
    </>
  )
}

const statusText = (error: unknown): string =>
  error instanceof ApiError && error.statusText !== '' ? error.statusText : failureText(error)

const CardList = ({ travelerId, onRemove }: { travelerId: number; onRemove: () => void }) => {
  const cards = useQuery(cardsQuery(travelerId))
  const { error } = cards
  useEffect(() => {
    if (error !== null)
      notify({ key: `cards-${travelerId}`, type: 'error', title: words.errorTitle, message: statusText(error) })
  }, [error, travelerId])
  if (cards.isPending) return <Skeleton h={48} />
  if (cards.data === undefined) return <ErrorState error={error} onRetry={() => void cards.refetch()} />
  if (cards.data.length === 0) return <EmptyState title={words.none} />
  return (
    <ul className={shared['entries']} aria-label={words.list}>
      {cards.data.map((card) => (
        <Card key={card.id} card={card} travelerId={travelerId} onRemove={onRemove} />
      ))}
    </ul>
  )
}

type CardProps = { card: PaymentCard; travelerId: number; onRemove: () => void }

const Card = ({ card, travelerId, onRemove }: CardProps) => {
  const writing = useCan()(TRAVELER_UPDATE)
  const now = useNow(60_000)
  return (
    <li className={shared['entry']} aria-label={words.ending(brandName(card.brand), card.last4)}>
      <div className={shared['entryHead']}>
        <BrandMark brand={card.brand} />
        <strong>{brandName(card.brand)}</strong>
        <span className={classes['digits']}>{words.dots(card.last4)}</span>
        {card.name !== null && <span>{card.name}</span>}
        <span>{words.until(card.exp_month, card.exp_year)}</span>
        {cardIsOver(card, now.toISOString().slice(0, 10)) && <StatusTag tone="warning">{words.over}</StatusTag>}
        {writing && (
          <span className={shared['entryButtons']}>
            <RemoveCard card={card} travelerId={travelerId} onRemove={onRemove} />
          </span>
        )}
      </div>
    </li>
  )
}

const RemoveCard = ({ card, travelerId, onRemove }: CardProps) => {
  const name = words.ending(brandName(card.brand), card.last4)
  const remove = async (): Promise<void> => {
    await removeRecord({
      asked: client.call(api.paymentMethods.destroy, { params: { id: travelerId, payment_method_id: card.id } }),
      name,
      words,
      changed: () => cardsChanged(travelerId),
    })
    onRemove()
  }
  return (
    <RemoveButton
      label={words.remove(name)}
      question={{ title: words.removeTitle, text: words.removeText(name), button: words.removeButton }}
      run={remove}
    />
  )
}
