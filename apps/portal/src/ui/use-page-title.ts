import { useEffect, useLayoutEffect } from 'react'
import { useSettings } from '../settings/settings.ts'
import { pageTitle } from './page-title.ts'

/** Names the browser's tab after what the page shows. */
export const usePageTitle = (name: string | undefined): void => {
  const { appName } = useSettings().app
  useEffect(() => {
    document.title = pageTitle(name, appName)
  }, [name, appName])
}

/** Names the tab after the route, before the page itself may do so. */
export const useRouteTitle = (route: string | undefined): void => {
  const { appName } = useSettings().app
  useLayoutEffect(() => {
    document.title = pageTitle(route, appName)
  }, [route, appName])
}
