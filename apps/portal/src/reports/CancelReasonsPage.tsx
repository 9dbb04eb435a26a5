import { IconClipboardX } from '@tabler/icons-react'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { useScope } from '../url/scope.ts'
import { surveyColumns } from './columns.tsx'
import { surveysQuery, type SurveysState, surveysState } from './queries.ts'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { ReportsLayout } from './ReportsLayout.tsx'
import { reportStrings } from './strings.ts'
import { useBookingRows } from './use-booking-rows.ts'

const words = reportStrings.cancellations
const cleared = { search: '', 'filter.from': null, 'filter.to': null } satisfies Partial<SurveysState>

/** Why passengers cancelled, as staff recorded it. */
const CancelReasonsPage = () => {
  const [scope] = useScope()
  const rows = useBookingRows()
  const list = useList({
    state: surveysState,
    query: (state) => surveysQuery(state, scope),
    filtered: (state) => state['filter.from'] !== null || state['filter.to'] !== null,
  })
  return (
    <ReportsLayout tab="cancellations" count={list.count}>
      <ListCard
        name="cancel-reasons"
        label={reportStrings.cancellationsTab}
        list={list}
        columns={surveyColumns}
        nameOf={(row) => row.reason}
        {...rows}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={<DayRangeFields range={list.state} onChange={(change) => list.change(change)} />}
        empty={{ icon: IconClipboardX, title: reportStrings.nothingYet, reason: words.none }}
      />
    </ReportsLayout>
  )
}
export default CancelReasonsPage
