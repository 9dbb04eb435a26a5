import { auditActorKinds, auditKinds, auditVias } from '@ambit/contract'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { kindWords } from '../records/audit-words.ts'
import { SelectFilter } from '../table/SelectFilter.tsx'
import classes from './audit.module.css'
import { MoreFilters } from './MoreFilters.tsx'
import type { AuditState } from './queries.ts'
import { auditStrings as words } from './strings.ts'

type Props = { state: AuditState; onChange: (change: Partial<AuditState>) => void }

const actors = auditActorKinds.map((value) => ({ value, label: value }))
const vias = auditVias.map((value) => ({ value, label: value }))
const kinds = auditKinds.map((value) => ({ value, label: kindWords[value] }))

/** What is asked most, and the rest behind a button; region and zones are chosen in the header. */
export const AuditFilters = ({ state, onChange }: Props) => (
  <>
    <DayRangeFields range={state} onChange={onChange} />
    <SelectFilter
      className={classes['choice']}
      label={words.actorKind}
      any={words.anyActor}
      choices={actors}
      value={state['filter.actor_kind']}
      onChange={(value) => onChange({ 'filter.actor_kind': value })}
    />
    <SelectFilter
      className={classes['choice']}
      label={words.recordKind}
      any={words.anyKind}
      searchable
      choices={kinds}
      value={state['filter.record_kind']}
      onChange={(value) => onChange({ 'filter.record_kind': value })}
    />
    <SelectFilter
      className={classes['choice']}
      label={words.via}
      any={words.anyVia}
      choices={vias}
      value={state['filter.via']}
      onChange={(value) => onChange({ 'filter.via': value })}
    />
    <MoreFilters state={state} onChange={onChange} />
  </>
)
