import type { Bbox } from '@ambit/geo'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCurrentLocation, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMap } from '@vis.gl/react-maplibre'
import { notify } from '../notifications/notify.tsx'
import { type Padding, PAN_ZOOM, toCorners } from './bounds.ts'
import classes from './MapControls.module.css'
import { moveFor } from './reduced-motion.ts'
import { mapStrings } from './strings.ts'

/** Zoom, everything, and where I am: the browser asks for the location only when the button is pressed. */
export const MapControls = ({
  bounds,
  fitZoom,
  padding,
}: {
  bounds: Bbox | null
  fitZoom: number
  padding: Padding
}) => {
  const { current: map } = useMap()
  const locate = (): void => {
    const refused = (): string =>
      notify({ key: 'map-location', type: 'warning', title: mapStrings.locationRefused, message: mapStrings.whereAmI })
    if (!('geolocation' in navigator)) return void refused()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        map?.flyTo({ center: [coords.longitude, coords.latitude], zoom: PAN_ZOOM, duration: moveFor(600) }),
      refused,
    )
  }
  const fit = (box: Bbox): void =>
    void map?.fitBounds(toCorners(box), { padding, maxZoom: fitZoom, duration: moveFor(500) })
  return (
    <div className={classes['controls']}>
      <Control
        label={mapStrings.zoomIn}
        icon={<IconPlus size={16} />}
        onClick={() => map?.zoomIn({ duration: moveFor(200) })}
      />
      <Control
        label={mapStrings.zoomOut}
        icon={<IconMinus size={16} />}
        onClick={() => map?.zoomOut({ duration: moveFor(200) })}
      />
      {bounds !== null && (
        <Control label={mapStrings.fit} icon={<IconFocusCentered size={16} />} onClick={() => fit(bounds)} />
      )}
      <Control label={mapStrings.whereAmI} icon={<IconCurrentLocation size={16} />} onClick={locate} />
    </div>
  )
}

const Control = ({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) => (
  <Tooltip label={label} position="left" openDelay={750}>
    <ActionIcon className={classes['control']} size={32} variant="default" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
)
