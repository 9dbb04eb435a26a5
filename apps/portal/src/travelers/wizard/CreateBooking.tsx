import type { Reason, ServiceAvailabilitySearch } from '@ambit/contract'
import { Button, Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { zoneOptions } from '../../records/zones.ts'
import { serverClock } from '../../settings/use-now.ts'
import { useScope } from '../../url/scope.ts'
import { type BookingData, type BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { frequentLocationsQuery } from '../queries.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { contradictions, missingFields, searchBody, withChange } from './booking-request.ts'
import { LazyPlacesMap } from './lazy-maps.ts'
import { PeopleFields } from './PeopleFields.tsx'
import { findTrips, serviceAreasQuery } from './queries.ts'
import { RecentBookings } from './RecentBookings.tsx'
import { SearchProblem, type SearchTrouble } from './SearchProblem.tsx'
import { wizardStrings as words } from './strings.ts'
import { inTimeZone, tripTimeZone, tripZone } from './trip-zone.ts'
import { WhenFields } from './WhenFields.tsx'
import { zoneTrouble } from './within-zone.ts'
import shared from './wizard.module.css'
import classes from './CreateBooking.module.css'

/** Step 0: from where to where, when, and with how many. */
export const CreateBooking = ({ draft, onDiscard }: { draft: BookingDraft; onDiscard: () => void }) => {
  const { uuid, bookingData: data, tripZoneId } = draft
  const zones = useQuery(zoneOptions(null))
  const areas = useQuery(serviceAreasQuery(tripZoneId))
  const [scope] = useScope()
  const frequent = useQuery(frequentLocationsQuery(draft.travelerId))
  const active = useMemo(() => (zones.data ?? []).filter(({ status }) => status === 'active'), [zones.data])
  const known = new Set(active.map(({ id }) => id))
  const served = (areas.data ?? []).filter((area) => known.has(area.zone_id))
  const trouble = zoneTrouble(served, data.origin, data.destination)
  const [asked, setAsked] = useState(false)
  const [timeReadable, setTimeReadable] = useState(true)
  const search = useSearch(uuid)
  const submit = useRef<HTMLButtonElement>(null)
  // The button that had the keyboard was out of reach during the search: after one without a trip it has it again.
  const { trouble: searchTrouble } = search
  useEffect(() => {
    if (searchTrouble !== null) submit.current?.focus()
  }, [searchTrouble])
  const missing = missingFields(data)
  const contradicting = contradictions(data)
  const errors = { ...(asked ? missing : {}), ...contradicting }
  const zoneOf = (trip: BookingData, zoneId: number | null) =>
    tripZone({ ...trip, tripZoneId: zoneId }, active, served, scope)
  const zone = zoneOf(data, tripZoneId)
  const timeZone = tripTimeZone(zone, active)
  const change = (next: Partial<BookingData>, zoneId = tripZoneId): void => {
    search.forget()
    const entered = { ...data, ...next }
    const then = tripTimeZone(zoneOf(entered, zoneId), active)
    const moved = next.traveling_at === undefined ? inTimeZone(entered, timeZone, then, serverClock.now()) : entered
    changeDraft(uuid, { bookingData: moved, tripZoneId: zoneId })
  }
  const find = (from: BookingData): void => {
    setAsked(true)
    const body = searchBody({ ...draft, bookingData: from }, serverClock.now())
    if (body === null || Object.keys(missingFields(from)).length > 0) return
    void search.run(body)
  }
  const apply = (reason: Reason): void => {
    const next = withChange(data, reason)
    if (next === null) return
    changeDraft(uuid, { bookingData: next })
    find(next)
  }
  const ready =
    data.origin !== null &&
    data.destination !== null &&
    timeReadable &&
    trouble === null &&
    Object.keys(contradicting).length === 0 &&
    !search.running
  return (
    <form
      className={shared['columns']}
      noValidate
      aria-label={words.steps[0]}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) find(data)
      }}
    >
      <div className={shared['form']} inert={search.running}>
        <PlaceFields
          data={data}
          near={(zone ?? active[0])?.point ?? null}
          frequent={frequent.data ?? []}
          errors={errors}
          trouble={trouble}
          onChange={change}
        />
        <WhenFields
          data={data}
          timeZone={timeZone}
          error={asked ? missing.traveling_at : undefined}
          onChange={change}
          onReadable={setTimeReadable}
        />
        <PeopleFields data={data} errors={errors} onChange={change} />
        <Select
          label={words.zone}
          placeholder={words.anyZone}
          clearable
          searchable
          data={active.map(({ id, name, region_name }) => ({ value: String(id), label: `${name}, ${region_name}` }))}
          value={tripZoneId === null ? null : String(tripZoneId)}
          onChange={(value) => change({}, value === null ? null : Number(value))}
        />
        {search.trouble !== null && <SearchProblem trouble={search.trouble} data={data} onApply={apply} />}
        <RecentBookings
          frequent={frequent.data ?? []}
          selected={data.selectedFrequentLocationIndex}
          onChoose={(index, { origin, destination }) =>
            change({ origin, destination, selectedFrequentLocationIndex: index })
          }
        />
        <div className={shared['buttons']}>
          <Button variant="default" onClick={onDiscard}>
            {words.discard}
          </Button>
          <Button ref={submit} type="submit" disabled={!ready}>
            {words.findTrip}
          </Button>
        </div>
      </div>
      <div className={shared['map']}>
        <LazyPlacesMap data={data} zones={active} tripZoneId={tripZoneId} trouble={trouble} onChange={change} />
        {search.running && (
          <div className={classes['overlay']} role="status">
            <Loader size={28} aria-hidden />
            <p>{words.searching}</p>
            <Button variant="default" data-autofocus onClick={search.stop}>
              {words.stopSearch}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

/** Runs the search of a draft: the draft remembers what came of it, this component only what went wrong. */
const useSearch = (uuid: string) => {
  const [running, setRunning] = useState(false)
  const [trouble, setTrouble] = useState<SearchTrouble | null>(null)
  const controller = useRef<AbortController | null>(null)
  const finish = (search: ServiceAvailabilitySearch): void => {
    if (search.status === 'offerings_available') {
      changeDraft(uuid, {
        step: 1,
        status: 'offerings available',
        serviceAvailabilitySearchId: search.id,
        serviceOfferingId: search.service_offerings[0]?.id ?? null,
      })
      return
    }
    setTrouble({ kind: 'search', search })
    changeDraft(uuid, { status: 'error', serviceAvailabilitySearchId: search.id })
  }
  const run = async (body: Parameters<typeof findTrips>[0]): Promise<void> => {
    controller.current?.abort()
    const own = (controller.current = new AbortController())
    setRunning(true)
    setTrouble(null)
    changeDraft(uuid, { status: 'enteredTrip' })
    try {
      finish(await findTrips(body, own.signal))
    } catch (error) {
      if (own.signal.aborted) return
      setTrouble({ kind: 'failure', error })
      changeDraft(uuid, { status: 'error' })
    } finally {
      if (controller.current === own) setRunning(false)
    }
  }
  const stop = (): void => {
    controller.current?.abort()
    controller.current = null
    setRunning(false)
    changeDraft(uuid, { status: 'not started' })
  }
  /** What was asked has changed: what went wrong with it is no longer true. */
  const forget = (): void => setTrouble(null)
  return { running, trouble, run, stop, forget }
}
