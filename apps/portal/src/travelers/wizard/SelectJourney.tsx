import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LazyJourneyMap } from '../../map/journey-map.ts'
import { useMasks } from '../../auth/masks.ts'
import { zoneOptions } from '../../records/zones.ts'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { saidOfOthers, searchBody } from './booking-request.ts'
import { ClosedPlace } from './ClosedPlace.tsx'
import { CommentField } from './CommentField.tsx'
import { JourneyPrices } from './JourneyPrices.tsx'
import { LegChoice } from './LegChoice.tsx'
import { OtherRide, type Said } from './OtherRide.tsx'
import { OtherTimes } from './OtherTimes.tsx'
import { searchQuery } from './queries.ts'
import { startBooking } from './run-draft.ts'
import { startJourney } from './run-journey.ts'
import { notesBody, useStopNotes } from './stop-notes.ts'
import { StopNotes } from './StopNotes.tsx'
import { wizardStrings } from './strings.ts'
import { timesOfJourney } from './times-of-journey.ts'
import { useLeg } from './use-leg.ts'
import { backBody, backData, changeBack, tooEarly } from './way-back.ts'
import shared from './wizard.module.css'
import classes from './SelectJourney.module.css'

const words = wizardStrings.back

type Props = { draft: BookingDraft; searchId: number }

/** Step 1 of there and back: a trip for each way, side by side, and how they are paid. */
export const SelectJourney = ({ draft, searchId }: Props) => {
  const { searchId: backId } = draft.back
  const there = useQuery(searchQuery(searchId))
  const back = useQuery({ ...searchQuery(backId ?? 0), enabled: backId !== null })
  const failed = [there, back].find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (there.data === undefined || (backId !== null && back.data === undefined)) return <Skeleton h={320} />
  return <Choice draft={draft} there={there.data} back={back.data ?? null} />
}

type ChoiceProps = { draft: BookingDraft; there: ServiceAvailabilitySearch; back: ServiceAvailabilitySearch | null }

const useJourney = ({ draft, there, back }: ChoiceProps) => {
  const { uuid, travelerId } = draft
  const legs = [useLeg(draft, there, draft.serviceOfferingId), useLeg(draft, back, draft.back.offeringId)] as const
  const [out, home] = legs
  const notes = useStopNotes(draft)
  const now = useNow(5000)
  const missed = out.chosen === undefined || home.chosen === undefined ? null : tooEarly(out.chosen, home.chosen)
  const possible = home.chosen !== undefined && missed === null
  const alone = !possible && draft.back.evenWithout
  const booked = alone ? [out] : legs
  const expired = booked.some(({ chosen }) => chosen !== undefined && Date.parse(chosen.expires_at) <= now.getTime())
  const ready =
    (possible || alone) &&
    booked.every(({ chosen, method, cardMissing }) => chosen !== undefined && method !== null && !cardMissing)
  const book = (said: Said = draft): void => {
    const [first, second] = legs.map(({ chosen, method }, index) =>
      chosen === undefined || method === null
        ? null
        : {
            service_offering_id: chosen.id,
            payment_method: method,
            discount_code: index === 0 ? draft.discountCode : draft.back.discountCode,
            ...notesBody(index === 0 ? notes.there : notes.back),
          },
    )
    if (first == null) return
    const common = { traveler_id: travelerId, comment: draft.comment.trim() || null, ...saidOfOthers(said) }
    if (alone) startBooking(uuid, { ...first, ...common }, null)
    else if (second != null)
      startJourney(uuid, { ...common, legs: [first, second], even_without_return: draft.back.evenWithout })
  }
  return { out, home, notes, missed, possible, alone, expired, ready, book }
}

const Choice = (props: ChoiceProps) => {
  const { draft, there } = props
  const { uuid, back } = draft
  const { out, home, notes, missed, possible, alone, expired, ready, book } = useJourney(props)
  const zones = useQuery(zoneOptions(null)).data
  const zoneOf = (search: ServiceAvailabilitySearch | null) => zones?.find(({ id }) => id === search?.zone_id)
  const format = useFormat(zoneOf(there)?.time_zone)
  const backFormat = useFormat(zoneOf(home.search)?.time_zone)
  const [shown, show] = useState<'out' | 'home'>('out')
  const mapped = shown === 'out' || home.chosen === undefined ? out : home
  const note = draft.errorMessage ?? (expired ? wizardStrings.expired : null)
  const careMasked = useMasks().has('care')
  const times = timesOfJourney(draft, there.traveling_at)
  return (
    <div className={classes['journey']}>
      {note !== null && (
        <p role="alert" className={shared['problemTitle']} data-box>
          <IconAlertTriangle size={18} aria-hidden />
          {note}
        </p>
      )}
      <OtherRide draft={draft} onAnyway={book} />
      <div className={classes['legs']} inert={draft.loading}>
        <LegChoice
          title={words.thereWay}
          leg={out}
          draft={draft}
          code={draft.discountCode}
          format={format}
          takesFocus
          times={
            <OtherTimes
              way={words.thereWay}
              body={searchBody(draft, new Date(there.traveling_at))}
              data={draft.bookingData}
              busy={draft.loading}
              format={format}
              atOnce={out.chosen === undefined}
              onTake={times.there}
            />
          }
          onChoose={(id) => {
            show('out')
            changeDraft(uuid, { serviceOfferingId: id })
          }}
          onCode={(discountCode) => changeDraft(uuid, { discountCode })}
        />
        <LegChoice
          title={words.way}
          leg={home}
          draft={draft}
          code={back.discountCode}
          format={backFormat}
          times={
            <OtherTimes
              way={words.way}
              body={backBody(draft, new Date(there.traveling_at))}
              data={backData(draft.bookingData, draft.back)}
              busy={draft.loading}
              format={backFormat}
              atOnce={home.chosen === undefined}
              onTake={times.back}
            />
          }
          problem={missed && words.tooEarly(backFormat.time(missed.ends), backFormat.time(missed.from))}
          onChoose={(id) => {
            show('home')
            changeBack(uuid, { offeringId: id })
          }}
          onCode={(discountCode) => changeBack(uuid, { discountCode })}
        />
      </div>
      <ClosedPlace place={draft.bookingData.destination} offering={out.chosen} timeZone={zoneOf(there)?.time_zone} />
      <Checkbox
        label={words.evenWithout}
        checked={back.evenWithout}
        onChange={(event) => changeBack(uuid, { evenWithout: event.currentTarget.checked })}
      />
      <JourneyPrices there={out} back={possible ? home : null} draft={draft} format={format} />
      {!careMasked && <CommentField value={draft.comment} onChange={(text) => changeDraft(uuid, { comment: text })} />}
      {!careMasked && <StopNotes draft={draft} notes={notes} both />}
      {mapped.chosen !== undefined && mapped.search !== null && (
        <div className={classes['map']}>
          <LazyJourneyMap
            label={wizardStrings.offersMap}
            journey={{
              origin: mapped.search.origin,
              pickup: mapped.chosen.pickup,
              dropoff: mapped.chosen.dropoff,
              destination: mapped.search.destination,
            }}
          />
        </div>
      )}
      <div className={shared['buttons']}>
        <Button
          variant="default"
          disabled={draft.loading}
          onClick={() => changeDraft(uuid, { step: 0, status: 'enteredTrip', errorMessage: null })}
        >
          {wizardStrings.editTrip}
        </Button>
        <Button loading={draft.loading} disabled={!ready} onClick={() => book()}>
          {alone ? words.alone : words.confirm}
        </Button>
      </div>
    </div>
  )
}
