import type { Place } from '@ambit/contract'
import { Button, NumberInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { AddressInput } from '../../map/AddressInput.tsx'
import { useSettings } from '../../settings/settings.ts'
import type { BookingDraft, Stop } from '../booking-draft.ts'
import { changeStops } from './change-trip.ts'
import { mayAddStop, stopData, stopLetter, stopProblems, withStop } from './legs.ts'
import { PlaceLetter } from './PlaceLetter.tsx'
import { wizardStrings } from './strings.ts'
import { useTripZones } from './use-trip-zones.ts'
import { destinationOutside } from './within-zone.ts'
import classes from './StopFields.module.css'

const words = wizardStrings.stops

type Props = {
  draft: BookingDraft
  frequent: readonly { origin: Place; destination: Place }[]
  /** a way back was asked for: it becomes the last leg */
  returns: boolean
  /** the journey is made again and again */
  repeats: boolean
  /** the search was asked for: what is missing is said */
  asked: boolean
}

/** Where the passenger rides on to, and how long the stay before is. */
export const StopFields = ({ draft, frequent, returns, repeats, asked }: Props) => {
  // The button that was pressed goes: the keyboard is at what it added, else at what adds again.
  const [focused, focus] = useState<number | 'add' | null>(null)
  if (repeats) return <p className={classes['hint']}>{words.noneOfSeries}</p>
  const add = mayAddStop(draft) && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      autoFocus={focused === 'add'}
      onClick={() => {
        focus(draft.stops.length)
        changeStops(draft.uuid, withStop(draft, returns))
      }}
    >
      {words.add}
    </Button>
  )
  if (draft.stops.length === 0) return <div>{add}</div>
  return (
    <fieldset className={classes['stops']}>
      <legend>{words.title}</legend>
      {draft.stops.map((stop, index) => (
        <StopRow
          key={index}
          {...{ draft, stop, index, frequent, asked }}
          takesFocus={focused === index}
          onRemove={() => focus('add')}
        />
      ))}
      <p className={classes['hint']}>
        {words.hint} {words.notRepeated}
      </p>
      {add}
    </fieldset>
  )
}

type RowProps = Pick<Props, 'draft' | 'frequent' | 'asked'> & {
  stop: Stop
  index: number
  takesFocus: boolean
  onRemove: () => void
}

const StopRow = ({ draft, stop, index, frequent, asked, takesFocus, onRemove }: RowProps) => {
  const { uuid, stops, tripZoneId, tripRegionId } = draft
  const data = stopData(draft, index)
  const zones = useTripZones({ tripZoneId, tripRegionId, bookingData: data })
  const centre = useSettings().app.mapCenter
  const problems = stopProblems(draft, index, asked)
  const outside = destinationOutside(zones.trouble) ? wizardStrings.outOfZone : undefined
  const recent = frequent.flatMap(({ origin, destination }) => [origin, destination])
  const change = (changed: Partial<Stop>): void =>
    changeStops(uuid, { stops: stops.map((one, at) => (at === index ? { ...one, ...changed } : one)) })
  return (
    <div className={classes['stop']}>
      <NumberInput
        label={words.stay(data.origin?.name ?? null)}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        autoFocus={takesFocus}
        step={5}
        value={stop.stay_minutes ?? ''}
        error={problems.stay}
        onChange={(value) => change({ stay_minutes: typeof value === 'number' ? value : null })}
      />
      <AddressInput
        label={words.to(index + 2)}
        placeholder={wizardStrings.addressHint}
        near={[zones.near?.lng ?? centre.lng, zones.near?.lat ?? centre.lat]}
        recent={[...new Map(recent.map((place) => [place.name, place])).values()]}
        icon={<PlaceLetter letter={stopLetter(index)} />}
        value={stop.place}
        error={problems.place ?? outside}
        onChange={(place) => change({ place, dropoff_note: null })}
      />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          onRemove()
          changeStops(uuid, { stops: stops.filter((_, at) => at !== index) })
        }}
      >
        {words.remove(index + 2)}
      </Button>
    </div>
  )
}
