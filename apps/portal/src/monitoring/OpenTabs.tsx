import type { Trip } from '@ambit/contract'
import { useCan } from '../auth/permissions.ts'
import { useNavigate } from '../url/link.tsx'
import { StatusMark } from '../ui/StatusTag.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { attentionStrings } from './attention-strings.ts'
import { type Attention, attentionSearch } from './use-attention.ts'
import { lateTones, pulses } from './late-tone.ts'
import shared from './monitoring.module.css'
import classes from './OpenTabs.module.css'
import { keptSearch } from './navigation.ts'
import { type OpenTab, tabOf } from './open-tabs.ts'
import { monitoringPath, type Place } from './place.ts'
import { monitoringStrings as words } from './strings.ts'

type Props = {
  attention: Attention
  tabs: readonly OpenTab[]
  place: Place
  trips: readonly Trip[]
  /** how many trips the list shows; null while it loads */
  count: number | null
  onClose: (key: string) => void
}

/** `All Trips`, `Needs Attention` and the dispatch board, then what was opened, newest first. */
export const OpenTabs = ({ tabs, place, trips, count, attention, onClose }: Props) => {
  const current = tabOf(place)?.key ?? null
  const list: Place = { view: 'list', regionId: place.regionId }
  const navigate = useNavigate()
  const can = useCan()
  const close = (key: string): void => {
    onClose(key)
    if (key === current) void navigate({ to: monitoringPath(list), search: keptSearch })
  }
  return (
    <div className={classes['tabs']}>
      <TabStrip label={words.tabs}>
        <StripTab to={monitoringPath(list)} search={keptSearch} current={current === null && !attention.shown}>
          {words.allTrips}
          {count !== null && <span className={`numbers ${shared['count']}`}>{count}</span>}
        </StripTab>
        {attention.may && (
          <StripTab to={monitoringPath(list)} search={attentionSearch} current={attention.shown}>
            {attentionStrings.tab}
            <span className={`numbers ${shared['count']}`}>{attention.rows.length}</span>
          </StripTab>
        )}
        {can('DispatchManagement:board:canRead') && (
          <StripTab
            to="/DispatchBoard"
            search={(before) => ({ ...keptSearch(before), region: String(place.regionId) })}
            current={false}
          >
            {words.board}
          </StripTab>
        )}
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            tab={tab}
            trip={trips.find(({ id }) => id === tab.place.tripId) ?? null}
            current={tab.key === current}
            onClose={() => close(tab.key)}
          />
        ))}
      </TabStrip>
    </div>
  )
}

type TabProps = { tab: OpenTab; trip: Trip | null; current: boolean; onClose: () => void }

const Tab = ({ tab: { key, place }, trip, current, onClose }: TabProps) => {
  const name = place.view === 'trip' ? words.tripTab(place.tripId) : words.bookingTab(place.serviceRequestId)
  const tone = trip === null ? 'neutral' : lateTones[trip.late_status]
  return (
    <StripTab
      id={key}
      to={monitoringPath(place)}
      search={keptSearch}
      current={current}
      close={{ label: words.close(name), run: onClose }}
    >
      <span
        className={shared['dot']}
        data-tone={tone}
        data-pulse={(trip !== null && pulses(trip.late_status)) || undefined}
      >
        <StatusMark tone={tone} size={9} />
      </span>
      {name}
    </StripTab>
  )
}
