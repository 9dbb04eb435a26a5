import type { RoadClosure } from '@ambit/contract'
import { VEHICLE_ZOOM } from '../../map/bounds.ts'
import { ClosureLayer, type MapClosure } from '../../map/ClosureLayer.tsx'
import { GoTo } from '../../map/GoTo.tsx'
import { Pin } from '../../map/Pin.tsx'
import { useFormat } from '../../settings/format.ts'
import { disruptionStrings } from './strings.ts'
import type { Roads } from './use-roads.ts'

const words = disruptionStrings.roads

type Place = { longitude: number; latitude: number; until?: string | null | undefined }

/** Closed roads on the map, with until when; and the one that is about to be closed. */
export const RoadLayers = ({ roads, timeZone }: { roads: Roads; timeZone: string | undefined }) => {
  const format = useFormat(timeZone)
  const drawn = ({ longitude, latitude, until }: Place, closed: RoadClosure['closed']): MapClosure => ({
    point: [longitude, latitude],
    lines: closed?.lines ?? [],
    label: words.mapLabel(until == null ? null : format.dateTime(until)),
  })
  const shown = roads.asked.preview.data
  const planned = roads.open && shown?.disruption.kind === 'road_closed' ? [drawn(shown.disruption, shown.closed)] : []
  const { place } = roads.draft
  return (
    <>
      <ClosureLayer id="closed-roads" closures={roads.standing.map((closure) => drawn(closure, closure.closed))} />
      <ClosureLayer id="road-to-close" closures={planned} planned />
      {roads.open && place !== null && <Pin name={words.pin} look="place" point={place.point} onMove={roads.pick} />}
      <GoTo point={roads.sight?.point ?? null} zoom={VEHICLE_ZOOM} at={roads.sight?.at ?? 0} />
    </>
  )
}
