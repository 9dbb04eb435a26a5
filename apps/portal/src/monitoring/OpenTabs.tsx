import type { Trip } from '@ambit/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { StatusMark } from '../ui/StatusTag.tsx'
import { lateTones, pulses } from './late-tone.ts'
import classes from './monitoring.module.css'
import { keptSearch } from './navigation.ts'
import { type OpenTab, tabOf } from './open-tabs.ts'
import { monitoringPath, type Place } from './place.ts'
import { monitoringStrings as words } from './strings.ts'

type Props = {
  tabs: readonly OpenTab[]
  place: Place
  trips: readonly Trip[]
  /** how many trips the list shows; null while it loads */
  count: number | null
  onClose: (key: string) => void
}

/** `All Trips`, then what was opened, newest first. */
export const OpenTabs = ({ tabs, place, trips, count, onClose }: Props) => {
  const current = tabOf(place)?.key ?? null
  const list: Place = { view: 'list', regionId: place.regionId }
  const navigate = useNavigate()
  const close = (key: string): void => {
    onClose(key)
    if (key === current) void navigate({ to: monitoringPath(list), search: keptSearch })
  }
  return (
    <nav className={classes['tabs']} aria-label={words.tabs}>
      <ul>
        <li className={classes['tab']} data-current={current === null || undefined}>
          <Link to={monitoringPath(list)} search={keptSearch} aria-current={current === null ? 'page' : undefined}>
            {words.allTrips}
            {count !== null && <span className={`numbers ${classes['count']}`}>{count}</span>}
          </Link>
        </li>
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            tab={tab}
            trip={trips.find(({ id }) => id === tab.place.tripId) ?? null}
            current={tab.key === current}
            onClose={() => close(tab.key)}
          />
        ))}
      </ul>
    </nav>
  )
}

type TabProps = { tab: OpenTab; trip: Trip | null; current: boolean; onClose: () => void }

const Tab = ({ tab: { key, place }, trip, current, onClose }: TabProps) => {
  const name = place.view === 'trip' ? words.tripTab(place.tripId) : words.bookingTab(place.serviceRequestId)
  const tone = trip === null ? 'neutral' : lateTones[trip.late_status]
  return (
    <li id={key} className={classes['tab']} data-current={current || undefined}>
      <Link to={monitoringPath(place)} search={keptSearch} aria-current={current ? 'page' : undefined}>
        <span
          className={classes['dot']}
          data-tone={tone}
          data-pulse={(trip !== null && pulses(trip.late_status)) || undefined}
        >
          <StatusMark tone={tone} size={9} />
        </span>
        {name}
      </Link>
      <ActionIcon size={24} aria-label={words.close(name)} onClick={onClose}>
        <IconX size={14} />
      </ActionIcon>
    </li>
  )
}
