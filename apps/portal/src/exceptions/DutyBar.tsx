import { api, type WatchedZone, type WatchKeeper } from '@ambit/contract'
import { loadOf } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useMe } from '../auth/use-me.ts'
import { exceptionsChanged } from '../records/exceptions/queries.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { useScope } from '../url/scope.ts'
import classes from './inbox.module.css'
import { ANSWER } from './keys.ts'
import { watchesQuery } from './queries.ts'
import { dutyStrings as words } from './strings.ts'

const loads = { calm: 'success', busy: 'info', heavy: 'warning', flood: 'danger' } as const

/** Who is on duty in the chosen zones, how much interrupts them, and where nobody is. */
export const DutyBar = () => {
  const [{ region, zone }] = useScope()
  const { data } = useQuery(watchesQuery)
  if (data === undefined) return null
  const zones = data.meta.zones.filter(
    ({ id, region_id }) => (region === null || region_id === region) && (zone.length === 0 || zone.includes(id)),
  )
  const ids = new Set(zones.map(({ id }) => id))
  const keepers = data.data.filter((keeper) => keeper.zones.some(({ id }) => ids.has(id)))
  const interruptions = zones.reduce((sum, one) => sum + one.interruptions, 0)
  return (
    <section className={classes['duty']} aria-label={words.title}>
      <DutyButton keepers={data.data} zones={zones} />
      <Unwatched zones={zones} />
      <span>
        {words.interruptions}{' '}
        <StatusTag tone={loads[loadOf(interruptions)]}>{words.asked(interruptions, loadOf(interruptions))}</StatusTag>
      </span>
      {keepers.length > 0 && (
        <ul aria-label={words.onDuty}>
          {keepers.map((keeper) => (
            <li key={keeper.user_id}>
              <b>{keeper.name}</b> ({keeper.zones.map(({ name }) => name).join(', ')}):{' '}
              {words.asked(keeper.interruptions, keeper.load)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Where trips are under way and nobody is on duty. */
const Unwatched = ({ zones }: { zones: readonly WatchedZone[] }) => {
  const unwatched = zones.filter(({ trips, keepers }) => trips > 0 && keepers === 0)
  return (
    <span role="status">
      {unwatched.length > 0 && (
        <>
          <StatusTag tone="danger">{words.nobody}</StatusTag> {unwatched.map(({ name }) => name).join(', ')}
        </>
      )}
    </span>
  )
}

/** Puts the user on duty for the chosen zones, and ends that. */
const DutyButton = ({ keepers, zones }: { keepers: readonly WatchKeeper[]; zones: readonly WatchedZone[] }) => {
  const may = useCan()(ANSWER)
  const me = useMe()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const on = keepers.some(({ user_id }) => user_id === me)
  const change = async (): Promise<void> => {
    setBusy(true)
    try {
      if (on) await client.call(api.watches.end)
      else await client.call(api.watches.start, { body: { zone_ids: zones.map(({ id }) => id) } })
    } catch (error) {
      announceFailure(error, words.failed)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  if (!may) return null
  return (
    <Button
      size="xs"
      variant={on ? 'default' : 'filled'}
      loading={busy}
      disabled={!on && zones.length === 0}
      onClick={() => void change()}
    >
      {on ? words.end : words.start}
    </Button>
  )
}
