import type { Place, Reason, ServiceRequest, Traveler } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { useDialog } from '../../dialogs/stack.ts'
import { useFormat } from '../../settings/format.ts'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { changeDraft, removeDraft } from '../drafts.ts'
import { frequentLocationsQuery } from '../queries.ts'
import { copyOf } from './booking-to-change.ts'
import { changeRepeat, changeTrip, nameEnd, type TripChange } from './change-trip.ts'
import { contradictions, missingFields, searchBody, wishOf, withChange } from './booking-request.ts'
import { LazyPlacesMap } from './lazy-maps.ts'
import { OtherRide, type Said } from './OtherRide.tsx'
import { OtherTimes } from './OtherTimes.tsx'
import { OverrideRules } from './OverrideRules.tsx'
import { PassengerRides } from './PassengerRides.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { RecentBookings } from './RecentBookings.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { ReturnFields } from './ReturnFields.tsx'
import { startSearch, stopSearch } from './run-draft.ts'
import { useSearchTrouble } from './search-trouble.ts'
import { Searching } from './Searching.tsx'
import { SearchProblem } from './SearchProblem.tsx'
import { onFirstDate } from './series-request.ts'
import { seriesWizardStrings } from './series-strings.ts'
import { wizardStrings as words } from './strings.ts'
import { useRepeat } from './use-repeat.ts'
import { useTripZones } from './use-trip-zones.ts'
import { useWayBack } from './use-way-back.ts'
import { backBody, isThereAndBack, movedWith } from './way-back.ts'
import { WaitlistOffer } from './WaitlistOffer.tsx'
import { WhenFields } from './WhenFields.tsx'
import { ZonePicker } from './ZonePicker.tsx'
import shared from './wizard.module.css'

type Props = {
  draft: BookingDraft
  traveler: Traveler
  /** to change; null for a new one */
  booking: ServiceRequest | null
  onDiscard: () => void
}

