import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Format } from '../settings/create-format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import shared from './booking.module.css'
import classes from './BookingLog.module.css'
import { bookingStrings as words } from './strings.ts'

type Entry = { id: number; created_at: string; text: ReactNode; user: string }
type Props = {
  title: string
  what: string
  /** who did it, by default */
  who?: string
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>
  /** as they are shown, from the top */
  entries: readonly Entry[]
  format: Format
}

/** What happened to a booking, and who did it. */
export const BookingLog = ({ title, what, who = words.columns.user, query, entries, format }: Props) => (
  <details open className={shared['history']}>
    <summary>
      <IconChevronRight size={14} aria-hidden className={shared['chevron']} />
      <h3>{title}</h3>
      <span className={shared['muted']}>{query.data !== undefined && words.historyEntries(entries.length)}</span>
    </summary>
    {query.isPending && <Skeleton h={80} />}
    {query.isError && query.data === undefined && (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    )}
    {query.data !== undefined && (
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.columns.date}</th>
            <th scope="col">{what}</th>
            <th scope="col">{who}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, created_at, text, user }) => (
            <tr key={id}>
              <td className="numbers">
                <time dateTime={created_at}>{format.dateTime(created_at)}</time>
              </td>
              <td>{text}</td>
              <td>{user}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </details>
)
