import type { Place, Point } from '@ambit/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsUpDown } from '@tabler/icons-react'
import { AddressInput } from '../../map/AddressInput.tsx'
import { useSettings } from '../../settings/settings.ts'
import type { BookingData } from '../booking-draft.ts'
import type { MissingField } from './booking-request.ts'
import { ServedAddressButton } from './ServedAddressButton.tsx'
import { wizardStrings as words } from './strings.ts'
import { destinationOutside, originOutside, type ZoneTrouble } from './within-zone.ts'
import { PlaceLetter } from './PlaceLetter.tsx'
import classes from './PlaceFields.module.css'

type Props = {
  data: BookingData
  /** suggestions near here come first */
  near: Point | null
  frequent: readonly { origin: Place; destination: Place }[]
  errors: Partial<Record<MissingField, string>>
  trouble: ZoneTrouble | null
  /** the chosen ones */
  regionId: number | null
  zoneId: number | null
  /** they are shown, and cannot be changed */
  fixed?: boolean
  onChange: (change: Partial<BookingData>) => void
  /** the address of typed coordinates was found */
  onName: (end: 'origin' | 'destination', place: Place) => void
}

/** Pick up above drop off, and the button that swaps them. */
export const PlaceFields = ({
  data,
  near,
  frequent,
  errors,
  trouble,
  regionId,
  zoneId,
  fixed = false,
  onChange,
  onName,
}: Props) => {
  const centre = useSettings().app.mapCenter
  const at = [near?.lng ?? centre.lng, near?.lat ?? centre.lat] as const
  const recent = unique(frequent.flatMap(({ origin, destination }) => [origin, destination]))
  const served = (end: 'origin' | 'destination') => {
    const [place, other] = end === 'origin' ? [data.origin, data.destination] : [data.destination, data.origin]
    if (place === null || fixed) return null
    const counterpart = trouble === 'both_outside' ? null : (other?.point ?? null)
    return (
      <ServedAddressButton
        outside={{ end, at: place.point, other: counterpart, regionId, zoneId }}
        onUse={(found) => onChange({ [end]: found, selectedFrequentLocationIndex: null })}
      />
    )
  }
  return (
    <div className={classes['places']}>
      <div className={classes['inputs']}>
        <AddressInput
          label={words.pickUp}
          placeholder={words.addressHint}
          near={at}
          recent={recent}
          readOnly={fixed}
          value={data.origin}
          error={errors.origin ?? (originOutside(trouble) ? words.outOfZone : undefined)}
          icon={<PlaceLetter letter="A" />}
          onName={(place) => onName('origin', place)}
          onChange={(origin) => onChange({ origin, selectedFrequentLocationIndex: null })}
        />
        {originOutside(trouble) && served('origin')}
        <AddressInput
          label={words.dropOff}
          placeholder={words.addressHint}
          near={at}
          recent={recent}
          readOnly={fixed}
          value={data.destination}
          error={
            errors.destination ??
            (destinationOutside(trouble)
              ? words.outOfZone
              : trouble === 'not_connected'
                ? words.notConnected
                : undefined)
          }
          icon={<PlaceLetter letter="B" />}
          onName={(place) => onName('destination', place)}
          onChange={(destination) => onChange({ destination, selectedFrequentLocationIndex: null })}
        />
        {(destinationOutside(trouble) || trouble === 'not_connected') && served('destination')}
      </div>
      {!fixed && (
        <Tooltip label={words.swap} openDelay={750}>
          <ActionIcon
            size={32}
            variant="default"
            aria-label={words.swap}
            onClick={() => onChange({ origin: data.destination, destination: data.origin })}
          >
            <IconArrowsUpDown size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

const unique = (places: readonly Place[]): Place[] => [...new Map(places.map((place) => [place.name, place])).values()]
