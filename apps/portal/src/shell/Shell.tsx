import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useCan } from '../auth/permissions.ts'
import { DialogHost } from '../dialogs/DialogHost.tsx'
import { DialogRegistryContext } from '../dialogs/stack.ts'
import { ConnectionBanner } from '../live/ConnectionBanner.tsx'
import { useLiveStream } from '../live/use-live-stream.ts'
import { modules } from '../modules.ts'
import { useDensity } from '../ui/density.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { ErrorList } from './ErrorList.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { NoPermission } from './NoPermission.tsx'
import classes from './shell.module.css'
import { SideNavigation } from './SideNavigation.tsx'
import { shellStrings } from './strings.ts'

const handlers = modules.flatMap((module) => module.live ?? [])

/** Everything around a page: menu, header, footer, dialogs, the live stream. */
export const Shell = () => {
  const registry = useMemo(
    () => new Map(modules.flatMap((module) => module.dialogs ?? []).map((dialog) => [dialog.name, dialog])),
    [],
  )
  useLiveStream(handlers)
  useDensity()
  const { title, page } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  usePageTitle(title)
  const can = useCan()
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // A new page starts at its top, for eyes and for the keyboard.
  useEffect(() => content.current?.scrollTo(0, 0), [pathname])
  const refused = page !== undefined && page.permission !== null && !can(page.permission)
  return (
    <DialogRegistryContext value={registry}>
      <div className={classes['shell']}>
        <a className={classes['skip']} href="#content">
          {shellStrings.skip}
        </a>
        <SideNavigation />
        <Header />
        <div className={classes['middle']}>
          <ConnectionBanner />
          <ErrorList />
          <main
            id="content"
            ref={content}
            tabIndex={-1}
            className={classes['content']}
            data-layout={page?.layout ?? 'padded'}
          >
            <ErrorBoundary key={pathname}>{refused ? <NoPermission /> : <Outlet />}</ErrorBoundary>
          </main>
        </div>
        <Footer />
      </div>
      <DialogHost />
      <KeyboardHelp />
    </DialogRegistryContext>
  )
}
