import { api, type StatusIncident } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { IconActivity, IconCheck, IconExternalLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { incidentRecords } from '../records/status-incidents.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { incidentColumns } from './columns.tsx'
import { incidentsQuery, incidentsState } from './queries.ts'
import { statusStrings as words } from './strings.ts'
import { TITLE } from './keys.ts'

/** Incidents and planned works, as the public page shows them. Their times are the wall's, also in a demo. */
const ServiceStatusPage = () => {
  const open = useOpenDialog()
  const list = useList({ state: incidentsState, query: incidentsQuery, filtered: () => false })
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('IncidentDialog', 'create')}>
      {words.create}
    </Button>
  )
  const header = (
    <Group gap="xs">
      <Button
        component="a"
        variant="default"
        href="/status"
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={16} />}
      >
        {words.publicPage}
      </Button>
      {create}
    </Group>
  )
  return (
    <>
      <PageHeader action={header} count={list.count} />
      <ListCard
        name="status-incidents"
        label={TITLE}
        list={list}
        columns={incidentColumns}
        nameOf={({ title }) => title}
        onOpen={({ id }) => open('IncidentDialog', 'edit', id)}
        actions={(incident) => rowActions(incident, open)}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconActivity, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default ServiceStatusPage

const rowActions = (incident: StatusIncident, open: OpenDialog): RowAction[] => [
  { label: words.edit, icon: <IconPencil size={16} />, run: () => open('IncidentDialog', 'edit', incident.id) },
  ...(incident.state === 'current'
    ? [{ label: words.end, icon: <IconCheck size={16} />, run: () => endIncident(incident) }]
    : []),
  {
    label: words.remove,
    icon: <IconTrash size={16} />,
    danger: true,
    run: () =>
      removeRecord({
        asked: client.call(api.statusIncidents.destroy, { params: { id: incident.id }, version: incident.version }),
        name: incident.title,
        words,
        changed: incidentRecords.changed,
      }),
    confirm: { title: words.removeTitle, text: words.removeText(incident.title), button: words.remove },
  },
]

const endIncident = async ({ id, title, version }: StatusIncident): Promise<void> => {
  const params = { id }
  try {
    incidentRecords.saved(
      (await client.call(api.statusIncidents.update, { params, body: { over: true }, version })).data,
    )
    notify({ type: 'success', title: words.thanks, message: words.ended(title) })
  } catch (error) {
    announceFailure(error, words.endFailed)
    incidentRecords.changed(id)
  }
}