/** Step 0: from where to where, when, and with how many. */
export const CreateBooking = ({ draft, traveler, booking, onDiscard }: Props) => {
  const { uuid, bookingData: data, tripZoneId, loading } = draft
  const { close } = useDialog()
  const zones = useTripZones(draft)
  const { trouble } = zones
  // A door without its number is no place to book from.
  const masks = useMasks()
  const [placesMasked, commentMasked] = [masks.has('place'), masks.has('care')]
  const frequent = useQuery({ ...frequentLocationsQuery(draft.travelerId), enabled: !placesMasked }).data ?? []
  const format = useFormat(zones.timeZone)
  const [asked, setAsked] = useState(false)
  const [timeReadable, setTimeReadable] = useState(true)
  const [backReadable, setBackReadable] = useState(true)
  const [lastReadable, setLastReadable] = useState(true)
  const way = useWayBack(draft)
  const repeat = useRepeat(draft, way, zones.timeZone)
  const searchTrouble = useSearchTrouble(draft)
  const refusedSearch = searchTrouble?.kind === 'search' ? searchTrouble.search : null
  const submit = useRef<HTMLButtonElement>(null)
  // The button that had the keyboard was out of reach during the search: after one without a trip it has it again.
  const failed = searchTrouble !== null
  useEffect(() => {
    if (failed) submit.current?.focus()
  }, [failed])
  const missing = missingFields(data)
  const contradicting = contradictions(data)
  const errors = { ...(asked ? missing : {}), ...contradicting }
  const change = (data: Partial<BookingData>): void => changeTrip(uuid, { data }, zones.timeZoneOf)
  const name = (end: 'origin' | 'destination', place: Place): void => nameEnd(uuid, end, place)
  const choose = (chosen: TripChange['chosen']): void => changeTrip(uuid, { chosen }, zones.timeZoneOf)
  const find = (
    from: BookingData,
    overrideReason = '',
    said: Partial<Said & Pick<BookingDraft, 'wishedAt'>> = {},
  ): void => {
    setAsked(true)
    const asked = {
      overrideReason,
      back: movedWith(way.said, data, from),
      repeat: { ...draft.repeat, first: repeat.first },
    }
    changeDraft(uuid, asked)
    const next = onFirstDate({ ...draft, ...said, bookingData: from, ...asked })
    const [now, both] = [serverClock.now(), isThereAndBack(next)]
    const [body, back] = [searchBody(next, now), both ? backBody(next, now) : null]
    if (body === null || Object.keys(missingFields(from)).length > 0 || (both && back === null)) return
    startSearch(uuid, body, back)
  }
  const apply = (reason: Reason): void => {
    const next = withChange(data, reason)
    if (next === null) return
    // Another date or time of a series: its dates are looked up before a trip is looked for.
    if (repeat.active) return change(next)
    const wishedAt = wishOf(draft, next, refusedSearch?.traveling_at ?? null)
    changeDraft(uuid, { bookingData: next, wishedAt })
    find(next, '', { wishedAt })
  }
  const ready =
    data.origin !== null &&
    data.destination !== null &&
    timeReadable &&
    backReadable &&
    lastReadable &&
    repeat.ready &&
    !way.pending &&
    trouble === null &&
    (booking === null || booking.change_refused === null) &&
    Object.keys(contradicting).length === 0 &&
    (way.choice === 'none' || Object.keys(contradictions(way.data)).length === 0) &&
    !loading
  return (
    <form
      className={shared['columns']}
      noValidate
      aria-label={(booking === null ? words : words.changing).steps[0]}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) find(data)
      }}
    >
      <div className={shared['form']} inert={loading}>
        <PlaceFields
          data={data}
          near={zones.near}
          frequent={frequent}
          errors={errors}
          trouble={trouble}
          regionId={zones.regionId}
          zoneId={tripZoneId}
          onChange={change}
          onName={name}
        />
        <WhenFields
          data={data}
          timeZone={zones.timeZone}
          errors={asked ? missing : {}}
          onChange={(changed) => {
            if (changed.leaveNow === true && repeat.active)
              changeRepeat(uuid, { form: { ...draft.repeat.form, choice: 'none' } })
            change(changed)
          }}
          onReadable={setTimeReadable}
        />
        <PeopleFields data={data} traveler={traveler} regionId={zones.regionId} errors={errors} onChange={change} />
        {booking === null && (
          <ReturnFields
            {...{ draft, way, traveler, frequent, asked }}
            timeZone={zones.timeZone}
            onReadable={setBackReadable}
          />
        )}
        {repeat.allowed && (
          <RepeatFields
            {...{ draft, repeat }}
            timeZone={zones.timeZone}
            onTime={(traveling_at) => change({ leaveNow: false, traveling_at })}
            onReadable={setLastReadable}
          />
        )}
        {zones.readsZones && (
          <ZonePicker
            regions={zones.readsRegions ? zones.regions : null}
            zones={zones.zones}
            regionId={zones.regionId}
            zoneId={tripZoneId}
            onChange={choose}
          />
        )}
        {searchTrouble !== null && (
          <SearchProblem trouble={searchTrouble} data={data} format={format} onApply={apply}>
            <OtherRide draft={draft} onAnyway={(said) => find(data, draft.overrideReason, said)} />
            <OverrideRules search={refusedSearch} onSearch={(reason) => find(data, reason)} />
          </SearchProblem>
        )}
        {refusedSearch !== null && (
          <OtherTimes draft={draft} askedAt={refusedSearch.traveling_at} format={format} atOnce onTake={apply} />
        )}
        {repeat.active && refusedSearch !== null && (
          <Button variant="default" onClick={() => changeDraft(uuid, { step: 1, status: 'enteredTrip' })}>
            {seriesWizardStrings.anyway}
          </Button>
        )}
        {booking === null && !repeat.active && (
          <WaitlistOffer
            search={refusedSearch}
            format={format}
            note={way.choice === 'timed' ? words.waitlist.thereAlone : null}
            onDone={() => {
              removeDraft(uuid)
              close()
            }}
          />
        )}
        <RecentBookings
          frequent={frequent}
          selected={data.selectedFrequentLocationIndex}
          onChoose={(index, { origin, destination }) =>
            change({ origin, destination, selectedFrequentLocationIndex: index })
          }
        />
        <div className={shared['buttons']}>
          <Button variant="default" onClick={onDiscard}>
            {(booking === null ? words : words.changing).discard}
          </Button>
          <Button ref={submit} type="submit" disabled={!ready}>
            {words.findTrip}
          </Button>
        </div>
        {booking === null && (
          <PassengerRides
            travelerId={draft.travelerId}
            onCopy={(ride, way) => {
              const { bookingData, comment } = copyOf(ride, way)
              change(bookingData)
              changeDraft(uuid, { comment: commentMasked ? '' : comment })
            }}
          />
        )}
      </div>
      <div className={shared['map']}>
        <LazyPlacesMap
          data={data}
          zones={zones.zones}
          tripZoneId={tripZoneId}
          trouble={trouble}
          onChange={change}
          onName={name}
          onZone={(id) => choose({ tripZoneId: id })}
        />
        {loading && <Searching onStop={() => stopSearch(uuid)} />}
      </div>
    </form>
  )
}
