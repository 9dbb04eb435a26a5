import { type Place, ReturnChoice, returnChoices, type Traveler } from '@ambit/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { KEEP } from '../../records/open-returns/keys.ts'
import type { BookingData, BookingDraft } from '../booking-draft.ts'
import { changeWayBack } from './change-trip.ts'
import { contradictions, type MissingField, missingFields } from './booking-request.ts'
import { PeopleFields } from './PeopleFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { wizardStrings } from './strings.ts'
import { TimeFields } from './TimeFields.tsx'
import { useTripZones } from './use-trip-zones.ts'
import type { ShownWayBack } from './use-way-back.ts'
import { changeOfBack, nameBackEnd } from './way-back.ts'
import classes from './ReturnFields.module.css'

const words = wizardStrings.back

type Props = {
  draft: BookingDraft
  way: ShownWayBack
  traveler: Traveler
  timeZone: string
  frequent: readonly { origin: Place; destination: Place }[]
  /** the search was asked for: what is missing is said */
  asked: boolean
  onReadable: (readable: boolean) => void
}

/** Whether, when and how the passenger rides back. */
export const ReturnFields = (props: Props) => {
  const { draft, way, onReadable } = props
  const may = useCan()(KEEP)
  const choices = returnChoices.filter((one) => one !== 'open' || may || way.choice === 'open')
  const choose = (choice: ReturnChoice): void => {
    onReadable(true)
    changeWayBack(draft.uuid, { choice })
  }
  return (
    <fieldset className={classes['return']}>
      <legend>{words.title}</legend>
      <SegmentedControl
        aria-label={words.title}
        name="return"
        value={way.choice}
        data={choices.map((value) => ({ value, label: words.choices[value] }))}
        onChange={(value) => choose(ReturnChoice.parse(value))}
      />
      {way.choice === 'open' && <p className={classes['hint']}>{words.openHint}</p>}
      {way.choice !== 'none' && <BackFields key={way.choice} {...props} />}
    </fieldset>
  )
}

const labels = {
  timed: { preference: words.preference, date: words.date, time: words.time },
  open: { preference: null, date: words.date, time: words.notBefore },
}

const BackFields = ({ draft, way, traveler, timeZone, frequent, asked, onReadable }: Props) => {
  const { uuid, back } = draft
  const { data } = way
  const choice = way.choice === 'open' ? 'open' : 'timed'
  const [own, setOwn] = useState(back.places !== null || back.people !== null)
  const errors: Partial<Record<MissingField, string>> = {
    ...(asked ? missingFields(data) : {}),
    ...contradictions(data),
  }
  const change = (changed: Partial<BookingData>): void => {
    changeWayBack(uuid, { choice, ...changeOfBack(data, changed) })
  }
  const reset = (): void => {
    setOwn(false)
    changeWayBack(uuid, { places: null, people: null })
  }
  return (
    <>
      <TimeFields
        data={data}
        timeZone={timeZone}
        labels={labels[choice]}
        errors={errors}
        asks={false}
        onChange={change}
        onReadable={onReadable}
      />
      {own ? (
        <section aria-label={words.way} className={classes['own']}>
          <BackPlaces {...{ draft, data, frequent, errors }} onChange={change} />
          <PeopleFields
            data={data}
            traveler={traveler}
            regionId={draft.tripRegionId}
            errors={errors}
            onChange={change}
          />
          <Button size="compact-sm" variant="default" onClick={reset}>
            {words.same}
          </Button>
        </section>
      ) : (
        <div className={classes['swapped']}>
          <p>
            <span>{data.origin?.name ?? words.unknown}</span>
            <IconArrowNarrowRight size={14} aria-hidden />
            <span>{data.destination?.name ?? words.unknown}</span>
          </p>
          <Button size="compact-sm" variant="default" onClick={() => setOwn(true)}>
            {words.change}
          </Button>
        </div>
      )}
    </>
  )
}

type PlacesProps = {
  draft: BookingDraft
  data: BookingData
  frequent: Props['frequent']
  errors: Partial<Record<MissingField, string>>
  onChange: (change: Partial<BookingData>) => void
}

const BackPlaces = ({ draft, data, frequent, errors, onChange }: PlacesProps) => {
  const { tripZoneId, tripRegionId } = draft
  const zones = useTripZones({ tripZoneId, tripRegionId, bookingData: data })
  return (
    <PlaceFields
      data={data}
      near={zones.near}
      frequent={frequent}
      errors={errors}
      trouble={zones.trouble}
      regionId={zones.regionId}
      zoneId={tripZoneId}
      onChange={onChange}
      onName={(end, place) => nameBackEnd(draft.uuid, end, place)}
    />
  )
}
