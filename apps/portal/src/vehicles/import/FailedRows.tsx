import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../api/download.ts'
import { useFormat } from '../../settings/format.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { failedFile } from './failed-file.ts'
import shared from './import.module.css'
import classes from './FailedRows.module.css'
import type { FailedRow } from './batches.ts'
import { importStrings as words } from './strings.ts'

const ALERT_HEIGHT = 76

type Props = { headers: readonly string[]; failed: readonly FailedRow[]; imported: number }

/** Why rows are not in, one alert each, and a file of them; only those in view are drawn. */
export const FailedRows = ({ headers, failed, imported }: Props) => {
  const format = useFormat()
  const download = (): void =>
    saveFile(new Blob([failedFile(headers, failed)], { type: 'text/csv;charset=utf-8' }), words.failedName)
  return (
    <section aria-labelledby="import-failed">
      <div role="alert">
        <h3 id="import-failed" className={classes['failedTitle']}>
          {words.failed}
        </h3>
        <p className={shared['summary']}>{words.partly(format.number(imported), format.number(failed.length))}</p>
      </div>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download} mb="xs">
        {words.downloadFailed}
      </Button>
      <VirtualRows items={failed} estimate={ALERT_HEIGHT} label={words.failed} row={alertOf} />
    </section>
  )
}

const alertOf = (row: FailedRow) => (
  <ToneAlert tone="danger" icon={false} title={words.errorTitle(row.plate, row.number)} mb="xs">
    {words.error(row.message)}
  </ToneAlert>
)
