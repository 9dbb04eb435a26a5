import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DialogFrame } from './DialogFrame.tsx'
import { DialogSkeleton } from './DialogSkeleton.tsx'

type Props<R> = {
  query: UseQueryResult<R>
  /** what the dialog is called where there is no record to name it */
  title: string
  /** shown in the place of a failure that has words of its own */
  failed?: ReactNode
  children: (record: R) => ReactNode
}

/** A dialog whose record is loaded; until then a skeleton, or why it did not come. */
export const Loaded = <R,>({ query, title, failed, children }: Props<R>) => {
  if (query.isPending) return <DialogSkeleton />
  if (query.data === undefined)
    return (
      <DialogFrame title={title}>
        {failed || <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      </DialogFrame>
    )
  return children(query.data)
}
