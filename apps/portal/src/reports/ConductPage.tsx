import type { ConductReport } from '@ambit/contract'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import type { Column } from '../table/column.ts'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { useScope } from '../url/scope.ts'
import { conductReportQuery, conductState } from './queries.ts'
import { ReportsLayout } from './ReportsLayout.tsx'
import { reportStrings } from './strings.ts'

const words = reportStrings.conduct

const Share = ({ row: { misses, journeys } }: { row: ConductReport }) => {
  const format = useFormat()
  return journeys === 0 ? DASH : format.percentage(misses / journeys, 1)
}

const counted = ['letters', 'suspensions', 'objections', 'upheld', 'shortened', 'refused', 'lifted'] as const
const figure = (id: (typeof counted)[number] | 'journeys' | 'misses'): Column<ConductReport> => ({
  id,
  header: words.columns[id],
  width: 110,
  value: (row) => row[id],
  type: 'number',
})

const columns: readonly Column<ConductReport>[] = [
  { id: 'month', header: words.columns.month, width: 100, value: ({ month }) => month, primary: true },
  { id: 'region_name', header: words.columns.region_name, width: 140, value: ({ region_name }) => region_name },
  { id: 'group', header: words.columns.group, width: 160, value: ({ group }) => words.groups[group] },
  figure('journeys'),
  figure('misses'),
  {
    id: 'share',
    header: words.columns.share,
    width: 100,
    value: ({ misses, journeys }) => (journeys === 0 ? null : misses / journeys),
    cell: (row) => <Share row={row} />,
  },
  ...counted.map(figure),
]

/** Misses of each month and what followed from them, also of groups of passengers, so that uneven treatment is seen. */
const ConductPage = () => {
  const [scope] = useScope()
  const list = useList({
    state: conductState,
    query: (state) => conductReportQuery(state, scope),
    filtered: () => false,
  })
  return (
    <ReportsLayout tab="conduct" count={list.count}>
      <ListCard
        name="conduct"
        label={words.rows}
        list={list}
        columns={columns}
        nameOf={({ month, region_name, group }) => words.nameOf(month, region_name, words.groups[group])}
        onClear={() => {}}
        empty={{ title: reportStrings.nothingYet, reason: words.none }}
      />
    </ReportsLayout>
  )
}
export default ConductPage
