import type { Place, ServiceRequest, Traveler } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { useFormat } from '../../settings/format.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { frequentLocationsQuery } from '../queries.ts'
import { copyOf } from './booking-to-change.ts'
import { changeRepeat, changeTrip, nameEnd, type TripChange } from './change-trip.ts'
import { contradictions, missingFields } from './booking-request.ts'
import { LazyPlacesMap } from './lazy-maps.ts'
import { NoTrip } from './NoTrip.tsx'
import { PassengerRides } from './PassengerRides.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { RecentBookings } from './RecentBookings.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { ReturnFields } from './ReturnFields.tsx'
import { stopSearch } from './run-search.ts'
import { useSearchTrouble } from './search-trouble.ts'
import { Searching } from './Searching.tsx'
import { hasStops, stopsReady } from './legs.ts'
import { StopFields } from './StopFields.tsx'
import { wizardStrings as words } from './strings.ts'
import { useFinding } from './use-finding.ts'
import { useRepeat } from './use-repeat.ts'
import { useTripZones } from './use-trip-zones.ts'
import { useWayBack } from './use-way-back.ts'
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
  const zones = useTripZones(draft)
  const { trouble } = zones
  // A door without its number is no place to book from.
  const masks = useMasks()
  const [placesMasked, commentMasked] = [masks.has('place'), masks.has('care')]
  const frequent = useQuery({ ...frequentLocationsQuery(draft.travelerId), enabled: !placesMasked }).data ?? []
  const format = useFormat(zones.timeZone)
  const [timeReadable, setTimeReadable] = useState(true)
  const [backReadable, setBackReadable] = useState(true)
  const [lastReadable, setLastReadable] = useState(true)
  const way = useWayBack(draft)
  const fresh = booking === null && draft.openReturnId === null
  const stops = hasStops(draft)
  const repeat = useRepeat(draft, way, zones.timeZone)
  const searchTrouble = useSearchTrouble(draft)
  const refusedAt = searchTrouble?.kind === 'search' ? searchTrouble.search.traveling_at : null
  const submit = useRef<HTMLButtonElement>(null)
  // The button that had the keyboard was out of reach during the search: after one without a trip it has it again.
  const failed = searchTrouble !== null
  useEffect(() => {
    if (failed) submit.current?.focus()
  }, [failed])
  const change = (data: Partial<BookingData>): void => changeTrip(uuid, { data }, zones.timeZoneOf)
  const { asked, find, apply, takeTime } = useFinding({ draft, way, repeat, askedAt: refusedAt, onChange: change })
  const missing = missingFields(data)
  const contradicting = contradictions(data)
  // Of a series, what is missing is said without a search: its dates are not known before.
  const said = asked || (repeat.active && data.origin !== null && data.destination !== null)
  const errors = { ...(said ? missing : {}), ...contradicting }
  const name = (end: 'origin' | 'destination', place: Place): void => nameEnd(uuid, end, place)
  const choose = (chosen: TripChange['chosen']): void => changeTrip(uuid, { chosen }, zones.timeZoneOf)
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
    stopsReady(draft) &&
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
          fixed={draft.openReturnId !== null}
          onChange={change}
          onName={name}
        />
        <WhenFields
          data={data}
          timeZone={zones.timeZone}
          errors={said ? missing : {}}
          onChange={(changed) => {
            if (changed.leaveNow === true && repeat.active) {
              // The field of the last date goes, and with it a text that is no date.
              setLastReadable(true)
              changeRepeat(uuid, { form: { ...draft.repeat.form, choice: 'none' } })
            }
            change(changed)
          }}
          onReadable={setTimeReadable}
        />
        <PeopleFields data={data} traveler={traveler} regionId={zones.regionId} errors={errors} onChange={change} />
        {fresh && !stops && (
          <ReturnFields
            {...{ draft, way, traveler, frequent, asked }}
            timeZone={zones.timeZone}
            onReadable={setBackReadable}
          />
        )}
        {fresh && (
          <StopFields {...{ draft, frequent, asked }} returns={way.choice !== 'none'} repeats={repeat.active} />
        )}
        {repeat.allowed && !stops && (
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
          <NoTrip
            {...{ draft, booking, repeat, find, apply, takeTime, format }}
            trouble={searchTrouble}
            returns={way.choice !== 'none'}
          />
        )}
        {draft.openReturnId === null && (
          <RecentBookings
            frequent={frequent}
            selected={data.selectedFrequentLocationIndex}
            onChoose={(index, { origin, destination }) =>
              change({ origin, destination, selectedFrequentLocationIndex: index })
            }
          />
        )}
        <div className={shared['buttons']}>
          <Button variant="default" onClick={onDiscard}>
            {(booking === null ? words : words.changing).discard}
          </Button>
          <Button ref={submit} type="submit" disabled={!ready}>
            {words.findTrip}
          </Button>
        </div>
        {fresh && (
          <PassengerRides
            travelerId={draft.travelerId}
            onCopy={(ride, way) => {
              const { bookingData, comment, ...notes } = copyOf(ride, way)
              change(bookingData)
              changeDraft(uuid, commentMasked ? { comment: '' } : { comment, ...notes })
            }}
          />
        )}
      </div>
      <PlacesSide {...{ draft, zones }} onChange={change} onName={name} onZone={(id) => choose({ tripZoneId: id })} />
    </form>
  )
}

type SideProps = Pick<ComponentProps<typeof LazyPlacesMap>, 'onChange' | 'onName' | 'onZone'> & {
  draft: BookingDraft
  zones: ReturnType<typeof useTripZones>
}

/** The places on a map, covered while trips are searched. */
const PlacesSide = ({
  draft: { uuid, bookingData, stops, tripZoneId, openReturnId, loading },
  zones,
  ...on
}: SideProps) => (
  <div className={shared['map']}>
    <LazyPlacesMap
      data={bookingData}
      stops={stops}
      zones={zones.zones}
      tripZoneId={tripZoneId}
      trouble={zones.trouble}
      fixed={openReturnId !== null}
      {...on}
    />
    {loading && <Searching onStop={() => stopSearch(uuid)} />}
  </div>
)
