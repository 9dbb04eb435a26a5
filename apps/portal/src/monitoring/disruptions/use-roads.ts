import type { Place, RoadClosure, Zone } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { writeCoordinates } from '../../map/coordinates.ts'
import { placeAt } from '../../map/places.ts'
import { notify } from '../../notifications/notify.tsx'
import { NOTIFY } from '../../records/notice-keys.ts'
import { noticeOffer } from '../../records/notice-offer.ts'
import { useNow } from '../../settings/use-now.ts'
import { oneOf, urlState, useUrlState } from '../../url/url-state.ts'
import { closuresQuery } from './queries.ts'
import { regionAt } from './region-at.ts'
import { noRoad, readDraft, type RoadClosed, type RoadDraft, type RoadFaults, refusedOf } from './road-draft.ts'
import { disruptionStrings } from './strings.ts'
import { useDisruption } from './use-disruption.ts'

const words = disruptionStrings.roads
const roadsState = urlState<{ roads: 'open' | null }>({ roads: oneOf(['open']) })

const noClosures: readonly RoadClosure[] = []
const samePoint = (a: LngLat, b: LngLat): boolean => a[0] === b[0] && a[1] === b[1]

/** Closed roads beside the map and on it: those that are closed, and the one that is being closed. */
export const useRoads = (
  regionId: number | null,
  zones: readonly Zone[],
  polling: { refetchInterval: number | false },
) => {
  const can = useCan()
  const openDialog = useOpenDialog()
  const maySee = can('TripManagement:tripStatusDialog:canRead')
  const mayChange = can('TripManagement:tripStatusDialog:canUpdate')
  const [{ roads }, change] = useUrlState(roadsState)
  const query = useQuery({ ...closuresQuery, ...polling, enabled: maySee })
  const now = useNow(10_000)
  const standing = (query.data ?? noClosures).filter(
    ({ region_id, until }) =>
      (regionId === null || region_id === regionId) && (until === null || Date.parse(until) > now.getTime()),
  )
  const [draft, setDraft] = useState<RoadDraft>(noRoad)
  const [missing, setMissing] = useState<RoadFaults>({})
  const [disruption, setDisruption] = useState<RoadClosed | null>(null)
  const [sight, setSight] = useState<{ point: LngLat; at: number } | null>(null)
  const asked = useDisruption(disruption, () => {
    const offer = disruption === null ? {} : noticeOffer(openDialog, can(NOTIFY), disruption)
    notify({ type: 'success', title: words.title, message: words.accepted, ...offer })
    setDisruption(null)
    setDraft(noRoad)
  })
  const refused = asked.preview.isError ? refusedOf(asked.preview.error) : null
  // The street's place gives its region; a region that was chosen by hand stays until another street is chosen.
  const edit = (part: Partial<RoadDraft>): void => {
    const region = part.place ? regionAt(part.place.point, zones) : null
    setDraft((before) => ({ ...before, ...(region === null ? {} : { region_id: region }), ...part }))
    setMissing({})
    setDisruption(null)
  }
  const open = maySee && roads === 'open'
  return {
    maySee,
    mayChange,
    open,
    show: () => change({ roads: 'open' }),
    leave: () => change({ roads: null }),
    query,
    standing,
    draft,
    edit,
    faults: { ...missing, ...refused?.faults },
    messages: refused?.rest ?? [],
    asked,
    ask: (): void => {
      const read = readDraft(draft, regionId)
      if ('faults' in read) return setMissing(read.faults)
      // Repeating the same request after a refusal is a new request.
      if (asked.preview.isError) void asked.preview.refetch()
      setDisruption(read.closed)
    },
    refuse: () => setDisruption(null),
    sight,
    look: (point: LngLat): void => setSight({ point, at: performance.now() }),
    /** a press on the map; its address follows */
    pick:
      open && mayChange && asked.preview.data === undefined
        ? (point: LngLat): void => {
            const place: Place = { name: writeCoordinates(point), point: [point[0], point[1]] }
            edit({ place })
            void placeAt(point).then((named) =>
              setDraft((before) =>
                before.place !== null && samePoint(before.place.point, point) ? { ...before, place: named } : before,
              ),
            )
          }
        : undefined,
  }
}
export type Roads = ReturnType<typeof useRoads>
