import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../url/link.tsx'
import { scopedSearch } from '../../url/scope-link.ts'
import shared from '../travelers.module.css'
import { stepsQuery } from './queries.ts'
import { StepEntry } from './StepEntry.tsx'
import { stepStrings as words } from './strings.ts'

/** Letters and suspensions of a passenger: what stands, and what has to be decided. Nothing where there is none. */
export const TravelerSteps = ({ travelerId }: { travelerId: number }) => {
  const steps = useQuery(stepsQuery(travelerId))
  if (steps.isError) return <ErrorState error={steps.error} onRetry={() => void steps.refetch()} />
  if (steps.data === undefined || steps.data.length === 0) return null
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul className={shared['entries']}>
        {steps.data.map((step) => (
          <StepEntry key={step.id} step={step} />
        ))}
      </ul>
      <Link to="/Suspensions" search={(before) => scopedSearch(before)} className="text-link">
        {words.all}
      </Link>
    </section>
  )
}
