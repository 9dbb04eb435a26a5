import { Outlet, useMatches } from '@tanstack/react-router'
import { useContext, useEffect, useMemo } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { DialogHost } from '../dialogs/DialogHost.tsx'
import { DialogRegistryContext } from '../dialogs/stack.ts'
import { ConnectionBanner } from '../live/ConnectionBanner.tsx'
import type { LiveHandlers } from '../live/handlers.ts'
import { useLiveStream } from '../live/use-live-stream.ts'
import { ModulesContext } from '../navigation/define-module.ts'
import { isFor, useIsOff } from '../navigation/use-menu.ts'
import { settingsQuery } from '../settings/settings.ts'
import { useDensity } from '../ui/density.ts'
import { useRouteTitle } from '../ui/use-page-title.ts'
import { useVersionWatch } from '../version/use-version-watch.ts'
import { ErrorList } from './ErrorList.tsx'
import { FactorNotice } from './FactorNotice.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { IncidentBanner } from './IncidentBanner.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { NoPermission } from './NoPermission.tsx'
import { loadNotices } from './Notices.tsx'
import classes from './Shell.module.css'
import { SideNavigation } from './SideNavigation.tsx'
import { SwitchedOff } from './SwitchedOff.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { StaySignedIn } from './StaySignedIn.tsx'
import { shellStrings } from './strings.ts'
import { Tour } from './Tour.tsx'

const settingsLive: LiveHandlers = {
  record: ({ table }, queries) => {
    if (table === 'settings') void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
  },
}

/** Everything around a page: menu, header, footer, dialogs, the live stream. */
export const Shell = () => {
  const modules = useContext(ModulesContext)
  const registry = useMemo(
    () => new Map(modules.flatMap((module) => module.dialogs ?? []).map((dialog) => [dialog.name, dialog])),
    [modules],
  )
  const represents = useRepresents()
  useLiveStream(
    useMemo(() => [settingsLive, ...modules.flatMap((module) => module.live ?? [])], [modules]),
    // It tells of everybody's records, and the server refuses it to them.
    !represents,
  )
  useDensity()
  useVersionWatch()
  useEffect(() => void loadNotices(), [])
  const { title, page, module } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  useRouteTitle(title)
  const can = useCan()
  const off = useIsOff()(module)
  const allowed = page === undefined || page.permission === null || can(page.permission)
  const refused = !allowed || (page !== undefined && page.permission !== null && !isFor(page, represents))
  return (
    <DialogRegistryContext value={registry}>
      <div className={classes['shell']}>
        <a className={classes['skip']} href="#content">
          {shellStrings.skip}
        </a>
        <SideNavigation />
        <Tour />
        <Header />
        <div className={classes['middle']} data-middle>
          <ConnectionBanner />
          <FactorNotice />
          <IncidentBanner />
          <ErrorList />
          {/* The key is the page, not the address: a page keeps its state while its own parameters change. */}
          <main
            key={page?.path}
            id="content"
            tabIndex={-1}
            className={classes['content']}
            data-layout={page?.layout ?? 'padded'}
          >
            <ErrorBoundary>{off ? <SwitchedOff /> : refused ? <NoPermission /> : <Outlet />}</ErrorBoundary>
          </main>
        </div>
        <Footer />
      </div>
      <DialogHost />
      <KeyboardHelp />
      <StaySignedIn />
      <ProofDialog />
      <ReasonDialog />
    </DialogRegistryContext>
  )
}
