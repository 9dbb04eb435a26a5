import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { settingsQuery } from '../settings/settings.ts'
import { brandRamp } from '../theme/brand-ramp.ts'
import { cssVariables, portalTheme } from '../theme/theme.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notices } from './Notices.tsx'
import { shellStrings } from './strings.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'ambit:color-scheme' })
/** until the settings have come, and on the page that says that they have not */
const plainBrand = { h: 236, s: 60, l: 55 }

/** Theme, notices and settings around every page. Nothing is drawn before the settings name the brand. */
export const App = ({ children }: { children: ReactNode }) => {
  const settings = useQuery(settingsQuery)
  const brand = settings.data?.app.brandColor ?? plainBrand
  const ramp = useMemo(() => brandRamp({ h: brand.h, s: brand.s, l: brand.l }), [brand.h, brand.s, brand.l])
  const firstDay = settings.data?.app.firstDay ?? 'monday'
  const theme = useMemo(() => portalTheme(ramp, firstDay), [ramp, firstDay])
  const variables = useMemo(() => cssVariables(ramp), [ramp])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <Notices />
      {settings.data !== undefined && children}
      {settings.data === undefined && settings.isError && (
        <main>
          <h1 className="visually-hidden">{shellStrings.defaultTitle}</h1>
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        </main>
      )}
    </MantineProvider>
  )
}
