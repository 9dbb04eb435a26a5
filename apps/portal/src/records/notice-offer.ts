import { api, type DispatchAction, type RoadClosure } from '@ambit/contract'
import { client } from '../api/client.ts'
import type { OpenDialog } from '../dialogs/stack.ts'
import type { Notice } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { BLANK_NOTICE } from './notice-keys.ts'

const words = {
  prepare: 'Prepare a notice to passengers',
  title: 'Those affected',
  untold: 'Others who ride there then are told nothing yet.',
}
/** Long enough to read what was done, and to decide. */
const SHOWN_MS = 30_000

type Cause = { trip_id: number } | { region_id: number; longitude: number; latitude: number }

/**
 * What a message that something was done says besides: a notice to those affected, prepared and looked at before anybody is
 * told. Nothing for who may not make one.
 */
export const noticeOffer = (open: OpenDialog, may: boolean, cause: Cause): Pick<Notice, 'actions' | 'decay'> =>
  may ? { decay: SHOWN_MS, actions: [{ label: words.prepare, run: () => void openPrepared(open, cause) }] } : {}

/** The same by itself, after what was done by the dispatch board; nothing for other actions. */
export const offerNotice = (open: OpenDialog, may: boolean, action: DispatchAction): void => {
  if (!may || !(action.kind === 'trip_cancelled' || action.kind === 'vehicle_lost' || action.kind === 'road_closed'))
    return
  notify({ type: 'info', title: words.title, message: words.untold, ...noticeOffer(open, may, action) })
}

const openPrepared = async (open: OpenDialog, cause: Cause): Promise<void> =>
  open('NoticeDialog', 'create', 'trip_id' in cause ? `trip.${cause.trip_id}` : await roadOf(cause))

/** The road that was closed there last. */
const roadOf = async ({ region_id, longitude, latitude }: Exclude<Cause, { trip_id: number }>): Promise<string> => {
  // Without a signal the notice begins empty.
  const roads = await client.call(api.roadClosures.list).then(
    ({ data }) => data,
    (): RoadClosure[] => [],
  )
  const there = roads.findLast(
    (road) => road.region_id === region_id && road.longitude === longitude && road.latitude === latitude,
  )
  return there === undefined ? BLANK_NOTICE : `road.${there.id}`
}
