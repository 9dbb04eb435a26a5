import { type ContinuityPack, type continuityFiles, type ContinuityState } from '@ambit/contract'
import { Switch } from '@mantine/core'
import { IconFileTypeCsv, IconFileTypePdf, IconPrinter, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { Moment } from '../settings/Moment.tsx'
import { useFormat } from '../settings/format.ts'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/DataTable.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { minutesBetween } from './age.ts'
import classes from './continuity.module.css'
import { savePackFile } from './queries.ts'
import { continuityStrings as words } from './strings.ts'

type Props = { packs: readonly ContinuityPack[]; state: ContinuityState; region: number | null }
type Row = ContinuityPack & { id: number }

/** The newest pack of each region, or all that are kept. */
export const PackList = ({ packs, state, region }: Props) => {
  const [all, setAll] = useState(false)
  const columns = useColumns(state)
  const seen = new Set<number>()
  const rows = packs.flatMap((pack, id): Row[] => {
    if (region !== null && pack.region_id !== region) return []
    const newest = !seen.has(pack.region_id)
    seen.add(pack.region_id)
    return newest || all ? [{ ...pack, id }] : []
  })
  const off = state.folders.length === 0
  return (
    <section className={`card ${classes['list']}`} aria-label={words.packs}>
      <div className={classes['toolbar']}>
        <h2 className={classes['heading']}>{words.packs}</h2>
        <Switch label={words.all} checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
      </div>
      <DataTable
        name="packs"
        label={words.packs}
        columns={columns}
        rows={rows}
        nameOf={(pack) => `${pack.region_name}, ${pack.written_at}`}
        sort={null}
        onSort={() => {}}
        pending={false}
        fetching={false}
        onOpen={(pack) => void save(pack, 'index.html')}
        actions={actionsOf}
        empty={
          <EmptyState
            icon={IconPrinter}
            title={off ? words.off : words.none}
            reason={off ? words.offReason : words.noneReason}
          />
        }
      />
    </section>
  )
}

const useColumns = ({ now, regions }: ContinuityState): Column<Row>[] => {
  const format = useFormat()
  const zoneOf = ({ region_id }: Row): string => regions.find(({ id }) => id === region_id)?.time_zone ?? 'UTC'
  return [
    { id: 'region', header: words.region, width: 180, primary: true, value: ({ region_name }) => region_name },
    {
      id: 'moment',
      header: words.moment,
      width: 170,
      value: ({ moment }) => moment,
      cell: (pack) => <Moment at={pack.moment} timeZone={zoneOf(pack)} />,
    },
    { id: 'age', header: words.age, width: 110, value: (pack) => words.ago(minutesBetween(pack.written_at, now)) },
    { id: 'trips', header: words.trips, width: 80, type: 'number', value: ({ trips }) => trips },
    { id: 'bookings', header: words.bookings, width: 100, type: 'number', value: ({ bookings }) => bookings },
    {
      id: 'size',
      header: words.size,
      width: 100,
      value: ({ bytes }) => words.kilobytes(format.number(Math.ceil(bytes / 1024))),
    },
    { id: 'encrypted', header: words.encrypted, width: 100, value: (pack) => (pack.encrypted ? words.yes : words.no) },
  ]
}

const save = (pack: ContinuityPack, file: (typeof continuityFiles)[number]): Promise<void> =>
  savePackFile(pack, file).catch((error: unknown) => announceFailure(error, words.fileFailed))

const actionsOf = (pack: ContinuityPack): RowAction[] => [
  { label: words.page, icon: <IconWorld size={16} />, run: () => save(pack, 'index.html') },
  ...(pack.encrypted
    ? []
    : [
        { label: words.pdf, icon: <IconFileTypePdf size={16} />, run: () => save(pack, 'trips.pdf') },
        { label: words.csv, icon: <IconFileTypeCsv size={16} />, run: () => save(pack, 'trips.csv') },
      ]),
]
