import { api, PortalVersion, urlOf } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '../notifications/notify.tsx'
import { useSettings } from '../settings/settings.ts'
import { tellDesktop } from './desktop.ts'
import { type Later, tellsOf } from './reminder.ts'
import { versionStrings } from './strings.ts'

export const POLL_MS = 18_000
export const CURRENT_VERSION_KEY = 'ambit:current-version'

/** The version of the server that answers; the seconds keep every cache between out of it. */
const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: async ({ signal }) => {
    const response = await fetch(`${urlOf(api.version.show, {})}?v=${Math.floor(Date.now() / 1000)}`, {
      signal,
      cache: 'no-store',
    })
    if (!response.ok) throw new Error(`The version file answered ${response.status}`)
    return { ...PortalVersion.parse(await response.json()), at: Date.now() }
  },
  refetchInterval: POLL_MS,
  // Users who work in another window are notified too.
  refetchIntervalInBackground: true,
  retry: false,
})

/** The version that this page's code came with; signing out and in does not change it. */
let loaded: string | null = null

/** Announces a new version by a toast and a desktop notification: Update Now takes it, Later and closing put it off. */
export const useVersionWatch = (): void => {
  const { app, version } = useSettings()
  const { data: file } = useQuery(versionQuery)
  loaded ??= version
  const later = useRef<Later | null>(null)
  const onScreen = useRef<string | null>(null)
  useEffect(() => {
    if (file === undefined || loaded === null || onScreen.current === file.version) return
    const { version: found, at } = file
    const stored = localStorage.getItem(CURRENT_VERSION_KEY)
    if (!tellsOf({ found, loaded, stored, later: later.current }, at)) return
    onScreen.current = found
    const title = versionStrings.available(app.appName)
    notify({
      key: 'version-update',
      type: 'version-update',
      title,
      message: versionStrings.text,
      decay: false,
      onClose: () => {
        onScreen.current = null
        later.current = { version: found, at: Date.now() }
      },
      actions: [
        {
          label: versionStrings.updateNow,
          run: () => {
            localStorage.setItem(CURRENT_VERSION_KEY, found)
            location.reload()
          },
        },
        { label: versionStrings.later, run: () => {} },
      ],
    })
    void tellDesktop(title, versionStrings.text)
  }, [file, app.appName])
}
