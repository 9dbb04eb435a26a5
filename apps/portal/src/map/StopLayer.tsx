import type { LngLat } from '@ambit/geo'
import { Marker } from '@vis.gl/react-maplibre'
import classes from './map.module.css'

export type MapStop = { id: number; label: string; point: LngLat; look: 'past' | 'next' | 'future' }

/** The numbered stops of one trip. The timeline beside the map says the same in words. */
export const StopLayer = ({ stops }: { stops: readonly MapStop[] }) =>
  stops.map((stop) => (
    <Marker key={stop.id} longitude={stop.point[0]} latitude={stop.point[1]}>
      <span className={classes['stop']} data-look={stop.look} aria-hidden="true">
        {stop.label}
      </span>
    </Marker>
  ))
