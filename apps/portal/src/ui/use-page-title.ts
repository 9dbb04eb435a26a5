import { useEffect } from 'react'
import { useSettings } from '../settings/settings.ts'
import { pageTitle } from './page-title.ts'

/** Names the browser's tab after the page. */
export const usePageTitle = (route: string | undefined): void => {
  const { appName } = useSettings().app
  useEffect(() => {
    document.title = pageTitle(route, appName)
  }, [route, appName])
}
