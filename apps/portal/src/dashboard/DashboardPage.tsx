import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { useHasPage } from '../navigation/use-menu.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Announcements } from './Announcements.tsx'
import classes from './DashboardPage.module.css'
import { OnboardingGroups } from './OnboardingGroups.tsx'
import { onboardingFor, stepsFor } from './onboarding.ts'
import { dashboardQuery } from './queries.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { Statistics } from './Statistics.tsx'
import { dashboardStrings as words } from './strings.ts'

/** Where to begin: what is still to set up, the figures of the day, and the way to every part of the work. */
const DashboardPage = () => {
  const { data, error, refetch, dataUpdatedAt } = useQuery(dashboardQuery)
  const { app, modules } = useSettings()
  const can = useCan()
  const hasPage = useHasPage()
  const format = useFormat()
  const viewer = { modules, brand: app.brand, can, hasPage }
  const steps = data === undefined ? [] : stepsFor(viewer, data.setup)
  const hasZones = (data?.setup.zones ?? 0) > 0
  const showsStatistics = can('Dashboard:statistics:canRead') && can('LiveBooking:booking:canRead')
  return (
    <>
      <PageHeader />
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <div className={classes['page']} aria-busy={data === undefined && error === null}>
        {data !== undefined && error !== null && (
          <p className={classes['stale']} role="alert">
            {words.stale(format.time(new Date(dataUpdatedAt)))}
          </p>
        )}
        {steps.some(({ done }) => !done) && <SetupSteps steps={steps} />}
        {showsStatistics && <Statistics dashboard={data} />}
        {can('Dashboard:announcements:canRead') && <Announcements />}
        {(data !== undefined || error === null) && (
          <OnboardingGroups groups={onboardingFor(viewer, hasZones)} setup={data?.setup ?? null} />
        )}
      </div>
    </>
  )
}
export default DashboardPage
