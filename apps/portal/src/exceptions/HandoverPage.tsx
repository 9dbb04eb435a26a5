import type { Handover } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useMe } from '../auth/use-me.ts'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Link, useParam } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import { BriefSections } from './BriefSections.tsx'
import { ExceptionTabs } from './ExceptionTabs.tsx'
import { GiveForm } from './GiveForm.tsx'
import classes from './handover.module.css'
import { handoverName, stateOf } from './handover-words.ts'
import { GIVE } from './keys.ts'
import { OneHandover } from './OneHandover.tsx'
import { PrintBrief } from './PrintBrief.tsx'
import { briefQuery, handoversQuery } from './handover-queries.ts'
import { handoverStrings as words } from './handover-strings.ts'

/** What whoever takes over has to know, and the handovers so far; one of them, where its id is in the address. */
const HandoverPage = () => {
  const id = Number(useParam('handoverId') ?? '') || null
  const [{ region, zone }] = useScope()
  return (
    <ExceptionTabs current="/Exceptions/handover">
      <div className={classes['cards']}>
        {id !== null && <OneHandover key={id} id={id} />}
        {id === null && <Handovers region={region} />}
        {id === null && region === null && <EmptyState title={words.chooseRegion} />}
        {id === null && region !== null && <Now region={region} zones={zone} />}
      </div>
    </ExceptionTabs>
  )
}
export default HandoverPage

/** The brief as it stands now, to be offered to somebody. */
const Now = ({ region, zones }: { region: number; zones: readonly number[] }) => {
  const query = useQuery(briefQuery(region, zones))
  const may = useCan()(GIVE)
  if (query.data === undefined)
    return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null
  return (
    <section className={`card ${classes['brief'] ?? ''}`} aria-label={words.brief}>
      <header className={classes['head']}>
        <h2>{words.brief}</h2>
        <PrintBrief title={words.brief} brief={query.data} />
      </header>
      {may && <GiveForm region={region} zones={zones} />}
      <BriefSections brief={query.data} />
    </section>
  )
}

const Handovers = ({ region }: { region: number | null }) => {
  const { data } = useQuery(handoversQuery)
  const me = useMe()
  const shown = data?.filter(({ region_id }) => region === null || region_id === region) ?? []
  if (shown.length === 0) return null
  return (
    <section className="card" aria-label={words.list}>
      <h2>{words.list}</h2>
      <ul className={classes['list']}>
        {shown.map((one) => (
          <Row key={one.id} handover={one} mine={one.taker_id === me} />
        ))}
      </ul>
    </section>
  )
}

const Row = ({ handover, mine }: { handover: Handover; mine: boolean }) => {
  const format = useFormat()
  const state = stateOf(handover)
  return (
    <li>
      <Link to={`/Exceptions/handover/${handover.id}`} search={scopedSearch} className="text-link">
        {handoverName(handover, format.dateTime(handover.offered_at))}
      </Link>{' '}
      <StatusTag tone={state === 'offered' ? 'warning' : 'neutral'}>{words.states[state]}</StatusTag>
      {mine && state === 'offered' && <b> {words.toYou}</b>}
    </li>
  )
}
