import type { AccessEvent } from '@ambit/contract'
import { IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { accessPage } from '../records/access-events.ts'
import { useSettings } from '../settings/settings.ts'
import { ListCard } from '../table/ListCard.tsx'
import { listQuery } from '../table/list-state.ts'
import { useList } from '../table/use-list.ts'
import type { DayRange } from '../url/day-range.ts'
import { accessColumns } from './access-columns.tsx'
import { AuditTabs } from './AuditTabs.tsx'
import { accessState, moments } from './queries.ts'
import { auditStrings } from './strings.ts'
import { UnusualLooks } from './UnusualLooks.tsx'

const words = auditStrings.access
const cleared = { search: '', 'filter.from': null, 'filter.to': null }

/** Who looked at passengers, the newest first. */
const AccessPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const { locale } = useSettings().app
  const columns = useMemo(() => accessColumns(locale), [locale])
  const list = useList<DayRange, AccessEvent>({
    state: accessState,
    query: (state) => accessPage(listQuery(state, moments(state['filter.from'], state['filter.to']))),
    filtered: (state) => state['filter.from'] !== null || state['filter.to'] !== null,
  })
  const show = ({ traveler_id }: AccessEvent): void => {
    if (traveler_id !== null) open('TravelerDialog', 'view', traveler_id)
  }
  return (
    <AuditTabs tab="access" count={list.count}>
      <UnusualLooks />
      <ListCard
        name="audit-access"
        label={auditStrings.accessTab}
        list={list}
        columns={columns}
        nameOf={({ actor_name, traveler_name }: AccessEvent) => `${actor_name} ${traveler_name ?? ''}`}
        {...(can('TravellerManagement:traveller:canRead') ? { onOpen: show } : {})}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={<DayRangeFields range={list.state} onChange={(change) => list.change(change)} />}
        empty={{ icon: IconEye, title: words.none, reason: words.noneReason }}
      />
    </AuditTabs>
  )
}
export default AccessPage
