import type { Dashboard } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../url/link.tsx'
import type { ReactNode } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { useHasPage } from '../navigation/use-menu.ts'
import type { PortalPath } from '../url/paths.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import { StatusMark } from '../ui/StatusTag.tsx'
import shared from './dashboard.module.css'
import classes from './Statistics.module.css'
import { pathFor } from './onboarding.ts'
import { activeRegionsQuery } from './queries.ts'
import { dashboardStrings as words } from './strings.ts'
import { tileSearch, tiles } from './tiles.ts'

/** The figures of now and today over all active regions, independent of the region that the page shows. */
export const Statistics = ({ dashboard }: { dashboard: Dashboard | undefined }) => {
  const { app, modules } = useSettings()
  const can = useCan()
  const hasPage = useHasPage()
  const format = useFormat()
  const regions = useQuery({ ...activeRegionsQuery, enabled: can('RegionManagement:region:canRead') })
  const to = pathFor('LiveBookings', 'LiveBooking:booking:canRead', { modules, brand: app.brand, can, hasPage })
  const moment = {
    now: new Date(dashboard?.as_of ?? 0),
    todayEnds: dashboard?.today_ends ?? null,
  }
  return (
    <section className={`card ${shared['panel']} ${classes['panel']}`} aria-labelledby="statistics">
      <h2 id="statistics" className={shared['heading']}>
        {words.statistics}
        <span
          className={shared['hint']}
          title={regions.data && words.regionNames(regions.data.map(({ name }) => name).join(', '))}
        >
          {words.allRegions}
        </span>
      </h2>
      <ul className={classes['tiles']}>
        {tiles.map((tile) => {
          const figure = dashboard?.statistics?.[tile.name]
          const inside = (
            <>
              <span className={classes['label']}>{words.tiles[tile.name].label}</span>
              <strong className={`numbers ${classes['figure']}`}>
                {figure === undefined ? '–' : format.number(figure)}
              </strong>
              <span className={classes['span']} data-tone={tile.tone}>
                <StatusMark tone={tile.tone} />
                {words.tiles[tile.name].hint}
              </span>
            </>
          )
          return (
            <li key={tile.name}>
              <Tile to={to} search={tileSearch(tile, moment)}>
                {inside}
              </Tile>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A link to the bookings that it counts, where there is a page of bookings. */
const Tile = ({ to, search, children }: { to: PortalPath | null; search: PlainSearch; children: ReactNode }) =>
  to === null ? (
    <div className={classes['tile']}>{children}</div>
  ) : (
    <Link to={to} search={search} className={classes['tile']}>
      {children}
    </Link>
  )
