import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { SUSPENSION_READ } from '../../records/suspensions.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TravelerSteps } from '../suspensions/TravelerSteps.tsx'
import shared from '../travelers.module.css'
import { conductQuery } from './queries.ts'
import { MissEntry } from './MissEntry.tsx'
import { RegionFigures } from './RegionFigures.tsx'
import { missStrings as words } from './strings.ts'

/** How often a passenger did not come: the figures of each region, what follows from them, then the rides behind them. */
export const TravelerMisses = ({ travelerId }: { travelerId: number }) => {
  const conduct = useQuery(conductQuery(travelerId))
  const can = useCan()
  if (conduct.isPending) return <Skeleton h={160} role="status" aria-label={words.loading} />
  if (conduct.data === undefined) return <ErrorState error={conduct.error} onRetry={() => void conduct.refetch()} />
  const { regions, misses } = conduct.data
  return (
    <>
      {regions.map((region) => (
        <RegionFigures key={region.region_id} region={region} />
      ))}
      {can(SUSPENSION_READ) && <TravelerSteps travelerId={travelerId} />}
      {misses.length === 0 ? (
        regions.every(({ miss_policy }) => miss_policy === 'off') && regions.length > 0 ? null : (
          <EmptyState title={words.none} reason={words.noneReason} />
        )
      ) : (
        <section aria-label={words.list}>
          <h3>{words.list}</h3>
          <ul className={shared['entries']}>
            {misses.map((miss) => (
              <MissEntry key={miss.id} miss={miss} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
