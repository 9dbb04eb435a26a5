import type { PaymentMethodName, SeriesPreview, ServiceAvailabilitySearch } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { LazyJourneyMap } from '../../map/journey-map.ts'
import { useFormat } from '../../settings/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { CommentField } from './CommentField.tsx'
import { PaymentChoice, usePaymentCards } from './PaymentChoice.tsx'
import { searchQuery } from './queries.ts'
import { startSeries } from './run-series.ts'
import { firstRide, type SeriesBody } from './series-request.ts'
import { seriesWizardStrings as words } from './series-strings.ts'
import { SeriesTrips } from './SeriesTrips.tsx'
import { notesBody, useStopNotes } from './stop-notes.ts'
import { StopNotes } from './StopNotes.tsx'
import { wizardStrings } from './strings.ts'
import { useSeriesPreview } from './use-series-preview.ts'
import { useTripZones } from './use-trip-zones.ts'
import { changeBack } from './way-back.ts'
import shared from './wizard.module.css'
import classes from './SelectSeries.module.css'

type Props = { draft: BookingDraft; searchId: number }

/** Step 1 of a series: a trip on its first date, whose times are agreed for all, and how its rides are paid. */
export const SelectSeries = ({ draft, searchId }: Props) => {
  const { searchId: backId } = draft.back
  const there = useQuery(searchQuery(searchId))
  const back = useQuery({ ...searchQuery(backId ?? 0), enabled: backId !== null })
  const { timeZone } = useTripZones(draft)
  const { asked, preview } = useSeriesPreview({ draft, back: draft.back, timeZone, enabled: true })
  // What is there stays while it is asked for again.
  const failed = [there, back, preview].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined)
    return (
      <div className={shared['form']}>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        <div className={shared['buttons']}>
          <EditTrip draft={draft} />
        </div>
      </div>
    )
  if (
    asked === null ||
    there.data === undefined ||
    preview.data == null ||
    (backId !== null && back.data === undefined)
  )
    return <Skeleton h={320} />
  return <Choice {...{ draft, asked }} preview={preview.data} there={there.data} back={back.data ?? null} />
}

const EditTrip = ({ draft: { uuid, loading } }: Pick<Props, 'draft'>) => (
  <Button
    variant="default"
    disabled={loading}
    onClick={() => changeDraft(uuid, { step: 0, status: 'enteredTrip', errorMessage: null })}
  >
    {wizardStrings.editTrip}
  </Button>
)

const chosenOf = (search: ServiceAvailabilitySearch | null, id: number | null) =>
  search?.service_offerings.find((one) => one.id === id) ?? search?.service_offerings[0]

type ChoiceProps = {
  draft: BookingDraft
  asked: SeriesBody
  preview: SeriesPreview
  there: ServiceAvailabilitySearch
  back: ServiceAvailabilitySearch | null
}

const Choice = ({ draft, asked, preview, there, back }: ChoiceProps) => {
  const { uuid } = draft
  const format = useFormat(preview.time_zone)
  const careMasked = useMasks().has('care')
  const notes = useStopNotes(draft)
  const [preferred, setPreferred] = useState<PaymentMethodName | null>(null)
  const method = preview.payment_methods.find((name) => name === preferred) ?? preview.payment_methods[0] ?? null
  const { cards, cardMissing } = usePaymentCards(draft.travelerId, method)
  const [out, home] = [chosenOf(there, draft.serviceOfferingId), chosenOf(back, draft.back.offeringId)]
  const first = firstRide(preview)
  const make = (payment_method: PaymentMethodName): void =>
    startSeries(uuid, {
      ...asked,
      legs: asked.legs.map((leg, index) => ({
        ...leg,
        service_offering_id: (index === 0 ? out : home)?.id ?? null,
        ...notesBody((index === 0 ? null : notes.further[0]) ?? notes.there),
      })),
      payment_method,
      comment: draft.comment.trim() || null,
    })
  return (
    <div className={shared['columns']}>
      <div className={shared['form']}>
        {draft.errorMessage !== null && (
          <p role="alert" className={shared['problemTitle']} data-box>
            <IconAlertTriangle size={18} aria-hidden />
            {draft.errorMessage}
          </p>
        )}
        <div className={classes['pattern']}>
          <p>
            <strong>{preview.words}</strong>
          </p>
          <p>
            {words.summary(
              words.dates(preview.date_count),
              format.civilDate(preview.first_on),
              format.civilDate(preview.last_on),
            )}
          </p>
        </div>
        {first !== null && <h3 className={classes['heading']}>{words.firstDate(format.civilDay(first))}</h3>}
        <SeriesTrips
          title={back === null ? null : wizardStrings.back.thereWay}
          search={there}
          none={words.noTrip}
          chosenId={out?.id ?? null}
          format={format}
          takesFocus
          onChoose={(serviceOfferingId) => changeDraft(uuid, { serviceOfferingId })}
        />
        {back !== null && (
          <SeriesTrips
            title={wizardStrings.back.way}
            search={back}
            none={words.noWayBack}
            chosenId={home?.id ?? null}
            format={format}
            onChoose={(offeringId) => changeBack(uuid, { offeringId })}
          />
        )}
        <p className={classes['near']}>{words.asNear}</p>
        <PaymentChoice
          travelerId={draft.travelerId}
          methods={preview.payment_methods}
          method={method}
          cards={cards}
          onChange={setPreferred}
        />
        {!careMasked && <CommentField value={draft.comment} onChange={(comment) => changeDraft(uuid, { comment })} />}
        {!careMasked && <StopNotes draft={draft} notes={notes} all={back !== null} />}
        <div className={shared['buttons']}>
          <EditTrip draft={draft} />
          <Button
            loading={draft.loading}
            disabled={method === null || cardMissing}
            onClick={() => method !== null && make(method)}
          >
            {words.confirm}
          </Button>
        </div>
      </div>
      <div className={shared['map']}>
        {out !== undefined && (
          <LazyJourneyMap
            label={wizardStrings.offersMap}
            journey={{
              origin: there.origin,
              pickup: out.pickup,
              dropoff: out.dropoff,
              destination: there.destination,
            }}
          />
        )}
      </div>
    </div>
  )
}
