import { auditActorKinds, auditKinds, auditVias } from '@ambit/contract'
import { Select } from '@mantine/core'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { kindWords } from '../records/audit-words.ts'
import classes from './audit.module.css'
import { MoreFilters } from './MoreFilters.tsx'
import type { AuditState } from './queries.ts'
import { auditStrings as words } from './strings.ts'

type Props = { state: AuditState; onChange: (change: Partial<AuditState>) => void }

const kinds = auditKinds.map((value) => ({ value, label: kindWords[value] }))

/** What is asked most, and the rest behind a button; region and zones are chosen in the header. */
export const AuditFilters = ({ state, onChange }: Props) => (
  <>
    <DayRangeFields range={state} onChange={onChange} />
    <Select
      className={classes['choice']}
      aria-label={words.actorKind}
      placeholder={words.anyActor}
      clearable
      data={[...auditActorKinds]}
      value={state['filter.actor_kind']}
      onChange={(value) => onChange({ 'filter.actor_kind': auditActorKinds.find((one) => one === value) ?? null })}
    />
    <Select
      className={classes['choice']}
      aria-label={words.recordKind}
      placeholder={words.anyKind}
      clearable
      searchable
      data={kinds}
      value={state['filter.record_kind']}
      onChange={(value) => onChange({ 'filter.record_kind': auditKinds.find((one) => one === value) ?? null })}
    />
    <Select
      className={classes['choice']}
      aria-label={words.via}
      placeholder={words.anyVia}
      clearable
      data={[...auditVias]}
      value={state['filter.via']}
      onChange={(value) => onChange({ 'filter.via': auditVias.find((one) => one === value) ?? null })}
    />
    <MoreFilters state={state} onChange={onChange} />
  </>
)
