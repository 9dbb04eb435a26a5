import { Button, Menu } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { saveFile } from '../api/download.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { recordWords, whoWords } from '../records/audit-words.ts'
import { useSettings } from '../settings/settings.ts'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { useScope } from '../url/scope.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTabs } from './AuditTabs.tsx'
import { auditColumns } from './columns.tsx'
import {
  type AuditState as State,
  auditQuery,
  auditState,
  type EventTab,
  cleared,
  exportAudit,
  isNarrowed,
} from './queries.ts'
import { auditStrings as words } from './strings.ts'
import { labelOf } from './tabs.ts'

/** One tab of the audit: its events, the newest first. */
export const AuditList = ({ tab }: { tab: EventTab }) => {
  const can = useCan()
  const open = useOpenDialog()
  const [scope] = useScope()
  const { locale } = useSettings().app
  const columns = useMemo(() => auditColumns(locale), [locale])
  const list = useList({ state: auditState, query: (state) => auditQuery(tab, state, scope), filtered: isNarrowed })
  const label = labelOf(tab)
  return (
    <AuditTabs
      tab={tab}
      count={list.count}
      action={can('AuditManagement:audit:canExport') && <ExportButton tab={tab} state={list.state} />}
    >
      <ListCard
        name={`audit-${tab}`}
        label={label}
        list={list}
        columns={columns}
        nameOf={(event) => `${whoWords(event)} ${recordWords(event)}`}
        onOpen={({ id }) => open('AuditEventDialog', 'view', id)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <>
            <AuditFilters state={list.state} onChange={(change) => list.change(change)} />
            {isNarrowed(list.state) && (
              <Button size="sm" variant="default" onClick={() => list.change(cleared)}>
                {words.everything}
              </Button>
            )}
          </>
        }
        empty={{ icon: IconHistory, title: words.none, reason: words.noneReason[tab] }}
      />
    </AuditTabs>
  )
}

const ExportButton = ({ tab, state }: { tab: EventTab; state: State }) => {
  const [scope] = useScope()
  const save = async (format: 'csv' | 'jsonl'): Promise<void> => {
    try {
      saveFile(await exportAudit(tab, state, scope, format), `audit.${format}`)
    } catch (error) {
      announceFailure(error, words.exportFailed)
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          {words.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('csv')}>{words.csv}</Menu.Item>
        <Menu.Item onClick={() => void save('jsonl')}>{words.jsonLines}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
