import type { ServiceException } from '@ambit/contract'
import { type Clocks, sentenceOf } from '../records/exceptions/sentence.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import type { Column } from '../table/column.ts'
import { endedStrings } from './strings.ts'

const words = endedStrings.columns

export const endedColumns = (clocks: Clocks): readonly Column<ServiceException>[] => [
  {
    id: 'resolved_at',
    header: words.resolved,
    width: 172,
    value: ({ resolved_at }) => resolved_at,
    sort: 'resolved_at',
    type: 'datetime',
  },
  { id: 'severity', header: words.severity, width: 90, value: ({ severity }) => exceptionStrings.severities[severity] },
  { id: 'kind', header: words.kind, width: 160, value: ({ kind }) => exceptionStrings.kinds[kind] },
  {
    id: 'sentence',
    header: words.sentence,
    width: 320,
    value: (exception) => sentenceOf(exception, clocks),
    primary: true,
  },
  { id: 'zone', header: words.zone, width: 120, value: ({ zone_name }) => zone_name ?? exceptionStrings.everywhere },
  {
    id: 'outcome',
    header: words.outcome,
    width: 140,
    value: ({ outcome }) => (outcome === null ? null : exceptionStrings.outcomes[outcome]),
  },
  { id: 'by', header: words.by, width: 140, value: ({ resolved_by }) => resolved_by ?? endedStrings.byItself },
  { id: 'note', header: words.note, width: 220, value: ({ note }) => note },
  {
    id: 'opened_at',
    header: words.opened,
    width: 172,
    value: ({ opened_at }) => opened_at,
    sort: 'opened_at',
    type: 'datetime',
  },
]
