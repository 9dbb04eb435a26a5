import { api, IMPORT_ROWS_PER_CALL, MOST_PLACES, placeColumns } from '@ambit/contract'
import { client } from '../api/client.ts'
import { readRows } from '../imports/read-rows.ts'
import { RowImport } from '../imports/RowImport.tsx'
import { placeRecords } from '../records/places.ts'
import { useFormat } from '../settings/format.ts'
import { RegionSelect } from './RegionSelect.tsx'
import { importStrings as words } from './strings.ts'
import { useRegion } from './use-region.ts'

/** A file of places for the place book of a region. */
const PlaceImportDialog = () => {
  const format = useFormat()
  const chosen = useRegion()
  const { region } = chosen
  return (
    <RowImport
      title={words.title}
      intro={words.intro}
      template={{ name: words.template, columns: placeColumns, row: words.example }}
      refusedName={words.refused}
      read={(bytes) =>
        readRows(bytes, {
          columns: ['Name', 'Address'],
          missing: words.noName,
          most: MOST_PLACES,
          tooMany: words.tooMany(format.number(MOST_PLACES)),
        })
      }
      perCall={IMPORT_ROWS_PER_CALL}
      send={async (rows, idempotencyKey) =>
        (await client.call(api.places.import, { body: { region_id: region ?? 0, rows }, idempotencyKey })).data
      }
      onEnd={() => placeRecords.changed()}
      ready={region !== null}
    >
      <RegionSelect {...chosen} />
    </RowImport>
  )
}
export default PlaceImportDialog
