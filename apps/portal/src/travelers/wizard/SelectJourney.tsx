import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { LazyJourneyMap } from '../../map/journey-map.ts'
import { zoneOptions } from '../../records/zones.ts'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { ClosedPlace } from './ClosedPlace.tsx'
import { CommentField } from './CommentField.tsx'
import { JourneyLeg } from './JourneyLeg.tsx'
import { JourneyPrices } from './JourneyPrices.tsx'
import { hasStops, legsOf } from './legs.ts'
import { OtherRide } from './OtherRide.tsx'
import { searchQuery } from './queries.ts'
import { useStopNotes } from './stop-notes.ts'
import { StopNotes } from './StopNotes.tsx'
import { wizardStrings } from './strings.ts'
import { useJourney } from './use-journey.ts'
import { changeBack } from './way-back.ts'
import shared from './wizard.module.css'
import classes from './SelectJourney.module.css'

const words = wizardStrings.back

/** Step 1 of a journey: a trip for each leg, side by side, and how they are paid. */
export const SelectJourney = ({ draft }: { draft: BookingDraft }) => {
  const ids = legsOf(draft).map(({ searchId }) => searchId)
  const searches = useQueries({ queries: ids.map((id) => ({ ...searchQuery(id ?? 0), enabled: id !== null })) })
  const failed = searches.find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (searches.some(({ data }, index) => data === undefined && ids[index] !== null)) return <Skeleton h={320} />
  return <Choice draft={draft} searches={searches.map(({ data }) => data ?? null)} />
}

type ChoiceProps = { draft: BookingDraft; searches: readonly (ServiceAvailabilitySearch | null)[] }

const Choice = ({ draft, searches }: ChoiceProps) => {
  const { uuid, back } = draft
  const notes = useStopNotes(draft)
  const { legs, missed, booked, priced, ready, book } = useJourney(draft, searches, notes)
  const zones = useQuery(zoneOptions(null)).data
  const zoneOf = (search: ServiceAvailabilitySearch | null | undefined) =>
    zones?.find(({ id }) => id === search?.zone_id)
  const format = useFormat(zoneOf(searches[0])?.time_zone)
  const now = useNow(5000)
  const [shown, show] = useState(0)
  const mapped = legs[shown]?.chosen === undefined ? legs[0] : legs[shown]
  const expired = booked.some(({ chosen }) => chosen !== undefined && Date.parse(chosen.expires_at) <= now.getTime())
  const note = draft.errorMessage ?? (expired ? wizardStrings.expired : null)
  const careMasked = useMasks().has('care')
  const alone = booked.length < legs.length
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
        {legs.map((leg, index) => (
          <JourneyLeg
            key={leg.title}
            {...{ draft, leg, index }}
            before={legs[index - 1]?.chosen}
            askedAt={searches[0]?.traveling_at ?? null}
            timeZone={zoneOf(leg.search)?.time_zone}
            missed={missed[index] ?? null}
            onShow={() => show(index)}
          />
        ))}
      </div>
      {legs.map(({ title, data, search, chosen }) => (
        <ClosedPlace key={title} place={data.destination} offering={chosen} timeZone={zoneOf(search)?.time_zone} />
      ))}
      {!hasStops(draft) && (
        <Checkbox
          label={words.evenWithout}
          checked={back.evenWithout}
          onChange={(event) => changeBack(uuid, { evenWithout: event.currentTarget.checked })}
        />
      )}
      <JourneyPrices legs={priced} format={format} />
      {!careMasked && <CommentField value={draft.comment} onChange={(text) => changeDraft(uuid, { comment: text })} />}
      {!careMasked && <StopNotes draft={draft} notes={notes} all />}
      {mapped?.chosen !== undefined && mapped.search !== null && (
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
          {alone ? words.alone : legs.length > 2 ? words.confirmAll : words.confirm}
        </Button>
      </div>
    </div>
  )
}
