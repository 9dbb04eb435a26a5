import type { ZoneDesign } from '@ambit/contract'
import { Button } from '@mantine/core'
import { Navigate } from '../../url/link.tsx'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { countChanges } from '../../drafts/history.ts'
import { useDraftKeys } from '../../drafts/use-draft-keys.ts'
import { boundsOf } from '../../map/bounds.ts'
import { MapView } from '../../map/MapView.tsx'
import { notify } from '../../notifications/notify.tsx'
import { useKeyHints } from '../../ui/keys.ts'
import type { PlainSearch } from '../../url/plain-search.ts'
import { type DesignerTab, designerPath } from '../navigation.ts'
import { AreaTab } from './area/AreaTab.tsx'
import { collectionsOf, differs } from './design/design.ts'
import {
  createDesignSession,
  DesignContext,
  type DesignSession,
  factsOf,
  loadDesign,
  openSession,
} from './design/design-session.ts'
import classes from './Designer.module.css'
import { DesignerBar } from './DesignerBar.tsx'
import { createMapSlot, MapLayers, MapSlotContext } from './design/OnMap.tsx'
import { RoutesTab } from './routes/RoutesTab.tsx'
import { saveProblems } from './save-problems.ts'
import { StopsTab } from './stops/StopsTab.tsx'
import { StrategiesTab } from './strategies/StrategiesTab.tsx'
import { designerKeys, designerStrings as words } from './design/strings.ts'
import { UnsavedDesign } from './UnsavedDesign.tsx'
import { type SavingDesign, useSaveDesign } from './use-save-design.ts'
import { ZoneOutline } from './ZoneOutline.tsx'

/** Clear of the controls at the right. */
const CLEAR = { top: 40, right: 72, bottom: 40, left: 40 }

const tabs: Record<DesignerTab, () => ReactNode> = {
  'service-area': AreaTab,
  stops: StopsTab,
  'fixed-routes': RoutesTab,
  'service-strategies': StrategiesTab,
}

type Props = { design: ZoneDesign; tab: DesignerTab }

/** One zone's set-up: a tab's panel beside the map that all tabs share, over drafts that one save makes real. */
export const Designer = ({ design, tab }: Props) => {
  const [session] = useState(() => createDesignSession(design))
  const [slot] = useState(createMapSlot)
  useLayoutEffect(() => openSession(session), [session])
  const saving = useSaveDesign(session)
  useServerChanges(session, design, saving)
  const [asked, ask] = useState<'save' | 'discard' | null>(null)
  const { base, records, history } = useSyncExternalStore(session.drafts.subscribe, session.drafts.get)
  const changed = countChanges(history.draft) > 0
  const problems = useMemo(() => saveProblems(base, records), [base, records])
  const askToSave = (): void => {
    if (problems.length === 0) return ask('save')
    notify({
      key: 'zone-save',
      type: 'warning',
      title: words.blocked,
      message: problems.map(({ text }) => text),
    })
  }
  useKeyHints(designerKeys)
  useDraftKeys(
    { undo: session.drafts.undo, redo: session.drafts.redo, save: () => changed && askToSave() },
    asked === null,
  )
  // The view belongs to the zone as it was opened: drawing must not move the map.
  const [bounds] = useState(() => boundsOf(cornersOf(design)))
  return (
    <DesignContext value={session}>
      <MapSlotContext value={slot}>
        <div className={classes['designer']}>
          <DesignerBar
            session={session}
            tab={tab}
            problems={problems}
            onSave={askToSave}
            onDiscard={() => ask('discard')}
          />
          <section className={classes['panel']} aria-label={words.tab[tab]}>
            {saving.newer !== null && asked === null && (
              <p className={classes['notice']} role="status">
                {words.newer}
                <Button size="compact-xs" variant="default" onClick={() => ask('save')}>
                  {words.takeIn}
                </Button>
              </p>
            )}
            <TabPanel key={tab} session={session} tab={tab} />
          </section>
          <div className={classes['stage']}>
            <MapView label={words.map(design.zone.name)} bounds={bounds} padding={CLEAR}>
              <ZoneOutline hidden={tab === 'service-area'} />
              <MapLayers slot={slot} />
            </MapView>
          </div>
        </div>
        <UnsavedDesign session={session} saving={saving} asked={asked} onClose={() => ask(null)} />
      </MapSlotContext>
    </DesignContext>
  )
}

/** What was selected in a tab is not selected in the next. */
const TabPanel = ({ session, tab }: { session: DesignSession; tab: DesignerTab }) => {
  useEffect(() => () => session.selection.set(new Set()), [session])
  const Tab = tabs[tab]
  return <Tab />
}

const cornersOf = ({ zone, service_areas, zone_stops }: ZoneDesign) => {
  const corners = service_areas.flatMap(({ coordinates }) => coordinates.flat())
  if (corners.length > 0) return corners
  if (zone_stops.length > 0) return zone_stops.map(({ point }) => point)
  return zone.point === null ? [] : [[zone.point.lng, zone.point.lat] as const]
}

/** Without drafts the designer follows the server; with drafts it says that another user has saved. */
const useServerChanges = (session: DesignSession, design: ZoneDesign, { setNewer, unanswered }: SavingDesign): void => {
  const take = useEffectEvent((latest: ZoneDesign) => {
    const { base, history, saving } = session.drafts.get()
    // Sending the same drafts again will show whether they are there.
    if (saving || unanswered === history.draft) return
    if (!differs(base, collectionsOf(latest))) session.facts.set(factsOf(latest))
    else if (history.steps.length === 0) loadDesign(session, latest)
    else setNewer(latest)
  })
  useEffect(() => take(design), [design])
}

const everything = (before: PlainSearch): PlainSearch => before

/** An address without a tab, or with one that does not exist, opens the first. */
export const FirstTab = ({ zoneId }: { zoneId: number }) => (
  <Navigate to={designerPath(zoneId, 'service-area')} search={everything} replace />
)
