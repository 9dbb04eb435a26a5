import type { LngLat } from '@ambit/geo'
import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { useMap } from '@vis.gl/react-maplibre'
import { wizardStrings as words } from './strings.ts'
import classes from './PlacePins.module.css'

type End = 'origin' | 'destination'

/** Degrees of longitude between the middle of the map and a pin placed there: two of them do not cover each other. */
const PIN_OFFSET = 0.005
const sides: Record<End, -1 | 1> = { origin: -1, destination: 1 }
const labels: Record<End, string> = { origin: words.pickUp, destination: words.dropOff }

type Props = { missing: readonly End[]; onPlace: (end: End, point: LngLat) => void }

/** Puts a pin that is missing beside the middle of the map, from where it is dragged or moved by the arrow keys. */
export const PlacePins = ({ missing, onPlace }: Props) => {
  const { current: map } = useMap()
  if (map === undefined || missing.length === 0) return null
  return (
    <div className={classes['pins']}>
      {missing.map((end) => (
        <Button
          key={end}
          size="compact-sm"
          variant="default"
          leftSection={<IconMapPinPlus size={15} aria-hidden />}
          onClick={() => {
            const { lng, lat } = map.getCenter()
            onPlace(end, [lng + sides[end] * PIN_OFFSET, lat])
          }}
        >
          {words.placePin(labels[end])}
        </Button>
      ))}
    </div>
  )
}
