import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconClipboardCheck, IconDownload, IconPlus, IconTableOptions, IconUpload } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { saveFile } from '../api/download.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { READ_CHECKS } from './checks/keys.ts'
import type { narrowing } from './queries.ts'
import { vehicleStrings as words } from './strings.ts'
import classes from './vehicles.module.css'

const EXPORT_NAME = 'vehicles.csv'

export const CreateButton = () => {
  const open = useOpenDialog()
  if (!useCan()('VehicleManagement:vehicle:canCreate')) return null
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('VehicleDialog', 'create')}>
      {words.create}
    </Button>
  )
}

/** Beside the title: the fields, files in and out, and the one primary action. */
export const VehicleButtons = (props: { narrowing: ReturnType<typeof narrowing> }) => {
  const can = useCan()
  const open = useOpenDialog()
  return (
    <div className={classes['buttons']}>
      {can('VehicleManagement:schema:canUpdate') && (
        <Button
          variant="default"
          leftSection={<IconTableOptions size={16} />}
          renderRoot={(root) => <Link {...root} to="/VehicleManagement/schema" search={scopedSearch} />}
        >
          {words.schema}
        </Button>
      )}
      {can(READ_CHECKS) && (
        <Button
          variant="default"
          leftSection={<IconClipboardCheck size={16} />}
          renderRoot={(root) => <Link {...root} to="/VehicleManagement/Checks" search={scopedSearch} />}
        >
          {words.checks}
        </Button>
      )}
      {can('VehicleManagement:vehicle:canCreate') && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} />}
          onClick={() => open('VehicleImportDialog', 'create')}
        >
          {words.import}
        </Button>
      )}
      <ExportButton {...props} />
      <CreateButton />
    </div>
  )
}

const ExportButton = ({ narrowing: query }: { narrowing: ReturnType<typeof narrowing> }) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const response = await client.fetch(api.vehicles.export, { query })
      saveFile(await response.blob(), EXPORT_NAME)
    } catch (error) {
      announceFailure(error, words.exportFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void run()}>
      {words.export}
    </Button>
  )
}
