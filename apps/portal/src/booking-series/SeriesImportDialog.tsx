import { api, MAX_SERIES_IMPORT_ROWS, SERIES_IMPORT_ROWS_PER_CALL, seriesImportColumns } from '@ambit/contract'
import { client } from '../api/client.ts'
import { readRows } from '../imports/read-rows.ts'
import { RowImport } from '../imports/RowImport.tsx'
import { seriesRecords } from '../records/booking-series.ts'
import { useFormat } from '../settings/format.ts'
import { groupsTogether } from './groups-together.ts'
import { seriesImportStrings as words } from './import-strings.ts'

/** A file of recurring journeys. */
const SeriesImportDialog = () => {
  const format = useFormat()
  return (
    <RowImport
      title={words.title}
      intro={words.intro}
      template={{ name: words.template, columns: seriesImportColumns, row: words.example }}
      refusedName={words.refused}
      read={(bytes) =>
        readRows(bytes, {
          columns: ['Days', 'First date', 'There from', 'There to', 'There time'],
          missing: words.noColumns,
          most: MAX_SERIES_IMPORT_ROWS,
          tooMany: words.tooMany(format.number(MAX_SERIES_IMPORT_ROWS)),
        })
      }
      perCall={SERIES_IMPORT_ROWS_PER_CALL}
      parts={(rows) => groupsTogether(rows, SERIES_IMPORT_ROWS_PER_CALL)}
      send={async (rows, idempotencyKey) =>
        (await client.call(api.bookingSeries.import, { body: { rows }, idempotencyKey })).data
      }
      onEnd={() => seriesRecords.changed()}
    />
  )
}
export default SeriesImportDialog
