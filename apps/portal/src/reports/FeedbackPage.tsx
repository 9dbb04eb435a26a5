import { Select } from '@mantine/core'
import { IconMessageStar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { useScope } from '../url/scope.ts'
import { feedbackColumns } from './columns.tsx'
import { FeedbackSummary } from './FeedbackSummary.tsx'
import { feedbackQuery, type FeedbackState, feedbackState, feedbackSummaryQuery } from './queries.ts'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { ReportsLayout } from './ReportsLayout.tsx'
import classes from './FeedbackPage.module.css'
import { reportStrings } from './strings.ts'
import { useBookingRows } from './use-booking-rows.ts'

const words = reportStrings.feedback
const cleared = {
  search: '',
  'filter.from': null,
  'filter.to': null,
  'filter.rating': 0,
} satisfies Partial<FeedbackState>

const ratingChoices = [
  { value: '0', label: words.allRatings },
  ...[5, 4, 3, 2, 1].map((rating) => ({ value: String(rating), label: words.stars(rating) })),
]

/** What passengers thought of their rides. */
const FeedbackPage = () => {
  const [scope] = useScope()
  const rows = useBookingRows()
  const list = useList({
    state: feedbackState,
    query: (state) => feedbackQuery(state, scope),
    filtered: (state) => state['filter.from'] !== null || state['filter.to'] !== null || state['filter.rating'] !== 0,
  })
  const summary = useQuery({ ...feedbackSummaryQuery(list.state, scope), placeholderData: keepPreviousData })
  return (
    <ReportsLayout tab="feedback" count={list.count}>
      {summary.data !== undefined && <FeedbackSummary summary={summary.data} />}
      <ListCard
        name="feedback"
        label={reportStrings.feedbackTab}
        list={list}
        columns={feedbackColumns}
        nameOf={(row) => row.traveler_name}
        {...rows}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <>
            <DayRangeFields range={list.state} onChange={(change) => list.change(change)} />
            <Select
              className={classes['choice']}
              aria-label={words.rating}
              data={ratingChoices}
              value={String(list.state['filter.rating'])}
              onChange={(value) => list.change({ 'filter.rating': Number(value) })}
            />
          </>
        }
        empty={{ icon: IconMessageStar, title: reportStrings.nothingYet, reason: words.none }}
      />
    </ReportsLayout>
  )
}
export default FeedbackPage
