import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { regionOptions } from '../records/regions.ts'
import { useNavigate, useParam } from '../url/link.tsx'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { keptSearch, zoneIdOf, ZONES_PATH } from './navigation.ts'
import { withoutZone, withZone } from './open-zones.ts'
import { loadedZonesQuery } from './queries.ts'
import { zoneStrings as words } from './strings.ts'
import { useOpenZones } from './use-open-zones.ts'
import { ZoneTabs } from './ZoneTabs.tsx'

type Props = {
  /** how many the list shows */
  count?: string | null
  /** the list's primary action */
  action?: ReactNode
  /** everything beneath the tabs belongs to the content: no margin around it */
  edge?: boolean
  children: ReactNode
}

/** Header and tabs around the list and every designer; zones and regions are loaded before anything is shown. */
export const ZonesLayout = ({ count, action, edge = false, children }: Props) => {
  const can = useCan()
  const [{ region }] = useScope()
  const zones = useQuery(loadedZonesQuery(region))
  const regions = useQuery({ ...regionOptions, enabled: can('RegionManagement:region:canRead') })
  const zoneId = useParam('zoneId')
  const current = zoneIdOf(zoneId)
  const [open, close] = useTabs(current)
  const failed = zones.data === undefined ? zones : regions.data === undefined && regions.isError ? regions : null
  const ready = failed?.isError !== true && !zones.isPending && !regions.isLoading
  // What is drafted beneath stays while another region's zones are loaded, and where that fails.
  const [shown, show] = useState(ready)
  if (ready && !shown) show(true)
  return (
    <TabbedPage
      header={<PageHeader title={words.title} action={action} count={count} />}
      tabs={<ZoneTabs open={open} current={current} zones={zones.data?.data ?? []} onClose={close} />}
      edge={edge}
    >
      {shown ? (
        children
      ) : failed?.isError ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Stack gap="md" p="md" aria-busy="true">
          <Skeleton h={24} w={180} />
          <Skeleton h={320} />
        </Stack>
      )}
    </TabbedPage>
  )
}

/**
 * A zone that is opened gets a tab. Closing the tab of the zone on screen goes to the list, and only when that step
 * was made the tab is gone: unsaved changes may hold it back.
 */
const useTabs = (current: number | null): readonly [readonly number[], (zoneId: number) => void] => {
  const [open, change] = useOpenZones()
  const navigate = useNavigate()
  const closed = useLocation({ select: ({ state }) => state.closedZone })
  const forget = useEffectEvent((zoneId: number) => {
    change((before) => withoutZone(before, zoneId))
    // Coming back to this step later closes nothing again.
    void navigate({ to: '.', search: true, replace: true, state: (state) => ({ ...state, closedZone: undefined }) })
  })
  useEffect(() => {
    if (closed !== undefined) forget(closed)
  }, [closed])
  const remember = useEffectEvent((zoneId: number) => change((before) => withZone(before, zoneId)))
  useEffect(() => {
    if (current !== null) remember(current)
  }, [current])
  const close = (zoneId: number): void => {
    if (zoneId !== current) return change((before) => withoutZone(before, zoneId))
    void navigate({ to: ZONES_PATH, search: keptSearch, state: (state) => ({ ...state, closedZone: zoneId }) })
  }
  return [current === null ? open : withZone(open, current), close]
}
