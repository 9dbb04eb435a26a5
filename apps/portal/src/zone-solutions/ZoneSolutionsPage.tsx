import { IconEye, IconPuzzle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { solutionColumns } from './columns.tsx'
import { solutionsQuery, solutionsState } from './queries.ts'
import { solutionStrings as words } from './strings.ts'

/** The state of every zone's plan from now on. */
const ZoneSolutionsPage = () => {
  const [scope] = useScope()
  const open = useOpenDialog()
  const format = useFormat()
  const columns = useMemo(() => solutionColumns(format), [format])
  const list = useList({ state: solutionsState, query: solutionsQuery(scope), filtered: () => false })
  return (
    <>
      <PageHeader count={list.count} />
      <ListCard
        name="zone-solutions"
        label={words.title}
        list={list}
        columns={columns}
        nameOf={(solution) => solution.zone_name}
        onOpen={({ id }) => open('ZoneSolutionDialog', 'view', id)}
        actions={({ id }) => rowActions(id, open)}
        onClear={() => list.change({ search: '' })}
        empty={{ icon: IconPuzzle, title: words.none, reason: words.noneReason }}
      />
    </>
  )
}
export default ZoneSolutionsPage

const rowActions = (id: number, open: OpenDialog): RowAction[] => [
  { label: words.view, icon: <IconEye size={16} />, run: () => open('ZoneSolutionDialog', 'view', id) },
]
